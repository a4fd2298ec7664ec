import type { Step } from '@clearcall/domain/forms/types.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type {
  WorkflowActor,
  WorkflowFacts,
  WorkflowPerson,
} from '@clearcall/domain/workflow/workflow-facts.ts';
import { type RawBuilder, sql } from 'kysely';
import { isReachable } from '../../../platform/db/is-reachable.ts';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type ApplicationKey, type LockedApplication, timeframesJson, whereKey } from '../sql.ts';

/** What the machine has to know, and where its writer finds the application. */
export interface LoadedFacts {
  applicationId: number;
  uid: string;
  flowVersionId: number;
  facts: Omit<WorkflowFacts, 'steps'>;
  /** Those who were asked for, active or waiting for their first login. */
  people: WorkflowPerson[];
}

const idOf = (key: ApplicationKey): RawBuilder<{ id: number }> =>
  sql`select ap.id from applications ap where ${whereKey(key)}`;

/**
 * Holds an application until the end of the transaction and loads its facts, with what else is asked for of `ap`: who
 * changes what happens in it takes this lock first, then those of assignments. Null where there is none. One statement,
 * or two when somebody else was writing: whoever waited for the lock gets the fresh row, but all else as it was when the
 * statement began. That shows in the revision, which every command counts up; then everything is read again.
 */
export async function lockFacts<Beside = null>(
  tx: Db,
  key: ApplicationKey,
  people: readonly number[],
  beside: RawBuilder<Beside> = sql`null`,
): Promise<(LoadedFacts & { beside: Beside }) | null> {
  for (let turn = 0; turn < 2; turn += 1) {
    const { rows } = await sql<Selected & { beside: Beside; revision: number; readAt: number }>`
      select ${factsOf(people)}, ${beside} as beside, ap.revision,
        (select b.revision from applications b where b.id = ap.id) as "readAt"
      from applications ap join calls c on c.id = ap.call_id where ${whereKey(key)} for update of ap
    `.execute(tx);
    const [row] = rows;
    if (row === undefined) return null;
    if (row.revision === row.readAt) return { ...loadedOf(row), beside: row.beside };
  }
  throw new Error('an application that is held changed all the same');
}

/** The id of an application; null where there is none. */
export async function findApplication(db: Db, key: ApplicationKey): Promise<number | null> {
  const { rows } = await idOf(key).execute(db);
  return rows[0]?.id ?? null;
}

/** One is asked for as one: else the database takes them for ten, and plans again for what it was given each time. */
const among = (column: string, [id, ...others]: readonly number[]): RawBuilder<boolean> =>
  id !== undefined && others.length === 0
    ? sql`${sql.ref(column)} = ${id}::bigint`
    : sql`${sql.ref(column)} = any(${id === undefined ? [] : [id, ...others]}::bigint[])`;

const peopleJson = (which: RawBuilder<boolean>): RawBuilder<WorkflowPerson[]> => sql`coalesce((
  select json_agg(json_build_object('userId', u.id, 'role', u.role, 'isReviewer', u.is_reviewer is true,
    'centrePartitions', coalesce((select json_agg(distinct p.id) from memberships m join partitions p on p.centre_id = m.centre_id
      where m.user_id = u.id), '[]'),
    'panels', coalesce((select json_agg(distinct m.panel) from memberships m
      where m.user_id = u.id and m.panel is not null), '[]')))
  from users u where ${which}), '[]')`;

const reachable = (ids: readonly number[]): RawBuilder<boolean> =>
  sql`${among('u.id', ids)} and ${isReachable}`;

/** People as the machine knows them, active or waiting for their first login. */
export async function loadPeople(db: Db, ids: readonly number[]): Promise<WorkflowPerson[]> {
  const { rows } = await sql<{
    people: WorkflowPerson[];
  }>`select ${peopleJson(reachable(ids))} as people`.execute(db);
  return rows[0]?.people ?? [];
}

/** Active people with one of these system roles. */
export async function loadActiveIn(db: Db, roles: readonly string[]): Promise<WorkflowPerson[]> {
  const which = sql<boolean>`u.role = any(${[...roles]}::text[]) and u.status = 'active'`;
  const { rows } = await sql<{ people: WorkflowPerson[] }>`select ${peopleJson(which)} as people`.execute(db);
  return rows[0]?.people ?? [];
}

/**
 * The facts of applications, without any answer, and those of the people named, in the order of their ids. One
 * statement; who decides holds the locks, so that what is read here is what stands when the decision is written.
 */
export async function loadFactsOf(
  tx: Db,
  applicationIds: readonly number[],
  people: readonly number[],
): Promise<LoadedFacts[]> {
  if (applicationIds.length === 0) return [];
  const { rows } = await sql<Selected>`
    select ${factsOf(people)} from applications ap join calls c on c.id = ap.call_id
    where ${among('ap.id', applicationIds)} order by ap.id
  `.execute(tx);
  return rows.map(loadedOf);
}

/** What the machine has to know of `ap` of the call `c`, but for its cut-offs. */
const factsJson: RawBuilder<Omit<LoadedFacts['facts'], 'cutoffs'>> =
  sql`json_build_object('timeZone', c.time_zone,
  'application', json_build_object('ownerId', ap.owner_id, 'status', ap.status, 'cutoffId', ap.cutoff_id,
    'submittedAt', ${iso('ap.submitted_at')}, 'firstSubmittedAt', ${iso('ap.first_submitted_at')}, 'partitions', ap.partition_ids, 'panel', ap.panel,
    'awardEnd', ${iso('ap.award_ends_at')}, 'awardDeclinedAt', ${iso('ap.award_declined_at')}),
  'assignments', coalesce((
    select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'ownerId', a.owner_id,
      'assignerId', a.assigner_id, 'role', a.role, 'partitionId', a.partition_id, 'status', a.status,
      'previousStatus', a.previous_status, 'deadline', ${iso('a.deadline_at')},
      'submittedAt', ${iso('a.submitted_at')},
      'submissionAskedAt', ${iso('a.submission_asked_at')}, 'createdAt', ${iso('a.created_at')}, 'isLead', a.is_lead,
      'wasUnowned', a.was_unowned, 'replaces', a.replaces, 'reason', a.reason, 'agreedAt', ${iso('a.agreed_at')},
      'agreement', a.agreement, 'expiredAt', ${iso('a.expired_at')}, 'timeRequest', a.time_request, 'verdict', a.verdict, 'labelNumber', a.label_number,
      'revision', a.revision) order by a.created_at, a.id)
    from assignments a where a.application_id = ap.id), '[]'),
  'stepStates', coalesce((
    select json_agg(json_build_object('stepId', s.step_id, 'unlockedAt', ${iso('s.unlocked_at')},
      'releasedAt', ${iso('s.released_at')})) from step_states s where s.application_id = ap.id), '[]'),
  'conflicts', coalesce((
    select json_agg(json_build_object('userId', q.user_id, 'source', q.source, 'notedBy', q.noted_by,
      'notedAt', ${iso('q.noted_at')}, 'reason', q.reason, 'clearedAt', ${iso('q.cleared_at')},
      'clearedBy', q.cleared_by, 'clearedReason', q.cleared_reason))
    from conflicts q where q.application_id = ap.id), '[]'),
  'decisions', coalesce((
    select json_agg(json_build_object('partitionId', d.partition_id, 'version', d.version,
      'outcome', d.outcome, 'amount', trim_scale(d.amount)::text, 'reason', d.reason, 'reviewId', d.review_id, 'startsOn', d.starts_on, 'endsOn', d.ends_on, 'decidedBy', d.decided_by,
      'decidedAt', ${iso('d.decided_at')}, 'releasedAt', ${iso('d.released_at')}) order by d.partition_id, d.version)
    from decisions d where d.application_id = ap.id), '[]'))`;

/** The cut-offs of the call `c` as the machine has them, without what they offer. */
const cutoffsJson: RawBuilder<LoadedFacts['facts']['cutoffs']> = sql`coalesce((
  select json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')},
    'timeframes', ${timeframesJson}) order by k.starts_at, k.id) from cutoffs k where k.call_id = c.id), '[]')`;

type Selected = Omit<LoadedFacts, 'facts'> & {
  storedFacts: Omit<LoadedFacts['facts'], 'cutoffs'>;
  cutoffs: LoadedFacts['facts']['cutoffs'];
};

const loadedOf = ({
  applicationId,
  uid,
  flowVersionId,
  people,
  storedFacts,
  cutoffs,
}: Selected): LoadedFacts => ({
  applicationId,
  uid,
  flowVersionId,
  people,
  facts: { ...storedFacts, cutoffs },
});

/** The columns of `Selected`, of an application `ap` and its call `c`. */
const factsOf = (people: readonly number[]): RawBuilder<unknown> =>
  sql`ap.id as "applicationId", ap.uid, ap.flow_version_id as "flowVersionId", ${peopleJson(reachable(people))} as people,
    ${factsJson} as "storedFacts", ${cutoffsJson} as cutoffs`;

/** The facts of an application that is read with its cut-offs, and those of the people named. */
export interface FactsAlong {
  facts: Omit<LoadedFacts['facts'], 'cutoffs'>;
  people: WorkflowPerson[];
}

/** To be read along with `ap`. */
export const factsAlongJson = (people: readonly number[]): RawBuilder<FactsAlong> =>
  sql`json_build_object('facts', ${factsJson}, 'people', ${peopleJson(reachable(people))})`;

/** The same, to be read with the lock of an assignment of `ap`; null where `ap` is no draft. */
export const draftFactsJson = (people: readonly number[]): RawBuilder<FactsAlong | null> =>
  sql`case when ap.status = 'draft' then ${factsAlongJson(people)} end`;

/**
 * What was read with the lock of the first assignment of a draft is what stands behind the lock, although the statement
 * may have waited for it: of a draft with one assignment the table of commands lets nothing change but by a write to that
 * assignment, and `lockAssignment` sees those by its revision. Null of others, whose facts are to be read behind the lock.
 */
export function factsBehindLock(
  application: Pick<LockedApplication, 'id' | 'uid' | 'flowVersionId' | 'cutoffs'>,
  draft: FactsAlong | null,
): LoadedFacts | null {
  if (draft === null || draft.facts.assignments.length !== 1) return null;
  const { id, uid, flowVersionId, cutoffs } = application;
  const { facts, people } = draft;
  return { applicationId: id, uid, flowVersionId, people, facts: { ...facts, cutoffs } };
}

/** The facts of one application. */
export async function loadFacts(
  tx: Db,
  applicationId: number,
  people: readonly number[],
): Promise<LoadedFacts> {
  const [loaded] = await loadFactsOf(tx, [applicationId], people);
  if (loaded === undefined) throw new Error('an application is gone');
  return loaded;
}

/** With the steps of the application's flow version the facts are whole. */
export const withSteps = ({ facts }: Pick<LoadedFacts, 'facts'>, steps: readonly Step[]): WorkflowFacts => ({
  ...facts,
  steps,
});

/** Who gives the command, with the centres and panels that were loaded for them. */
export function actorOf(
  { userId, role, isStaff }: Viewer,
  { people }: Pick<LoadedFacts, 'people'>,
): Extract<WorkflowActor, { kind: 'person' }> {
  const known = people.find((person) => person.userId === userId);
  return {
    kind: 'person',
    userId,
    role,
    isStaff,
    centrePartitions: known?.centrePartitions ?? [],
    panels: known?.panels ?? [],
  };
}
