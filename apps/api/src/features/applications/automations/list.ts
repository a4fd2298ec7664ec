import {
  listActions as listActionsOf,
  listActionsOfAll as listAll,
  maxFailed,
} from '@clearcall/contract/automations.ts';
import type { RefusalCode } from '@clearcall/contract/refusals.ts';
import { eventMessage } from '@clearcall/domain/applications/event-texts.ts';
import { actionMessage, nothingMessage } from '@clearcall/domain/automation/action-texts.ts';
import { inOrderFor, titleAs } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/people/person-name.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { isKnownCall } from '../../../platform/db/known-call.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { languageOf, stepLanguage, stepTitleIn, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { operation, type Platform } from '../../../platform/http/bind.ts';
import { refusalSentence, refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { loadInternals } from '../load-internals.ts';

interface Row {
  id: number;
  uid: string;
  projectTitle: string;
  callTitle: string;
  told: Told;
  timeZone: string;
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
  reader: ReaderLanguage,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, ap.uid, ap.title as "projectTitle", ${toldIn(reader, 'c', 'title')} as "callTitle",
      ${toldAs({ callTitle: languageOf(reader, 'c', 'title') })} as told, c.time_zone as "timeZone", ap.flow_version_id as "flowVersionId", q.automation_id as automation, q.action, q.state, q.result,
      q.amount, q.attempts, ${iso('q.planned_at')} as "plannedAt", ${iso('q.settled_at')} as "settledAt", q.reason,
      case when b.id is not null then jsonb_build_object('id', b.id, 'firstName', b.first_name,
        'lastName', ${lastName('b')}) end as by, e.type as event
    from planned_actions q join applications ap on ap.id = q.application_id
      join calls c on c.id = ap.call_id join events e on e.id = q.event_id
      left join users b on b.id = q.settled_by
    where ${which} and ${before === undefined ? sql`true` : sql`q.id < ${before}`}
    order by q.id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** What an action does and what became of it, in words, with the title of the step. */
export async function describeAction(
  platform: Platform,
  row: Pick<Row, 'flowVersionId' | 'automation' | 'action' | 'result' | 'told'>,
  translator: Translator,
  now: Date,
) {
  const { flow } = await loadFlow(platform, row.flowVersionId, now, { reader: translator.language });
  const automation = flow.automations.find(({ id }) => id === row.automation);
  const stepId = automation === undefined || automation.do === 'notify' ? null : automation.step;
  const step = flow.steps.find(({ id }) => id === stepId);
  const nothing = row.result === null ? null : nothingMessage(row.result);
  return {
    words: translator.translate(actionMessage(row.action)),
    step: step?.title ?? stepId,
    told: { ...row.told, ...titleAs('step', step) },
    result:
      row.result === null
        ? null
        : nothing === null
          ? refusalSentence(row.result as RefusalCode, translator)
          : translator.translate(nothing),
  };
}

/** As staff read them. */
async function shown(platform: Platform, rows: readonly Row[], translator: Translator, now: Date) {
  return Promise.all(
    rows.map(async (row) => {
      const { result, ...described } = await describeAction(platform, row, translator, now);
      return {
        id: row.id,
        automation: row.automation,
        state: row.state,
        ...described,
        cause: translator.translate(eventMessage(row.event, false)),
        result,
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
    const rows = await page(
      platform.db,
      sql`q.application_id = ${application.id}`,
      query,
      translator.language,
    );
    return {
      data: await shown(platform, rows.slice(0, query.limit), translator, now),
      next: nextOf(rows, query.limit),
    };
  },
);

interface Around {
  failed: number;
  calls: { id: number; title: string; told: Told }[];
  automations: { id: string; does: string; step: string | null; told: Told }[];
}

/** What stands beside the list whatever it is narrowed to, and what it can be narrowed to. One statement. */
async function around(
  platform: Platform,
  { mine, callId, reader }: { mine: RawBuilder<boolean>; callId: number | undefined; reader: ReaderLanguage },
): Promise<Around> {
  const order = inOrderFor(reader, platform.organisation.language());
  const { rows } = await sql<Around>`
    select (select count(*)::int from (select from planned_actions q join applications ap on ap.id = q.application_id
        where q.state = 'failed' and ${mine} limit ${maxFailed}) f) as failed,
      coalesce((select json_agg(json_build_object('id', c.id, 'title', ${toldIn(reader, 'c', 'title')}, 'told', ${toldAs({ title: languageOf(reader, 'c', 'title') })}) order by c.id desc)
        from calls c where ${isKnownCall} and exists (select from flow_versions f where f.call_id = c.id
          and jsonb_array_length(coalesce(f.document -> 'automations', '[]')) > 0)), '[]') as calls,
      coalesce((select json_agg(json_build_object('id', a ->> 'id', 'does', a ->> 'do',
          'step', ${stepTitleIn(order, 's')}, 'told', ${toldAs({ step: stepLanguage(order, 's') })}) order by nth)
        from (select v.id, v.document from flow_versions v join calls c on c.id = v.call_id and ${isKnownCall}
          where c.id = ${callId ?? null}::bigint order by v.id desc limit 1) f
          cross join jsonb_array_elements(coalesce(f.document -> 'automations', '[]')) with ordinality as list(a, nth)
          left join flow_steps s on s.flow_version_id = f.id and s.step_id = a ->> 'step'), '[]') as automations
  `.execute(platform.db);
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without tables answered nothing');
  return found;
}

/** The same of all applications that the reader looks after: not of the own, nor in conflict. */
export const listActionsOfAll = operation(listAll, async ({ query, actor, now, translator }, platform) => {
  if (!actor.isStaff) return refuse('forbidden');
  const { state, callId, automation } = query;
  const mine = seesWork(actor);
  const inState =
    state === 'open' ? sql<boolean>`q.state in ('planned', 'failed')` : sql<boolean>`q.state = ${state}`;
  const which = sql<boolean>`${inState} and ${mine}
    and ${callId === undefined ? sql`true` : sql`ap.call_id = ${callId}`}
    and ${callId === undefined || automation === undefined ? sql`true` : sql`q.automation_id = ${automation}`}`;
  const reader = translator.language;
  const rows = await page(platform.db, which, query, reader);
  const listed = rows.slice(0, query.limit);
  const words = await shown(platform, listed, translator, now);
  const beside = await around(platform, { mine, callId, reader });
  return {
    data: words.map((one, nth) => {
      const { uid = '', projectTitle = '', callTitle = '', timeZone = '' } = listed[nth] ?? {};
      return { ...one, uid, projectTitle, callTitle, timeZone };
    }),
    next: nextOf(rows, query.limit),
    ...beside,
    automations: beside.automations.map(({ id, does, step, told }) => ({
      id,
      words: translator.translate(actionMessage(does)),
      step,
      told,
    })),
  };
});
