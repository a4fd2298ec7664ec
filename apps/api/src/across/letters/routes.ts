import {
  listMails,
  type PreviewedLetter,
  previewRelease,
  previewReminder,
  type ReleaseStart,
  sendReminder,
} from '@clearcall/contract/letters.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { readersOfRelease } from '@clearcall/domain/permissions/awaited-release.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { startedWork } from '@clearcall/domain/workflow/started-work.ts';
import type { WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { loadInternals } from '../../features/applications/load-internals.ts';
import { carryOutForPreview } from '../../features/applications/releases/plan-release.ts';
import { loadFacts, withSteps } from '../../features/applications/workflow/load-facts.ts';
import { selected } from '../../features/applications/workflow/of-many.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Actor, type Operation, operation } from '../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../platform/http/refuse.ts';
import type { Platform } from '../../platform/platform.ts';
import { letAutomationsAct, previewLetters } from './preview.ts';

interface Reminded {
  applicationId: number;
  uid: string;
  userId: number;
  email: string;
}

/** Notes that staff remind somebody, or why not; holds the assignment, so that two at once do not do it twice. */
async function remind(
  tx: Db,
  platform: Platform,
  {
    assignmentId,
    words = '',
    actor,
    now,
  }: { assignmentId: string; words?: string | undefined; actor: Actor; now: Date },
): Promise<Refusal | Reminded> {
  const { rows } = await sql<
    Omit<Reminded, 'userId' | 'email'> & { status: string; userId: number | null; email: string | null }
  >`
    select a.application_id as "applicationId", ap.uid, a.status, u.id as "userId", u.email
    from assignments a join applications ap on ap.id = a.application_id
      left join users u on u.id = a.owner_id and u.status <> 'closed'
    where a.id = ${assignmentId}::uuid for update of a`.execute(tx);
  const [row] = rows;
  if (row === undefined || (await loadInternals(tx, actor, String(row.applicationId))) === null)
    return refuse('not_found');
  const { applicationId, uid, userId, email } = row;
  if (
    userId === null ||
    email === null ||
    userId === actor.userId ||
    !isOngoing(row) ||
    row.status === 'triggered'
  )
    return refuse('nothing_to_remind');
  const { timeZone } = (await platform.organisation()).theme;
  const last = await tx
    .selectFrom('events')
    .select('occurred_at')
    .where('application_id', '=', applicationId)
    .where('assignment_id', '=', assignmentId)
    .where('type', '=', 'reminded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined && plainDate(last.occurred_at, timeZone) === plainDate(now, timeZone))
    return refuse('reminded_today');
  await platform.emit(tx, [
    {
      type: 'reminded',
      occurredAt: now,
      applicationId,
      assignmentId,
      userId,
      actorId: actor.userId,
      ...(words === '' ? {} : { detail: { reason: words } }),
    },
  ]);
  return { applicationId, uid, userId, email };
}

/** Why emails of the version before did not leave: staff could stop those of a release. */
const stoppedByStaff = 'stopped by staff';

/** Loads the facts of the workflow of an application, with titles of steps in the language of the reader. */
async function factsForPreview(
  inside: Platform,
  id: number,
  reader: ReaderLanguage,
  now: Date,
): Promise<WorkflowFacts> {
  const loaded = await loadFacts(inside.db, id, []);
  const { flow } = await loadFlow(inside, loaded.flowVersionId, now, { via: inside.db, reader });
  return withSteps(loaded, flow.steps);
}

export const routes: readonly Operation[] = [
  operation(previewReminder, async ({ params, actor, now }, platform) => {
    const { rows } = await sql<{ id: number; uid: string }>`
      select ap.id, ap.uid from assignments a join applications ap on ap.id = a.application_id
      where a.id = ${params.id}::uuid`.execute(platform.db);
    const [application] = rows;
    if (application === undefined) return refuse('not_found');
    let refusal: Refusal | null = null;
    const [letter] = await previewLetters(platform, application, async (tx) => {
      const done = await remind(tx, platform, { assignmentId: params.id, actor, now });
      if ('refused' in done) refusal = done;
      return refusal === null;
    });
    if (refusal !== null) return refusal;
    return letter ?? refuse('nothing_to_remind');
  }),

  operation(sendReminder, ({ params, body, actor, now }, platform) =>
    platform.db.transaction().execute(async (tx) => {
      const of = { assignmentId: params.id, words: body.words, actor, now };
      const done = await remind(tx, platform, of);
      return 'refused' in done ? done : { recipient: done.email };
    }),
  ),

  operation(listMails, async ({ params, query, actor }, { db }) => {
    const application = await loadInternals(db, actor, params.id);
    if (application === null) return refuse('not_found');
    const { before, limit } = query;
    const { rows } = await sql<{
      id: string;
      recipient: string;
      subject: string | null;
      template: string;
      state: 'planned' | 'sent' | 'failed' | 'dropped';
      plannedAt: string;
      sentAt: string | null;
      goesAt: string | null;
      attempts: number;
      error: string | null;
    }>`
      select d.id, d.recipient, d.subject, d.template, d.state, ${iso('d.planned_at')} as "plannedAt",
        ${iso('d.sent_at')} as "sentAt", case when d.state = 'planned' then ${iso('d.held_until')} end as "goesAt", d.attempts, d.error
      from events e join deliveries d on d.event_id = e.id
      where e.application_id = ${application.id} and ${before === undefined ? sql`true` : sql`d.id < ${before}::uuid`}
      order by d.id desc limit ${limit + 1}
    `.execute(db);
    const shown = rows.slice(0, limit);
    return {
      data: shown.map(({ state, error, ...mail }) => ({
        ...mail,
        state: error === stoppedByStaff ? ('stopped' as const) : state,
        error: error === stoppedByStaff ? null : error,
      })),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }),

  operation(previewRelease, async ({ params, body, actor, now, translator }, platform) => {
    // Everybody else is told the same as of a call that does not exist.
    const { command = 'release', flowElementId: stepId, applicationIds } = body;
    const applications = actor.isStaff
      ? await selected(platform.db, params.callId, { applicationIds })
      : null;
    if (applications === null) return refuse('not_found');
    const letters: PreviewedLetter[] = [];
    const starts = new Map<string, ReleaseStart>();
    const readers = new Set<string>();
    for (const application of applications)
      letters.push(
        ...(await previewLetters(platform, application, async (tx) => {
          const of = { applicationId: application.id, command: { type: command, stepId }, actor, now };
          const inside = { ...platform, db: tx };
          const before = await factsForPreview(inside, application.id, translator.language, now);
          if (!(await carryOutForPreview(tx, platform, of))) return false;
          await letAutomationsAct(inside, application.id);
          const after = await factsForPreview(inside, application.id, translator.language, now);
          if (command === 'release')
            for (const role of readersOfRelease(after.steps, stepId)) readers.add(role);
          for (const { title: step, told, role, start, deadline } of startedWork(before, after, now)) {
            const started = { step, told, role, start, deadline, timeZone: after.timeZone };
            const key = JSON.stringify(started);
            starts.set(key, { ...started, applications: (starts.get(key)?.applications ?? 0) + 1 });
          }
          return true;
        })),
      );
    return { letters, starts: [...starts.values()], readers: [...readers] };
  }),
];
