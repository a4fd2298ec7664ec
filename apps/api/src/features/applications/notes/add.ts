import { addNote } from '@clearcall/contract/applications.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { runIdempotently, storedReply } from '../idempotency.ts';
import { loadInternals } from '../load-internals.ts';

/** Adds a note to an application. */
export const add = operation(addNote, async ({ params, body, actor, now, idempotencyKey }, platform) => {
  const what = ['note', params.id, body.text];
  const asked = { userId: actor.userId, key: idempotencyKey, what, now };
  const earlier = await storedReply<{ id: string }>(platform.db, asked);
  if (earlier !== null) return earlier;
  return runIdempotently(platform, asked, async (tx) => {
    const application = await loadInternals(tx, actor, params.id);
    if (application === null) return refuse('not_found');
    const id = platform.newId();
    await tx
      .insertInto('notes')
      .values({
        id,
        application_id: application.id,
        author_id: actor.userId,
        text: body.text,
        created_at: now,
      })
      .execute();
    await platform.emit(tx, [
      {
        type: 'note_added',
        occurredAt: now,
        applicationId: application.id,
        actorId: actor.userId,
        detail: { noteId: id },
      },
    ]);
    return { applicationId: application.id, reply: { id } };
  });
});
