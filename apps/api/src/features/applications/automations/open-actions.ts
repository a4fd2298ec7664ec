import * as contract from '@clearcall/contract/running.ts';
import { lateSince, type openActionStates } from '@clearcall/domain/automation/open-action.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { mayOpenApplications } from '@clearcall/domain/permissions/administration.ts';
import { type RawBuilder, sql } from 'kysely';
import { configurationCommand } from '../../../platform/audit/configuration-command.ts';
import { iso } from '../../../platform/db/iso.ts';
import { languageOf, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { describeAction } from './list.ts';
import { retryActions } from './settle.ts';

type OpenState = (typeof openActionStates)[number];

/** Whether an action `q` is in a state of which administrators know. */
const isIn = (state: OpenState, now: Date): RawBuilder<boolean> =>
  state === 'failed'
    ? sql`q.state = 'failed'`
    : sql`(q.state = 'planned' and q.planned_at < ${lateSince(now)})`;
const isOpen = (now: Date): RawBuilder<boolean> => sql`(${isIn('failed', now)} or ${isIn('late', now)})`;

interface Row {
  id: number;
  callId: number;
  callTitle: string;
  told: Told;
  flowVersionId: number;
  automation: string;
  action: string;
  state: OpenState;
  dueAt: string;
  attempts: number;
  result: string | null;
  uid: string | null;
  alike: number;
}

/**
 * Actions that failed or are late. Administrators may open no application, so the list says nothing of one but the call
 * and the automation; staff of the review also get the ID of those that they may read.
 */
const list = operation(contract.listOpenActions, async ({ body, actor, now, translator }, platform) => {
  const { state, page, pageSize } = body;
  const reader = translator.language;
  const which = state === undefined ? isOpen(now) : isIn(state, now);
  const from = sql`from planned_actions q join applications ap on ap.id = q.application_id`;
  const { rows } = await sql<Row>`
    select q.id, ap.call_id as "callId", ${toldIn(reader, 'c', 'title')} as "callTitle",
      ${toldAs({ callTitle: languageOf(reader, 'c', 'title') })} as told, ap.flow_version_id as "flowVersionId",
      q.automation_id as automation, q.action, case when q.state = 'failed' then 'failed' else 'late' end as state,
      ${iso('d.due_at')} as "dueAt", q.attempts, q.result,
      case when ${mayOpenApplications(actor) ? seesWork(actor) : sql`false`} then ap.uid end as uid,
      (select count(*)::int from planned_actions o join applications x on x.id = o.application_id
        where x.call_id = ap.call_id and o.automation_id = q.automation_id
          and (o.state = 'failed' or o.state = 'planned' and o.planned_at < ${lateSince(now)})) as alike
    ${from} join calls c on c.id = ap.call_id
      cross join lateral (select coalesce(q.moment, q.planned_at) as due_at) d
    where ${which} order by q.id desc limit ${pageSize} offset ${page * pageSize}`.execute(platform.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${from} where ${which}`.execute(platform.db);
  const data = await Promise.all(
    rows.map(async ({ flowVersionId, action, result, ...row }) => {
      const kind = { ...row, flowVersionId, action, result };
      const { result: reason, ...described } = await describeAction(platform, kind, translator, now);
      return { ...row, ...described, reason };
    }),
  );
  return { data, total: counted[0]?.total ?? 0 };
});

const tryAgain = configurationCommand(contract.tryActionsAgain, async (tx, { params, body, actor, now }) => {
  const { rows: found } = await sql<{ callId: number; automation: string }>`
    select ap.call_id as "callId", q.automation_id as automation
    from planned_actions q join applications ap on ap.id = q.application_id
    where q.id = ${params.id} and ${isOpen(now)}`.execute(tx);
  const [kind] = found;
  if (kind === undefined) return refuse('not_found');
  const { callId, automation } = kind;
  const { rows } = await sql<{ id: number; applicationId: number }>`
    select q.id, q.application_id as "applicationId" from planned_actions q join applications ap on ap.id = q.application_id
    where ap.call_id = ${callId} and q.automation_id = ${automation} and ${isOpen(now)}
      and ${body.alike ? sql`true` : sql`q.id = ${params.id}`}
    order by q.id`.execute(tx);
  const chosen = rows.slice(0, contract.maxTriedAgain);
  // As for every action, the application is locked first.
  await sql`select from applications where id = any(${chosen.map(({ applicationId }) => applicationId)}::bigint[])
    order by id for update`.execute(tx);
  const count = await retryActions(
    tx,
    chosen.map(({ id }) => id),
    ['failed', 'planned'],
    actor.userId,
  );
  if (count === 0) return refuse('not_found');
  return {
    change: {
      action: 'actions_tried_again',
      subject: { kind: 'call', id: String(callId) },
      after: { automation, count },
      reason: body.reason,
    },
    reply: { count, left: rows.length - chosen.length },
  };
});

export const openActions = [list, tryAgain];
