import { listPendingActions } from '@clearcall/contract/applications.ts';
import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import {
  type AssignmentStatus,
  goneStatuses,
  ongoingStatuses,
  pendingStatuses,
} from '@clearcall/domain/applications/statuses.ts';
import { assignmentTime } from '@clearcall/domain/deadlines/assignment-time.ts';
import {
  type AgeingDraft,
  type DraftNotices,
  draftEndsAt,
} from '@clearcall/domain/deadlines/draft-expiry.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { actsFor } from '@clearcall/domain/people/roles.ts';
import {
  type ApplicationSnapshot,
  type AssignmentSnapshot,
  type CutoffSnapshot,
  cutoffsOfStep,
} from '@clearcall/domain/permissions/application-snapshot.ts';
import {
  type DisclosingStep,
  disclosedAssignment,
} from '@clearcall/domain/permissions/disclosed-assignment.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import type { PayableReview } from '@clearcall/domain/workflow/payment-due.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled-once.ts';
import { iso } from '../../platform/db/iso.ts';
import { releasedAtJson } from '../../platform/db/released-at.ts';
import { stepLanguage, stepTitleIn, toldAs } from '../../platform/db/told-in.ts';
import { operation } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  askedAmountsOf,
  flowOf,
  loadAnswers,
  loadFlows,
  wantedToKnowAmounts,
} from './asked-of-applications.ts';
import { loadAwarded } from './awarded-of-applications.ts';
import { loadFollowedCutoffs } from './followed-cutoffs.ts';
import { loadStepsToRelease } from './releases/steps-to-release.ts';
import {
  constants,
  meaningsTold,
  type OwnRule,
  ownPanels,
  ownPartitions,
  type RuleFacts,
  rulesThatTell,
  whereInScope,
} from './scope-sql.ts';
import { lastMailJson, timeframesJson, waitsForChanges } from './sql.ts';
import { loadBoards } from './task-boards.ts';
import { payableReviewsJson, unpaidReviews } from './unpaid-reviews.ts';

/** Rows by columns, all ids and all names: so the database and we have half the work of an object for each. */
type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

interface KnownApplication
  extends Omit<
    DashboardApplication,
    'asked' | 'awarded' | 'unit' | 'assignments' | 'draftExpiresAt' | 'partition' | 'timeZone'
  > {
  partition: string;
  ownerId: number;
  callId: number;
  cutoffId: number | null;
  flowVersionId: number;
}

/** What rules ask of an application of somebody who is not staff. */
type Asked = Omit<RuleFacts, 'work' | 'mayTake'>;

/** An assignment of the caller, or one to take. */
interface KnownAssignment {
  id: string;
  applicationId: number;
  stepId: string;
  role: string;
  status: AssignmentStatus;
  deadline: string | null;
  partitionId: string | null;
  isUnowned: boolean;
  canTake: boolean;
  waitsForChanges: boolean;
  asksForTime: boolean;
  /** Of what was judged. */
  judged:
    | (Pick<AssignmentSnapshot, 'activities'> & Pick<ApplicationSnapshot, 'awardDeclinedAt' | 'releasedAt'>)
    | null;
}

/** What applications have in common is told once, however many of them wait. */
interface Found {
  roles: string[];
  applications: Columns<KnownApplication> & Partial<Columns<Asked>>;
  assignments: Columns<KnownAssignment>;
  drafts: Record<string, AgeingDraft & Pick<DraftNotices, 'last'>>;
  /** By the ids of their calls. */
  windows: Record<string, Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[]>;
  /** By their ids. */
  calls: Record<string, { timeZone: string; unit: string }>;
  steps: (DisclosingStep & {
    flowVersionId: number;
    title: string;
    told: Told;
    type: string;
    isFirst: boolean;
    assignedBy: string[];
  })[];
  /** Their names by their ids. */
  partitions: Record<string, string>;
  rules: OwnRule[];
  /** Submitted reviews of the caller that are paid, while bank details are missing. */
  payable: PayableReview[];
}

/** Of an application `ap` what is told, or decides about it. */
const application = sql`ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.partitions, ap.owner_id,
  ap.call_id, ap.cutoff_id, ap.flow_version_id, ap.partition_ids, ap.panel, ap.readership_id, ap.created_at,
  ap.updated_at`;
const unowned = sql`select a.id, a.application_id, a.role, a.step_id, a.status, a.deadline_at, a.partition_id, a.created_at
  from assignments a where a.owner_id is null and a.status = 'assigned'`;

/** What it takes to know how judged work `a` is told; of all other there is nothing to read. */
const judgedJson: RawBuilder<KnownAssignment['judged']> = sql`case when a.status in ('approved', 'rejected')
  then json_build_object(
    'activities', coalesce((select json_agg(json_build_object('status', v.status, 'reason', null, 'createdAt', ${iso('v.created_at')})
      order by v.created_at, v.id) from activities v where v.assignment_id = a.id), '[]'),
    'awardDeclinedAt', (select ${iso('ap.award_declined_at')} from applications ap where ap.id = a.application_id),
    'releasedAt', ${releasedAtJson('a.application_id')}) end`;

/** Which applications somebody's centres or panels reach, where their role acts for them. */
function reachOf({ userId, role }: Viewer): RawBuilder<boolean> {
  switch (actsFor[role]) {
    case 'centre':
      return sql`ap.partition_ids && ${ownPartitions(userId)}`;
    case 'panel':
      return sql`ap.panel = any(${ownPanels(userId)})`;
    default:
      return sql`true`;
  }
}

/**
 * Work that nobody has, on an application that is not the caller's, of a step and a partition that the caller may take it
 * for and does not work on; each application is looked up by its id.
 */
const takeable = (viewer: Viewer): RawBuilder<unknown> => {
  const { userId, role } = viewer;
  return sql`
  select ${role}::text as role, ${application}, a.id as takeable, a.role as given_role, a.step_id, a.status as given_status,
    a.deadline_at, a.partition_id, a.created_at as given_at, ${waitsForChanges} as waits
  from (${unowned} and a.partition_id is null
      union all ${unowned} and a.partition_id = any(${ownPartitions(userId)})) a
    cross join lateral (select ${application} from applications ap where ap.id = a.application_id offset 0) ap
  where (a.role = ${role} or a.step_id = any(array(select f.step_id from flow_steps f where ${role} = any(f.roles))))
    and (a.role = ${role} or (select ${role} = any(s.roles) from flow_steps s
      where s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id))
    and (a.partition_id is not null or ${reachOf(viewer)})
    and not exists (select from assignments o where o.application_id = a.application_id and o.owner_id = ${userId}
      and o.step_id = a.step_id and o.partition_id is not distinct from a.partition_id
      and o.status in (${sql.join(ongoingStatuses.map((status) => sql.lit(status)))}))
    and ap.owner_id <> ${userId} and ${whereInScope([{ kind: 'submitted', userId }])}`;
};

/**
 * The statement: which applications something waits in, then each kind of what is to be known of them by their ids. No
 * kind is joined with another: how many there are the planner cannot know, and it would go through one for each of the other.
 */
function whatWaits({
  viewer,
  role,
  limit,
  offset,
  order,
}: {
  viewer: Viewer;
  role: string | undefined;
  limit: number;
  offset: number;
  order: Language[];
}) {
  const { userId, isStaff } = viewer;
  const ids = sql`array(select id from known)`;
  const calls = sql`(select calls from shared)::bigint[]`;
  const versions = sql<number[]>`(select versions from shared)::bigint[]`;
  const inRole = role === undefined ? sql`true` : sql`ap.role = ${role}`;
  const isLive = sql`a.status <> all(${constants(goneStatuses)})`;
  return sql<Found>`
    with pending as materialized (
      select a.role, ${application}, null::uuid as takeable, null as given_role, null as step_id, null as given_status,
        null::timestamptz as deadline_at, null as partition_id, null::timestamptz as given_at, false as waits
      from assignments a join applications ap on ap.id = a.application_id
      where a.owner_id = ${userId} and a.status = any(${constants(pendingStatuses)})
        and ${whereInScope([
          { kind: 'owned_by', userId },
          { kind: 'submitted', userId },
        ])}
      union all ${takeable(viewer)}),
    known as materialized (
      select distinct on (ap.id) ${application} from pending ap where ${inRole} order by ap.id
      offset ${offset}::int limit ${limit}::int),
    shared as materialized (
      select array_agg(distinct call_id) as calls, array_agg(distinct flow_version_id) as versions,
        min(id) as first_id, max(id) as last_id from known)
    select coalesce((select json_agg(distinct p.role order by p.role) from pending p), '[]') as roles,
      (select json_build_object('id', json_agg(ap.id), 'uid', json_agg(ap.uid), 'status', json_agg(ap.status),
        'projectTitle', json_agg(ap.title), 'firstName', json_agg(ap.pi_first_name),
        'lastName', json_agg(ap.pi_last_name), 'partition', json_agg(array_to_string(ap.partitions, ', ')),
        'ownerId', json_agg(ap.owner_id), 'callId', json_agg(ap.call_id), 'cutoffId', json_agg(ap.cutoff_id),
        'flowVersionId', json_agg(ap.flow_version_id)
        ${
          isStaff
            ? sql``
            : sql`, 'readership', json_agg(ap.readership_id), 'inCentre', json_agg(ap.partition_ids && ${ownPartitions(userId)}),
        'inPanel', json_agg(coalesce(ap.panel = any(${ownPanels(userId)}), false))`
        })
      from known ap) as applications,
      (select json_build_object('id', json_agg(w.id), 'applicationId', json_agg(w.application_id),
        'stepId', json_agg(w.step_id), 'role', json_agg(w.role), 'status', json_agg(w.status),
        'deadline', json_agg(w.deadline_at), 'partitionId', json_agg(w.partition_id),
        'isUnowned', json_agg(w.unowned), 'canTake', json_agg(w.can_take), 'waitsForChanges', json_agg(w.waits), 'asksForTime', json_agg(w.asks_for_time), 'judged', json_agg(w.judged))
      from (select a.id, a.application_id, a.step_id, a.role, a.status, a.deadline_at, a.partition_id, a.created_at,
            false as unowned, false as can_take,
            a.status in ('assigned', 'accepted') and (select ${waitsForChanges} from known ap where ap.id = a.application_id) as waits,
            a.time_request is not null and a.time_request ->> 'declined' is null as asks_for_time,
            ${judgedJson} as judged
          from assignments a where a.application_id = any(${ids}) and a.owner_id = ${userId} and ${isLive}
          union all select takeable, id, step_id, given_role, given_status, deadline_at, partition_id, given_at, true, not waits, waits, false, null
          from pending ap where takeable is not null and ${inRole}
            and id between (select first_id from shared) and (select last_id from shared)
          order by application_id, created_at, id) w) as assignments,
      coalesce((select json_object_agg(ap.id, json_build_object('createdAt', ${iso('ap.created_at')},
        'changedAt', ${iso('ap.updated_at')}, 'last', ${lastMailJson}))
      from known ap where ap.status = 'draft'), '{}') as drafts,
      coalesce((select json_object_agg(w.call_id, w.cutoffs) from (
        select k.call_id, json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')}, 'timeframes', ${timeframesJson}) order by k.starts_at, k.id) as cutoffs
        from cutoffs k where k.call_id = any(${calls}) group by k.call_id) w), '{}') as windows,
      coalesce((select json_object_agg(c.id, json_build_object('timeZone', c.time_zone, 'unit', c.unit))
      from calls c where c.id = any(${calls})), '{}') as calls,
      coalesce((select json_agg(json_build_object('flowVersionId', s.flow_version_id, 'id', s.step_id,
        'title', ${stepTitleIn(order, 's')}, 'told', ${toldAs({ step: stepLanguage(order, 's') })}, 'type', s.kind, 'isFirst', s.is_first, 'assignedBy', s.assigned_by,
        'order', s.position, 'judges', s.judges, 'final', s.is_final))
      from flow_steps s where s.flow_version_id = any(${versions})), '[]') as steps,
      coalesce((select json_object_agg(n.id, n.name) from partitions n), '{}') as partitions,
      ${
        isStaff
          ? sql`'[]'::json`
          : rulesThatTell(viewer, sql`array(select distinct readership_id from known)`)
      } as rules,
      ${role === undefined || role === 'scientific_reviewer' ? payableReviewsJson(userId) : sql`'[]'::json`} as payable
  `;
}

/** Rows of columns, each made by its number. Of no rows the database makes no columns. */
const rowsOf = <Row>(first: readonly unknown[] | null, rowAt: (at: number) => Row): Row[] =>
  (first ?? []).map((_cell, at) => rowAt(at));

/** Columns of one table are equally long. */
const cell = <Cell>(column: readonly Cell[], at: number): Cell => column[at] as Cell;

// Each row is written out, because that makes hundreds ten times as fast as a walk through the names.
const applicationsOf = (table: Found['applications']): (KnownApplication & Asked)[] =>
  rowsOf(table.id, (at) => ({
    id: cell(table.id, at),
    uid: cell(table.uid, at),
    status: cell(table.status, at),
    projectTitle: cell(table.projectTitle, at),
    firstName: cell(table.firstName, at),
    lastName: cell(table.lastName, at),
    partition: cell(table.partition, at),
    ownerId: cell(table.ownerId, at),
    callId: cell(table.callId, at),
    cutoffId: cell(table.cutoffId, at),
    flowVersionId: cell(table.flowVersionId, at),
    readership: table.readership?.[at] ?? null,
    inCentre: table.inCentre?.[at] ?? false,
    inPanel: table.inPanel?.[at] ?? false,
  }));

const assignmentsOf = (table: Columns<KnownAssignment>): KnownAssignment[] =>
  rowsOf(table.id, (at) => ({
    id: cell(table.id, at),
    applicationId: cell(table.applicationId, at),
    stepId: cell(table.stepId, at),
    role: cell(table.role, at),
    status: cell(table.status, at),
    deadline: cell(table.deadline, at),
    partitionId: cell(table.partitionId, at),
    isUnowned: cell(table.isUnowned, at),
    canTake: cell(table.canTake, at),
    waitsForChanges: cell(table.waitsForChanges, at),
    asksForTime: cell(table.asksForTime, at),
    judged: cell(table.judged, at),
  }));

/** Rows with those of the same application. */
function byApplication<Row extends { applicationId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const lists = new Map<number, Row[]>();
  for (const row of rows) {
    const list = lists.get(row.applicationId);
    if (list === undefined) lists.set(row.applicationId, [row]);
    else list.push(row);
  }
  return lists;
}

/** Decides the same once for all that are alike: hundreds wait, and they differ in little. */
function onceFor<Decided>(known: Map<string, Decided>, key: string, decide: () => Decided): Decided {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const decided = decide();
  known.set(key, decided);
  return decided;
}

/** Amounts are read of so many applications, so that a reply stays fast however many wait. */
const maxWithAmounts = 200;

/** Returns the reader of requested amounts for people who may read some meanings of the first step. */
async function loadAsked(
  platform: Platform,
  applications: readonly KnownApplication[],
  { partitions, ...reading }: { now: Date; reader: ReaderLanguage; partitions: Record<string, string> },
) {
  const some = applications.filter(({ status }) => status !== 'draft').slice(0, maxWithAmounts);
  const flows = await loadFlows(platform, some, reading);
  const wanted = some.flatMap((one) => wantedToKnowAmounts(one.id, flowOf(one, flows)));
  const contents = Map.groupBy(await loadAnswers(platform.db, wanted), ({ applicationId }) => applicationId);
  return (application: KnownApplication, visible: ReadonlySet<string> | null) => {
    const own = contents.get(application.id);
    if (own === undefined) return [];
    return askedAmountsOf(visible && [...visible], flowOf(application, flows), own).flatMap(
      ({ partitionId, amount }) =>
        amount === null ? [] : [{ partition: partitions[partitionId] ?? partitionId, amount }],
    );
  };
}

/**
 * What waits for the caller, in one role or in all: own assignments on applications that the caller may see, and work of
 * the own centre or role that nobody has taken yet. Of these applications it tells all that the caller has on them, also
 * what asks for nothing now, each with the status that the page of the application tells. The oldest applications first; the page sorts by deadline. One statement, however many
 * calls and flow versions they are of, and one each for the amounts that they ask for and that were awarded.
 */
export const dashboard = operation(
  listPendingActions,
  async ({ query, body, actor, now, translator }, platform) => {
    const order = inOrderFor(translator.language, platform.organisation.language());
    const viewer = { userId: actor.userId, role: actor.role, isStaff: actor.isStaff };
    const statement = compiledOnce(platform.db, whatWaits, { ...query, viewer, role: body.role, order });
    const { rows } = await platform.db.executeQuery(statement);
    const [found] = rows;
    if (found === undefined) throw new Error('a statement without tables answered nothing');
    const { retention } = await platform.organisation();
    const { roles, drafts, windows, calls, partitions, rules } = found;
    const stepKey = (one: { flowVersionId: number }, stepId: string) => `${one.flowVersionId} ${stepId}`;
    const steps = new Map(found.steps.map((step) => [stepKey(step, step.id), step]));
    const assignments = byApplication(assignmentsOf(found.assignments));

    const visibleSets = new Map<string, Set<string>>();
    const visibleTo = (
      { readership, inCentre, inPanel }: KnownApplication & Asked,
      assigned: readonly KnownAssignment[],
    ): Set<string> => {
      const mayTake = assigned.some(({ canTake }) => canTake);
      let key = `${readership} ${inCentre} ${inPanel} ${mayTake}`;
      for (const one of assigned) if (!one.isUnowned) key += `\n${one.role} ${one.status}`;
      return onceFor(visibleSets, key, () => {
        // An assignment that nobody has opens the preview, and no more.
        const work = assigned.filter((one) => !one.isUnowned);
        return meaningsTold({ rules }, { readership, inCentre, inPanel, work, mayTake });
      });
    };

    const deadlines = new Map<string, string | null>();
    const deadlineOf = (application: KnownApplication, assignment: KnownAssignment): string | null => {
      // What was handed in is due no more.
      if (!isOngoing(assignment)) return null;
      const { stepId, status, deadline } = assignment;
      const { callId, flowVersionId, cutoffId } = application;
      return onceFor(deadlines, `${flowVersionId} ${cutoffId} ${stepId} ${status} ${deadline}`, () => {
        const timed = {
          status,
          deadline: deadline === null ? null : new Date(deadline).toISOString(),
          isFirst: steps.get(stepKey(application, stepId))?.isFirst ?? false,
        };
        const cutoffs = cutoffsOfStep({ cutoffs: windows[callId] ?? [] }, stepId);
        return assignmentTime(cutoffs, timed, cutoffId, now).deadline;
      });
    };

    const statusOf = (application: KnownApplication, assignment: KnownAssignment): AssignmentStatus => {
      const { stepId, status, judged } = assignment;
      if (judged === null) return status;
      return disclosedAssignment(
        viewer,
        { ...judged, status: application.status, ownerId: application.ownerId },
        { steps: found.steps.filter(({ flowVersionId }) => flowVersionId === application.flowVersionId) },
        { stepId, status, reason: null, activities: judged.activities },
      ).status;
    };

    const applications = applicationsOf(found.applications);
    const asked = await loadAsked(platform, applications, { now, reader: translator.language, partitions });
    const decidedAt = new Map(
      found.steps.flatMap(({ final, flowVersionId, order: place }) =>
        final ? [[flowVersionId, place]] : [],
      ),
    );
    const followsDecision = ({ id, flowVersionId }: KnownApplication) =>
      (assignments.get(id) ?? []).some(({ stepId }) => {
        const place = steps.get(stepKey({ flowVersionId }, stepId))?.order ?? 0;
        return place > (decidedAt.get(flowVersionId) ?? Number.MAX_SAFE_INTEGER);
      });
    const awards = await loadAwarded(
      platform,
      viewer,
      applications.filter(followsDecision).slice(0, maxWithAmounts),
      { now, reader: translator.language },
    );
    const data = applications.map((application): DashboardApplication => {
      const { id, uid, status, ownerId, callId } = application;
      const own = assignments.get(id) ?? [];
      const visible = actor.isStaff || ownerId === actor.userId ? null : visibleTo(application, own);
      const shown = (meaning: string, text: string) => (visible === null || visible.has(meaning) ? text : '');
      const draft = drafts[id];
      const awarded = (awards.get(id) ?? []).map(({ partitionId, amount }) => ({
        partition: partitions[partitionId] ?? partitionId,
        amount,
      }));
      return {
        id,
        uid,
        status,
        timeZone: calls[callId]?.timeZone ?? 'UTC',
        unit: calls[callId]?.unit ?? '',
        projectTitle: shown('project_title', application.projectTitle),
        firstName: shown('pi_first_name', application.firstName),
        lastName: shown('pi_last_name', application.lastName),
        partition: shown('partition', application.partition),
        asked: asked(application, visible),
        ...(awarded.length === 0 ? {} : { awarded }),
        draftExpiresAt: draft === undefined ? null : draftEndsAt(draft, now, retention),
        assignments: own
          .filter(({ role, isUnowned }) => isUnowned || body.role === undefined || role === body.role)
          .map((assignment) => ({
            id: assignment.id,
            step: steps.get(stepKey(application, assignment.stepId))?.title ?? assignment.stepId,
            told: steps.get(stepKey(application, assignment.stepId))?.told ?? {},
            stepType: steps.get(stepKey(application, assignment.stepId))?.type ?? '',
            status: statusOf(application, assignment),
            canTake: assignment.canTake,
            ...(assignment.canTake &&
            !actor.isStaff &&
            steps.get(stepKey(application, assignment.stepId))?.assignedBy.includes(actor.role)
              ? { assignableStep: assignment.stepId }
              : {}),
            waitsForChanges: assignment.waitsForChanges,
            asksForTime: assignment.asksForTime,
            deadline: deadlineOf(application, assignment),
            partition: assignment.partitionId === null ? null : (partitions[assignment.partitionId] ?? null),
          })),
      };
    });
    const isForRole = body.role === undefined || body.role === actor.role;
    const [boards, toRelease, followed] = isForRole
      ? await Promise.all([
          loadBoards(platform, viewer, { now, order, translator, names: partitions }),
          loadStepsToRelease(platform, viewer, { now, order, reader: translator.language }),
          loadFollowedCutoffs(platform.db, viewer, translator.language, now),
        ])
      : [[], [], []];
    return { data, roles, boards, toRelease, followed, unpaidReviews: unpaidReviews(found.payable) };
  },
);
