import {
  listActions as listActionsOf,
  listOpenActions as listOpen,
} from '@clearcall/contract/automations.ts';
import type { RefusalCode } from '@clearcall/contract/refusals.ts';
import { actionMessage, nothingMessage } from '@clearcall/domain/automation/action-texts.ts';
import { eventMessage } from '@clearcall/domain/model/event-texts.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/model/person-name.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { operation, type Platform } from '../../../platform/http/bind.ts';
import { refusalSentence, refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { loadInternals } from '../load-internals.ts';

interface Row {
  id: number;
  uid: string;
  flowVersionId: number;
  automation: string;
  action: string;
  state: 'planned' | 'done' | 'failed' | 'skipped';
  result: string | null;
  amount: number | null;
  attempts: number;
  plannedAt: string;
  settledAt: string | null;
  reason: string | null;
  by: StoredPerson | null;
  event: string;
}

/** A page of actions `q` of applications `ap`, the newest first, and one more where there are more. One statement. */
async function page(
  db: Db,
  which: RawBuilder<boolean>,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, ap.uid, ap.flow_version_id as "flowVersionId", q.automation_id as automation, q.action, q.state, q.result,
      q.amount, q.attempts, ${iso('q.planned_at')} as "plannedAt", ${iso('q.settled_at')} as "settledAt", q.reason,
      case when b.id is not null then jsonb_build_object('id', b.id, 'firstName', b.first_name,
        'lastName', ${lastName('b')}) end as by, e.type as event
    from planned_actions q join applications ap on ap.id = q.application_id join events e on e.id = q.event_id
      left join users b on b.id = q.settled_by
    where ${which} and ${before === undefined ? sql`true` : sql`q.id < ${before}`}
    order by q.id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** As staff read them: in words, with the title of the step. */
async function shown(platform: Platform, rows: readonly Row[], translator: Translator, now: Date) {
  return Promise.all(
    rows.map(async (row) => {
      const { flow } = await loadFlow(platform, row.flowVersionId, now, { reader: translator.language });
      const automation = flow.automations.find(({ id }) => id === row.automation);
      const stepId = automation === undefined || automation.do === 'notify' ? null : automation.step;
      const nothing = row.result === null ? null : nothingMessage(row.result);
      return {
        id: row.id,
        automation: row.automation,
        state: row.state,
        words: translator.translate(actionMessage(row.action)),
        step: stepId === null ? null : (flow.steps.find(({ id }) => id === stepId)?.title ?? stepId),
        cause: translator.translate(eventMessage(row.event, false)),
        result:
          row.result === null
            ? null
            : nothing === null
              ? refusalSentence(row.result as RefusalCode, translator)
              : translator.translate(nothing),
        amount: row.amount,
        attempts: row.attempts,
        plannedAt: row.plannedAt,
        settledAt: row.settledAt,
        by:
          row.by === null
            ? null
            : { ...row.by, lastName: translator.translate(lastNameMessage(row.by.lastName)) },
        reason: row.reason,
      };
    }),
  );
}

const nextOf = (rows: readonly Row[], limit: number) =>
  rows.length > limit ? (rows[limit - 1]?.id ?? null) : null;

/** What automations have planned, done and failed to do about an application. */
export const listActions = operation(
  listActionsOf,
  async ({ params, query, actor, now, translator }, platform) => {
    const application = await loadInternals(platform.db, actor, params.id);
    if (application === null) return refuse('not_found');
    const rows = await page(platform.db, sql`q.application_id = ${application.id}`, query);
    return {
      data: await shown(platform, rows.slice(0, query.limit), translator, now),
      next: nextOf(rows, query.limit),
    };
  },
);

/** What is still to be done or failed, of all applications that the reader looks after: not of the own, nor in conflict. */
export const listOpenActions = operation(listOpen, async ({ query, actor, now, translator }, platform) => {
  if (!actor.isStaff) return refuse('forbidden');
  const rows = await page(
    platform.db,
    sql`q.state in ('planned', 'failed') and ap.status <> 'draft' and ap.owner_id <> ${actor.userId}
      and not exists (select from conflicts c where c.application_id = ap.id and c.user_id = ${actor.userId}
        and c.cleared_at is null)
      and not exists (select from assignments w where w.application_id = ap.id and w.owner_id = ${actor.userId}
        and w.status = 'conflicted')`,
    query,
  );
  const listed = rows.slice(0, query.limit);
  const words = await shown(platform, listed, translator, now);
  return {
    data: words.map((one, nth) => ({ ...one, uid: listed[nth]?.uid ?? '' })),
    next: nextOf(rows, query.limit),
  };
});
