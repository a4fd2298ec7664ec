import { conditionHolds } from '@clearcall/domain/automation/conditions.ts';
import { type DueTimer, dueTimers } from '@clearcall/domain/automation/due-timers.ts';
import { type Recipients, recipientsOf } from '@clearcall/domain/automation/recipients-of.ts';
import { inConflict, type WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import { sql } from 'kysely';
import { isReachable } from '../../../platform/db/is-reachable.ts';
import { lockThings } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { automateAttempts } from '../../../platform/outbox/emit.ts';
import { makingOf, type PlannedMail, planDeliveries } from '../../../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { loadFlow } from '../flow-facts.ts';
import { loadFactsOf, withSteps } from '../workflow/load-facts.ts';
import { planActions } from './automate.ts';
import { noticeFacts, type Recipient, withTakers } from './notify-by-flow.ts';
import { loadHandedIn } from './what-was-handed-in.ts';

/** Applications at once: what a look holds in memory, however many there are. */
const batch = 100;
/** So many are found at once: finding goes through all that is due, planning only through its own. */
const foundAtOnce = 10_000;
/** So many batches are planned at once: while the database writes one, the next is thought through. */
const lanes = 2;

/**
 * Applications in which the moment of a timer may have come after `from` and not after `until`, by their ids. A sieve
 * that reads an index for each kind of timer: the domain decides of each. One statement.
 */
async function applicationsDue(db: Db, since: Date, now: Date, after: number): Promise<number[]> {
  // Typed, or a moment less an interval would be read as an interval.
  const [from, until] = [sql`${since}::timestamptz`, sql`${now}::timestamptz`];
  const between = (moment: ReturnType<typeof sql>) => sql`${moment} > ${from} - make_interval(days => t.days)
    and ${moment} <= ${until} - make_interval(days => t.days)`;
  const ongoing = sql`a.status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested')`;
  const { rows } = await sql<{ id: number }>`
    with timers as materialized (
      select distinct flow_version_id, case when anchor = 'unanswered' then 'assigned' else anchor end as anchor,
        days, step_id
      from flow_automations where anchor is not null),
    closing as materialized (
      select k.id as cutoff_id, null::text as step_id, coalesce(case when k.ends_at >= '2000-01-01T00:00:00Z' then k.ends_at end, (
        select min(l.starts_at) from cutoffs l where l.call_id = k.call_id and l.starts_at > k.starts_at)) as ends_at
      from cutoffs k
      union all
      select w.cutoff_id, w.step_id, coalesce(case when w.ends_at >= '2000-01-01T00:00:00Z' then w.ends_at end, (
        select min(l.starts_at) from timeframes l
        where l.call_id = w.call_id and l.step_id = w.step_id and l.starts_at > w.starts_at))
      from timeframes w)
    select id from (
      select a.application_id as id from timers t
        join assignments a on a.step_id = t.step_id and ${ongoing} and ${between(sql`a.deadline_at`)}
        join applications ap on ap.id = a.application_id and ap.flow_version_id = t.flow_version_id
      where t.anchor = 'deadline'
      union
      -- What has no deadline of its own closes with its cut-off or timeframe; a draft follows its call to a later one.
      select ap.id from timers t join closing w on ${between(sql`w.ends_at`)}
          and (w.step_id is null or t.anchor = 'deadline' and w.step_id = t.step_id)
        join cutoffs k on k.id = w.cutoff_id
        join applications ap on ap.call_id = k.call_id and ap.flow_version_id = t.flow_version_id
          and (ap.cutoff_id = k.id or ap.status = 'draft')
      where t.anchor in ('deadline', 'cutoff')
      union
      select a.application_id from timers t
        join assignments a on a.step_id = t.step_id and ${ongoing} and ${between(sql`a.created_at`)}
        join applications ap on ap.id = a.application_id and ap.flow_version_id = t.flow_version_id
      where t.anchor = 'assigned'
      union
      select ap.id from timers t join timeframes w on w.step_id = t.step_id and ${between(sql`w.starts_at`)}
        join applications ap on ap.cutoff_id = w.cutoff_id and ap.flow_version_id = t.flow_version_id
      where t.anchor = 'assigned' and ap.status <> 'draft'
      union
      select ap.id from timers t
        join step_states s on s.step_id = t.step_id and s.released_at is not null and ${between(sql`s.released_at`)}
        join applications ap on ap.id = s.application_id and ap.flow_version_id = t.flow_version_id
      where t.anchor = 'released'
      union
      select ap.id from timers t
        join applications ap on ap.flow_version_id = t.flow_version_id and ap.status = 'approved'
          and ${between(sql`ap.award_ends_at`)}
      where t.anchor = 'award_end'
      union
      select ap.id from timers t
        join applications ap on ap.flow_version_id = t.flow_version_id and ap.status = 'approved' and ap.award_ends_at > ${from}
        join calls c on c.id = ap.call_id
        join decisions d on d.application_id = ap.id and d.starts_on is not null and d.released_at is not null
      where t.anchor = 'award_start' and ${between(sql`(d.starts_on::timestamp at time zone c.time_zone)`)}
        or t.anchor = 'monthly' and exists (
          select from generate_series(greatest(d.starts_on::timestamp, ${from} at time zone c.time_zone - interval '1 day')::date,
            (${until} at time zone c.time_zone)::date, interval '1 day') day
          where extract(day from day) = least(extract(day from d.starts_on),
              extract(day from date_trunc('month', day) + interval '1 month - 1 day'))
            and (day::timestamp at time zone c.time_zone) > ${from} and (day::timestamp at time zone c.time_zone) <= ${until})
    ) due where id > ${after} order by id limit ${foundAtOnce}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Looks which timers of flows came due since the look before, and plans what they start: changes as actions of their
 * application, notices as mails at once. A look that stops anywhere is made again from where the last whole one ended,
 * and plans nothing twice. Answers what was planned. Source: Requirements 2d, 3.1 to 3.6.
 */
export async function runDueTimers(platform: Platform): Promise<Record<string, number>> {
  const until = workflowNow(platform);
  const planned = { timers: 0, notices: 0 };
  const { rows } = await sql<{
    until: Date;
  }>`select until from workflow_sweeps where name = 'timers'`.execute(platform.db);
  const from = rows[0]?.until;
  if (from === undefined || from >= until) return planned;
  for (let after = 0; ; ) {
    const ids = await applicationsDue(platform.db, from, until, after);
    let at = 0;
    const runLane = async () => {
      while (at < ids.length) {
        const some = ids.slice(at, at + batch);
        at += batch;
        const counted = await platform.db
          .transaction()
          .execute((tx) => planBatch(tx, platform, some, { from, until }));
        planned.timers += counted.timers;
        planned.notices += counted.notices;
      }
    };
    // Each lane is waited for, also where the other has failed.
    const ended = await Promise.allSettled(Array.from({ length: lanes }, runLane));
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
    const last = ids.at(-1);
    if (last === undefined || ids.length < foundAtOnce) break;
    after = last;
  }
  await sql`update workflow_sweeps set until = greatest(until, ${until}) where name = 'timers'`.execute(
    platform.db,
  );
  return planned;
}

type Due = DueTimer & { applicationId: number; flowVersionId: number; facts: WorkflowFacts };

const keyOf = (applicationId: number, automationId: string, target: string | null, moment: string): string =>
  [applicationId, automationId, target ?? '', Date.parse(moment)].join(' ');

async function planBatch(
  tx: Db,
  platform: Platform,
  ids: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<{ timers: number; notices: number }> {
  // Concurrent runs wait for each other at each application, so no timer fires twice.
  await lockThings(tx, 'timersOfApplication', ids);
  const loaded = await loadFactsOf(tx, ids, []);
  const { rows: known } = await sql<{ id: number; automation: string; target: string | null; moment: Date }>`
    select application_id as id, automation_id as automation, target, moment from planned_actions
    where application_id = any(${[...ids]}::bigint[]) and moment > ${from} and moment <= ${until}
  `.execute(tx);
  const planned = new Set(
    known.map(({ id, automation, target, moment }) => keyOf(id, automation, target, moment.toISOString())),
  );
  const due: Due[] = [];
  for (const one of loaded) {
    const { applicationId, flowVersionId } = one;
    const flow = await loadFlow(platform, flowVersionId, until, { via: tx });
    const facts = withSteps(one, flow.flow.steps);
    const found = dueTimers(flow.flow, facts, from, until).filter(
      ({ automation, assignment, moment }) =>
        !planned.has(keyOf(applicationId, automation.id, assignment?.id ?? null, moment)),
    );
    const handedIn = found.some(({ automation }) => automation.when !== undefined)
      ? await loadHandedIn(tx, applicationId, flow, until)
      : null;
    for (const timer of found) {
      const partition = timer.assignment?.partitionId ?? null;
      if (
        timer.automation.when === undefined ||
        (handedIn !== null && conditionHolds(flow.flow, timer.automation, handedIn.context(partition)))
      )
        due.push({ ...timer, applicationId, flowVersionId, facts });
    }
  }
  if (due.length === 0) return { timers: 0, notices: 0 };
  const eventIds = await platform.emit(
    tx,
    due.map(({ applicationId, automation, assignment }) => {
      const step = assignment?.stepId ?? stepOf(automation.on);
      return {
        type: 'timer_reached',
        occurredAt: until,
        applicationId,
        assignmentId: assignment?.id,
        userId: assignment?.ownerId ?? undefined,
        detail: {
          automation: automation.id,
          ...(step === undefined ? {} : { step }),
          ...(assignment?.partitionId == null ? {} : { partition: assignment.partitionId }),
        },
      };
    }),
  );
  const withEvents = due.map((one, nth) => ({ ...one, eventId: eventIds[nth] ?? 0 }));
  const mailsOf = await planNotices(tx, platform, withEvents, until);
  await planActions(
    tx,
    withEvents.map(({ applicationId, eventId, automation, assignment, moment }) => ({
      applicationId,
      eventId,
      automation,
      target: assignment?.id ?? null,
      moment,
      depth: 1,
      planned: mailsOf.get(eventId),
    })),
    until,
  );
  const changed = new Set(
    withEvents.flatMap(({ automation, applicationId }) => (automation.do === 'notify' ? [] : applicationId)),
  );
  for (const applicationId of changed) await addJob(tx, 'automate', { applicationId }, automateAttempts);
  return { timers: due.length, notices: [...mailsOf.values()].reduce((sum, mails) => sum + mails, 0) };
}

function stepOf(on: Due['automation']['on']): string | undefined {
  if ('timer' in on) return on.timer.step;
  return 'unanswered' in on ? on.step : undefined;
}

/** Returns the step whose submission ends a timer. */
const awaitedStep = (on: Due['automation']['on']): string | undefined =>
  'timer' in on ? on.timer.until : undefined;

/** Plans the mails of all notices of a batch, and answers how many of each event: their recipients are looked up together. */
async function planNotices(
  tx: Db,
  platform: Platform,
  due: readonly (Due & { eventId: number })[],
  now: Date,
): Promise<Map<number, number>> {
  const notices: (Due & { eventId: number; recipients: Recipients; templateId: string })[] = [];
  for (const one of due) {
    const { automation, facts, assignment, applicationId, flowVersionId } = one;
    if (automation.do !== 'notify') continue;
    const flow = await loadFlow(platform, flowVersionId, now, { via: tx });
    const handedIn = automation.recipients.some(({ to }) => to === 'form_element_email')
      ? await loadHandedIn(tx, applicationId, flow, now)
      : null;
    const recipients = recipientsOf(
      automation.recipients,
      facts,
      {
        step: assignment?.stepId ?? stepOf(automation.on) ?? null,
        partition: assignment?.partitionId ?? null,
        assignmentId: assignment?.id ?? null,
        userId: assignment?.ownerId ?? null,
        monthly: false,
      },
      handedIn?.steps.flatMap(({ answers }) => answers) ?? [],
    );
    notices.push({ ...one, recipients, templateId: automation.template });
  }
  const amounts = new Map<number, number>();
  if (notices.length === 0) return amounts;
  const wanted = await withTakers(tx, notices, now);
  const people = await loadAccounts(
    tx,
    platform,
    wanted.map(({ recipients }) => recipients),
  );
  const mails = wanted.flatMap((one) => {
    const { facts, assignment, automation, applicationId, flowVersionId, eventId, recipients, templateId } =
      one;
    const found = new Map<string, Recipient>();
    for (const recipient of people(recipients))
      if (
        !inConflict(facts, recipient.userId) &&
        (!recipient.byStaff || recipient.userId !== facts.application.ownerId)
      )
        found.set(recipient.email.toLowerCase(), recipient);
    amounts.set(eventId, found.size);
    return [...found.values()].map(
      ({ userId, email }): PlannedMail => ({
        recipient: email,
        template: 'flow_notice',
        eventId,
        facts: noticeFacts(
          {
            applicationId,
            assignmentId: assignment?.id ?? null,
            stepId: assignment?.stepId ?? stepOf(automation.on) ?? awaitedStep(automation.on) ?? null,
            partitionId: assignment?.partitionId ?? null,
            flowVersionId,
            templateId,
            eventId,
            automationId: automation.id,
          },
          { userId, email },
        ),
      }),
    );
  });
  await planDeliveries(tx, null, mails, { ...makingOf(platform), urgency: 'can_wait' });
  return amounts;
}

/** The accounts behind many recipients, in one statement; answers how to find those of each. */
async function loadAccounts(
  tx: Db,
  platform: Platform,
  all: readonly Recipients[],
): Promise<(of: Recipients) => (Recipient & { byStaff: boolean })[]> {
  const { staffRoles } = (await platform.organisation()).theme;
  const each = <T>(of: (one: Recipients) => readonly T[]) => [...new Set(all.flatMap(of))];
  const { rows } = await sql<{
    id: number | null;
    email: string;
    by: 'id' | 'email' | 'staff' | 'centre';
    key: string;
  }>`
    select u.id, u.email, 'id' as by, u.id::text as key from users u
    where u.id = any(${each(({ userIds }) => userIds)}::bigint[]) and ${isReachable}
    union all
    select u.id, u.email, 'staff', '' from users u
    where ${all.some(({ staff }) => staff)} and u.role = any(${[...staffRoles]}::text[]) and u.status = 'active'
    union all
    select distinct u.id, u.email, 'centre', p.id from users u join memberships m on m.user_id = u.id
      join partitions p on p.centre_id = m.centre_id
    where p.id = any(${each(({ centresOf }) => centresOf)}::text[]) and u.role = 'compute_centre_representative'
      and u.status = 'active'
    union all
    select u.id, given::citext, 'email', given from unnest(${each(({ emails }) => emails)}::text[]) given
      left join users u on u.email = given::citext
  `.execute(tx);
  const found = new Map<string, (Recipient & { byStaff: boolean })[]>();
  for (const { id, email, by, key } of rows) {
    const name = `${by} ${key}`;
    const list = found.get(name) ?? [];
    list.push({ userId: id, email, byStaff: by === 'staff' });
    found.set(name, list);
  }
  const get = (name: string) => found.get(name) ?? [];
  return ({ userIds, emails, staff, centresOf }) => [
    ...userIds.flatMap((id) => get(`id ${id}`)),
    ...(staff ? get('staff ') : []),
    ...centresOf.flatMap((partition) => get(`centre ${partition}`)),
    ...emails.flatMap((email) => get(`email ${email}`)),
  ];
}
