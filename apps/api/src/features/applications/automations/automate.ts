import { commandsOf, type NothingToDo } from '@clearcall/domain/automation/commands-of.ts';
import { conditionHolds } from '@clearcall/domain/automation/conditions.ts';
import type { EventName } from '@clearcall/domain/forms/event-names.ts';
import { deepestChain, startedBy } from '@clearcall/domain/forms/started-by.ts';
import type { Assignee, Automation } from '@clearcall/domain/forms/types.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { isReachable } from '../../../platform/db/is-reachable.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { within } from '../../../platform/db/within.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { type CompiledFlow, loadFlow } from '../flow-facts.ts';
import { letWait } from '../releases/plan-release.ts';
import { carryOut } from '../workflow/carry-out.ts';
import { noteArrivals } from './all-at-step.ts';
import { loadHandedIn } from './what-was-handed-in.ts';

const payloadSchema = z.object({ applicationId: z.number() });

/** An action that fails so often for another reason than a refusal is given up, so that those behind it are done. */
const mostAttempts = 5;
/** Tries of the job that plans the notices; its mails have their own. */
export const noticeAttempts = 25;

/**
 * Looks at what happened to one application in the order in which it happened, plans what automations do about it, and
 * carries that out, one action after the other: each is decided behind the application's lock and noted in the
 * transaction that does it, so it is done once, wherever a worker stops and however many there are. What follows from
 * it is looked at in the same run. Notices are planned with a job of their own and hold nothing up. Source: Requirements
 * 2d, 2.1 to 2.6.
 */
export async function automate(platform: Platform, payload: unknown): Promise<Record<string, number>> {
  const { applicationId } = payloadSchema.parse(payload);
  const done = { planned: 0, done: 0, failed: 0 };
  for (;;) {
    const planned = await planNext(platform, applicationId);
    done.planned += planned;
    const carried = await carryOutNext(platform, applicationId);
    if (carried !== null) done[carried] += 1;
    else if (planned === 0) return done;
  }
}

interface AwaitedEvent {
  id: number;
  type: EventName;
  assignmentId: string | null;
  userId: number | null;
  detail: { step?: string; partition?: string; depth?: number; of?: string; by?: string; role?: string };
  /** Of the assignment. */
  role: string | null;
}

/** Holds an application until the end of the transaction; null where it is gone. */
async function hold(tx: Db, applicationId: number): Promise<{ flowVersionId: number } | null> {
  const { rows } = await sql<{ flowVersionId: number }>`
    select flow_version_id as "flowVersionId" from applications where id = ${applicationId} for update
  `.execute(tx);
  return rows[0] ?? null;
}

/** Plans the actions of all that nobody has looked at yet. Answers how many there are. */
async function planNext(platform: Platform, applicationId: number): Promise<number> {
  const now = workflowNow(platform);
  return within(platform.db, async (tx) => {
    const held = await hold(tx, applicationId);
    if (held === null) return 0;
    const { rows: events } = await sql<AwaitedEvent>`
      with taken as (delete from automation_events where application_id = ${applicationId} returning event_id)
      select e.id, e.type, e.assignment_id as "assignmentId", e.user_id as "userId", e.detail, a.role
      from taken join events e on e.id = taken.event_id left join assignments a on a.id = e.assignment_id
      order by e.id
    `.execute(tx);
    if (events.length === 0) return 0;
    const flow = await loadFlow(platform, held.flowVersionId, now, { via: tx });
    const planned = await planFor(tx, platform, { applicationId, events, flow, now });
    await noteArrivals(tx, { applicationId, flow, events: events.map(({ type }) => type) });
    return planned;
  });
}

async function planFor(
  tx: Db,
  platform: Platform,
  {
    applicationId,
    events,
    flow,
    now,
  }: { applicationId: number; events: readonly AwaitedEvent[]; flow: CompiledFlow; now: Date },
): Promise<number> {
  const started = events.flatMap((event) =>
    startedBy(flow.flow, {
      type: event.type,
      step: event.detail.step ?? null,
      partition: event.detail.partition ?? null,
      role: event.detail.role ?? event.role,
      by: event.detail.by ?? null,
      of: event.detail.of ?? null,
    }).map((automation) => ({ event, automation })),
  );
  const handedIn = started.some(({ automation }) => automation.when !== undefined)
    ? await loadHandedIn(tx, applicationId, flow, now)
    : null;
  const wanted = started.filter(
    ({ event, automation }) =>
      automation.when === undefined ||
      (handedIn !== null &&
        conditionHolds(flow.flow, automation, handedIn.context(event.detail.partition ?? null))),
  );
  // A chain ends somewhere, whatever a flow says; staff read it in the log.
  const tooDeep = wanted.filter(({ event }) => (event.detail.depth ?? 0) >= deepestChain);
  await platform.emit(
    tx,
    tooDeep.map(({ event, automation }) => ({
      type: 'automation_stopped',
      occurredAt: now,
      applicationId,
      detail: { automation: automation.id, cause: event.id, depth: event.detail.depth ?? 0 },
    })),
  );
  return planActions(
    tx,
    wanted
      .filter((one) => !tooDeep.includes(one))
      .map(({ event, automation }) => ({
        applicationId,
        eventId: event.id,
        automation,
        target: null,
        moment: null,
        depth: (event.detail.depth ?? 0) + 1,
      })),
    now,
  );
}

export interface NewAction {
  applicationId: number;
  eventId: number;
  automation: Automation;
  target: string | null;
  moment: string | null;
  depth: number;
  /** Mails of a notice that the caller has planned itself: nothing of it is left to do. */
  planned?: number | undefined;
}

/**
 * Writes what is to be done, each once however often it is planned, and the jobs that plan the notices among it, where
 * the caller has not. Answers how many there are beside those notices.
 */
export async function planActions(tx: Db, actions: readonly NewAction[], now: Date): Promise<number> {
  if (actions.length === 0) return 0;
  const rows = JSON.stringify(
    actions.map(({ automation, ...action }) => ({
      ...action,
      automationId: automation.id,
      action: automation.do,
    })),
  );
  const written = await sql<{ id: number; action: string; state: string }>`
    insert into planned_actions (application_id, event_id, automation_id, target, moment, action, depth, planned_at,
      state, attempts, amount, settled_at, result)
    select "applicationId", "eventId", "automationId", target, moment, action, depth, ${now}::timestamptz,
      case when planned is null then 'planned' else 'done' end, case when planned is null then 0 else 1 end, planned,
      case when planned is not null then ${now}::timestamptz end, case when planned = 0 then 'nobody' end
    from jsonb_to_recordset(${rows}::jsonb) as given("applicationId" bigint, "eventId" bigint, "automationId" text,
      target uuid, moment timestamptz, action text, depth integer, planned integer)
    on conflict do nothing returning id, action, state
  `.execute(tx);
  const notices = written.rows.filter(({ action, state }) => action === 'notify' && state === 'planned');
  for (const { id } of notices) await addJob(tx, 'notify_by_flow', { actionId: id }, noticeAttempts);
  return written.rows.length - notices.length;
}

export interface WaitingAction {
  id: number;
  eventId: number;
  automationId: string;
  depth: number;
  attempts: number;
  step: string | null;
  partition: string | null;
  assignmentId: string | null;
  userId: number | null;
}

/** The columns of a `WaitingAction`, of an action `q`, its event `e` and the assignment `a` that it is about. */
export const waitingAction = sql`q.id, q.event_id as "eventId", q.automation_id as "automationId", q.depth, q.attempts,
  coalesce(e.detail ->> 'step', a.step_id) as step, coalesce(e.detail ->> 'partition', a.partition_id) as partition,
  coalesce(q.target, e.assignment_id) as "assignmentId", e.user_id as "userId"`;

/** Carries out the next change that waits. Null: none does. */
async function carryOutNext(platform: Platform, applicationId: number): Promise<'done' | 'failed' | null> {
  let action: WaitingAction | undefined;
  try {
    return await within(platform.db, async (tx) => {
      const held = await hold(tx, applicationId);
      if (held === null) return null;
      const { rows } = await sql<WaitingAction>`
        select ${waitingAction}
        from planned_actions q join events e on e.id = q.event_id
          left join assignments a on a.id = coalesce(q.target, e.assignment_id)
        where q.application_id = ${applicationId} and q.state = 'planned' and q.action <> 'notify'
        order by q.id limit 1
      `.execute(tx);
      action = rows[0];
      return action === undefined ? null : carryOutOne(tx, platform, { applicationId, action, ...held });
    });
  } catch (error) {
    if (action === undefined) throw error;
    const givenUp = action.attempts + 1 >= mostAttempts;
    await settle(platform.db, action.id, givenUp ? 'failed' : 'planned', 'error', null, platform);
    if (!givenUp) throw error;
    platform.log.warn({ err: error, actionId: action.id }, 'an automation was given up');
    return 'failed';
  }
}

async function carryOutOne(
  tx: Db,
  platform: Platform,
  {
    applicationId,
    action,
    flowVersionId,
  }: { applicationId: number; action: WaitingAction; flowVersionId: number },
): Promise<'done' | 'failed'> {
  const now = workflowNow(platform);
  const { flow } = await loadFlow(platform, flowVersionId, now, { via: tx });
  const automation = flow.automations.find(({ id }) => id === action.automationId);
  if (automation === undefined || automation.do === 'notify')
    throw new Error(`a flow version has lost its automation ${action.automationId}`);
  const named = await peopleNamed(tx, applicationId, automation.do === 'assign' ? automation.to : null);
  let nothing: NothingToDo | null = null;
  const follows = { cause: action.eventId, depth: action.depth };
  const carried = await carryOut(tx, platform, {
    key: { key: String(applicationId) },
    actor: 'automation',
    now,
    people: named.ids,
    follows,
    make: ({ facts, person }) => {
      const commands = commandsOf(
        automation,
        facts,
        { ...action, monthly: 'monthly' in automation.on },
        { person, panelMembers: named.members, named: named.person },
        now,
      );
      if (typeof commands === 'string') nothing = commands;
      return typeof commands === 'string' ? [] : commands;
    },
    // Staff can stop what an automation releases as well.
    ...(automation.do === 'change_visibility' && {
      write: async (of) => {
        if (nothing !== null) return;
        const release = { stepId: automation.step, now, releaseId: platform.newId(), follows };
        await letWait(tx, platform, release, of);
      },
    }),
  });
  const state = carried.ok ? 'done' : 'failed';
  const result = carried.ok ? nothing : carried.code;
  await settle(tx, action.id, state, result, carried.ok ? carried.assignments.length : null, platform);
  return state;
}

/** Notes what became of an action. */
export async function settle(
  db: Db,
  id: number,
  state: 'planned' | 'done' | 'failed',
  result: string | null,
  amount: number | null,
  platform: Platform,
): Promise<void> {
  const at = state === 'planned' ? null : workflowNow(platform);
  await sql`
    update planned_actions set state = ${state}, attempts = attempts + 1, result = ${result}, amount = ${amount},
      settled_at = ${at} where id = ${id}
  `.execute(db);
}

/** Those whom an automation may give the work of an application to, as far as they are not found in its facts. */
async function peopleNamed(
  tx: Db,
  applicationId: number,
  to: Assignee | null,
): Promise<{ ids: number[]; members: { userId: number; part: string }[]; person: number | null }> {
  if (to === null || to === 'centres' || (typeof to === 'object' && 'role' in to))
    return { ids: [], members: [], person: null };
  const address = typeof to === 'object' && 'person' in to ? to.person : null;
  const isPanel = typeof to === 'object' && 'panel' in to;
  const { rows } = await sql<{
    owners: number[];
    members: { userId: number; part: string }[];
    person: number | null;
  }>`
    select array(select ap.owner_id union select a.owner_id from assignments a
        where a.application_id = ap.id and a.owner_id is not null) as owners,
      coalesce((select json_agg(json_build_object('userId', m.user_id, 'part', m.part) order by m.user_id, m.part)
        from memberships m join users u on u.id = m.user_id
        where ${isPanel} and m.panel = ap.panel and u.status = 'active'), '[]') as members,
      (select u.id from users u where u.email = ${address} and ${isReachable}) as person
    from applications ap where ap.id = ${applicationId}
  `.execute(tx);
  const { owners, members, person } = rows[0] ?? { owners: [], members: [], person: null };
  const ids = isPanel
    ? members.map(({ userId }) => userId)
    : address !== null
      ? person === null
        ? []
        : [person]
      : owners;
  return { ids: [...new Set(ids)], members, person };
}
