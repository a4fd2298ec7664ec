import { randomUUID } from 'node:crypto';
import { addComment, markAnswered } from '@clearcall/contract/changes.ts';
import { maxComments } from '@clearcall/domain/applications/thread.ts';
import { isAskedNow } from '@clearcall/domain/permissions/project-threads.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { admit, editability } from '../assignments/admit.ts';
import { loadFlow } from '../flow-facts.ts';
import { runIdempotently, storedReply } from '../idempotency.ts';
import { lockAssignment } from '../sql.ts';

/** A thread that is asked of the owner of its assignment now, held until the end of the transaction. */
async function holdThread(
  platform: Platform,
  tx: Db,
  actor: Actor,
  { id, threadId }: { id: string; threadId: string },
  now: Date,
): Promise<Refusal | { applicationId: number; role: string; comments: number }> {
  const loaded = admit(actor, await lockAssignment(platform, tx, id));
  if (isRefusal(loaded)) return loaded;
  const { rows } = await sql<{ askedAt: string; comments: number; role: string }>`
    select ${iso('t.asked_at')} as "askedAt", a.role,
      (select count(*)::integer from comments m where m.thread_id = t.id) as comments
    from threads t join assignments a on a.id = t.assignment_id
    where t.id = ${threadId}::uuid and t.assignment_id = ${id}::uuid for update of t
  `.execute(tx);
  const [thread] = rows;
  if (thread === undefined) return refuse('not_found');
  const flow = await loadFlow(platform, loaded.application.flowVersionId, now, { via: tx });
  const edit = editability(actor, loaded, flow, now);
  if (!edit.ok) return refuse(edit.code);
  // What was asked for in a request before went in with what was handed in.
  if (!isAskedNow(loaded.assignment, thread)) return refuse('not_editable');
  return { applicationId: loaded.application.id, ...thread };
}

/** Answers what is asked for at a field: with the answer it counts as done. */
export const add = operation(addComment, async ({ params, body, actor, now, idempotencyKey }, platform) => {
  const what = ['comment', params.threadId, body.text];
  const asked = { userId: actor.userId, key: idempotencyKey, what, now };
  const earlier = await storedReply<{ id: string; createdAt: string }>(platform.db, asked);
  if (earlier !== null) return earlier;
  return runIdempotently(platform, asked, async (tx) => {
    const thread = await holdThread(platform, tx, actor, params, now);
    if (isRefusal(thread)) return thread;
    if (thread.comments >= maxComments) return refuse('too_many_comments');
    // An id that tells when it was made would tell readers the hour.
    const id = randomUUID();
    await sql`with answered as (update threads set answered = true where id = ${params.threadId}::uuid)
      insert into comments (id, thread_id, position, author_id, role, asks, text, created_at)
      values (${id}::uuid, ${params.threadId}::uuid, ${thread.comments + 1}, ${actor.userId}::bigint, ${thread.role}, false, ${body.text},
        ${now}::timestamptz)`.execute(tx);
    await platform.emit(tx, [
      {
        type: 'comment_added',
        occurredAt: now,
        applicationId: thread.applicationId,
        assignmentId: params.id,
        actorId: actor.userId,
        detail: { threadId: params.threadId },
      },
    ]);
    return { applicationId: thread.applicationId, reply: { id, createdAt: now.toISOString() } };
  });
});

/** Says that what is asked for at a field is done, or not yet. */
export const mark = operation(markAnswered, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const thread = await holdThread(platform, tx, actor, params, now);
    if (isRefusal(thread)) return thread;
    await tx
      .updateTable('threads')
      .set({ answered: body.answered })
      .where('id', '=', params.threadId)
      .execute();
    return body;
  }),
);
