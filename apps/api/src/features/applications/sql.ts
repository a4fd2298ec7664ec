import { inNoGroup } from '@clearcall/domain/applications/application.ts';
import type { CallDocument, CutoffPartition } from '@clearcall/domain/calls/call.ts';
import type { CallOfCode } from '@clearcall/domain/deadlines/call-for-duplicate.ts';
import type { DraftNotices } from '@clearcall/domain/deadlines/draft-expiry.ts';
import type {
  ApplicationSnapshot,
  AssignmentSnapshot,
  CutoffSnapshot,
} from '@clearcall/domain/permissions/application-snapshot.ts';
import { type ReleaseFacts, releasedTo, type WithReleases } from '@clearcall/domain/permissions/releases.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { lastName } from '../../platform/db/last-name.ts';
import type { Databases, Db } from '../../platform/db/pool.ts';
import { releasedAtJson } from '../../platform/db/released-at.ts';
import { languagesOf, type ToldLanguage, toldIn, toldJsonIn } from '../../platform/db/told-in.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownPartitions } from './scope-sql.ts';

/** An application with what only the server needs. */
export interface LoadedApplication extends ApplicationSnapshot {
  flowVersionId: number;
}

type SnapshotWithReleases = WithReleases<LoadedApplication>;

/** Which application: by its id or its uid, or the one that an assignment or a document belongs to. */
export type ApplicationKey = { key: string } | { assignmentId: string } | { documentId: string };

/** An application `ap` by its key. */
export function whereKey(key: ApplicationKey): RawBuilder<boolean> {
  if ('assignmentId' in key)
    return sql`ap.id = (select a.application_id from assignments a where a.id = ${key.assignmentId}::uuid)`;
  if ('documentId' in key)
    return sql`ap.id = (select a.application_id from (select id, assignment_id from documents
        union all select id, assignment_id from uploads) d join assignments a on a.id = d.assignment_id
      where d.id = ${key.documentId}::uuid)`;
  return /^[1-9]\d{0,14}$/.test(key.key) ? sql`ap.id = ${key.key}::bigint` : sql`ap.uid = ${key.key}`;
}

const decimalText = (column: string): RawBuilder<string | null> => sql`trim_scale(${sql.ref(column)})::text`;

/** The steps that have a timeframe of their own in a cut-off `k`. One without an end lasts until the step's next one begins. */
export const timeframesJson: RawBuilder<CutoffSnapshot['timeframes']> = sql`coalesce((
  select json_object_agg(t.step_id, json_build_object('start', ${iso('t.starts_at')},
    'end', case when t.ends_at >= '2000-01-01T00:00:00Z' then ${iso('t.ends_at')} else (
      select ${iso('l.starts_at')} from timeframes l
      where l.call_id = t.call_id and l.step_id = t.step_id and l.starts_at > t.starts_at
      order by l.starts_at limit 1) end))
  from timeframes t where t.cutoff_id = k.id), '{}')`;

/** When the cut-off `k` ends: at its own end, else when the next one of its call starts. */
export const cutoffEndsAt: RawBuilder<string | null> =
  sql`case when k.ends_at >= '2000-01-01T00:00:00Z' then ${iso('k.ends_at')}
  else (select ${iso('l.starts_at')} from cutoffs l where l.call_id = k.call_id and l.starts_at > k.starts_at
    order by l.starts_at limit 1) end`;

/** The cut-offs of the call `c`, with what those of them offer for which `filled` says so of `k`. */
const cutoffsJson = (filled: RawBuilder<boolean>): RawBuilder<CutoffSnapshot[]> => sql`coalesce((
  select json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')},
    'timeframes', ${timeframesJson}, 'partitions', case when ${filled} then ${partitionsJson} else '[]' end)
    order by k.starts_at, k.id)
  from cutoffs k where k.call_id = c.id), '[]')`;

/** Those that can count now for `ap`. */
const canCount = (now: Date): RawBuilder<boolean> => sql`(k.id = ap.cutoff_id
  or k.starts_at <= ${now} and (k.ends_at is null or k.ends_at >= ${now})
  or k.id = (select n.id from cutoffs n where n.call_id = c.id and n.starts_at > ${now} order by n.starts_at limit 1)
  or k.id = (select n.id from cutoffs n where n.call_id = c.id and n.starts_at <= ${now}
    order by n.starts_at desc limit 1))`;

/** What the cut-off offers, in the unit of the call: a partition may count node hours where the call counts GPU hours. */
const partitionsJson: RawBuilder<CutoffPartition[]> = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.name, 'centre', n.name, 'kind', p.kind,
    'description', p.description, 'unit', c.unit, 'disabled', cp.disabled or p.disabled or n.disabled,
    'min', ${decimalText('cp.min')}, 'max', ${decimalText('cp.max')}, 'fixed', ${decimalText('cp.fixed')},
    'pool', ${decimalText('cp.pool')}, 'coreHoursPerUnit', trim_scale(case when c.unit = p.unit then p.core_hours_per_unit
      when c.unit = 'GPU hours' and p.gpu_hours_per_unit > 0 then round(p.core_hours_per_unit / p.gpu_hours_per_unit, 6) end)::text,
    'gpuHoursPerUnit', trim_scale(case when c.unit = p.unit then p.gpu_hours_per_unit when c.unit = 'GPU hours' then 1 end)::text)
    order by folded(p.name), p.id)
  from cutoff_partitions cp join partitions p on p.id = cp.partition_id join centres n on n.id = p.centre_id
  where cp.cutoff_id = k.id), '[]')`;

/** What the form of a new draft in a call reads of the call, if it is published or not. */
export async function loadCallOfForm(
  via: Db,
  callId: number,
): Promise<Pick<LoadedApplication, 'cutoffs'> & { call: { code: string; timeZone: string } }> {
  const { rows } = await sql<{ code: string; timeZone: string; cutoffs: CutoffSnapshot[] }>`
    select c.code, c.time_zone as "timeZone", ${cutoffsJson(sql`true`)} as cutoffs from calls c where c.id = ${callId}
  `.execute(via);
  const [read] = rows;
  if (read === undefined) throw new Error(`call ${callId} is missing`);
  const { cutoffs, ...call } = read;
  return { call, cutoffs };
}

const rowsJson = (assignment: 'a' | 'locked'): RawBuilder<AssignmentSnapshot['rows']> => sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'elementId', g.element_id, 'order', g.position)
    order by g.element_id, g.position) from group_instances g where g.assignment_id = ${sql.ref(assignment)}.id), '[]')`;

const activitiesJson = (
  assignment: 'a' | 'locked',
): RawBuilder<AssignmentSnapshot['activities']> => sql`coalesce((
  select json_agg(json_build_object('status', v.status, 'reason', v.reason, 'createdAt', ${iso('v.created_at')})
    order by v.created_at, v.id) from activities v where v.assignment_id = ${sql.ref(assignment)}.id), '[]')`;

/** The releases of the application `ap`. */
export const releasesJson: RawBuilder<ReleaseFacts['releases']> = sql`coalesce((
  select json_agg(json_build_object('stepId', r.step_id, 'at', ${iso('r.released_at')}))
  from step_releases r where r.application_id = ap.id), '[]')`;

/** The conflicts of interest on the application `ap` that are not cleared. */
export const conflictsJson: RawBuilder<ReleaseFacts['conflicts']> = sql`coalesce((
  select json_agg(json_build_object('userId', q.user_id, 'notedAt', ${iso('q.noted_at')}))
  from conflicts q where q.application_id = ap.id and q.cleared_at is null), '[]')`;

/** The submissions of `a` before the newest one that were the newest at the time of a release, the newest first. */
export const earlierJson: RawBuilder<AssignmentSnapshot['earlier']> = sql`case
  when exists (select from submissions n where n.assignment_id = a.id and n.number = 2) then coalesce((
    select json_agg(json_build_object('at', ${iso('n.submitted_at')}, 'answers', n.content -> 'answers',
      'rows', n.content -> 'rows') order by n.number desc)
    from submissions n where n.assignment_id = a.id and n.submitted_at is distinct from a.submitted_at
      and n.number in (select (select max(m.number) from submissions m where m.assignment_id = a.id
        and m.submitted_at <= r.released_at) from step_releases r where r.application_id = a.application_id)), '[]')
  else '[]' end`;

/** As what somebody wrote something of `x`. */
const authorFields = (
  x: string,
): RawBuilder<unknown> => sql`'authorId', ${sql.ref(`${x}.author_id`)}, 'author',
  (select json_build_object('id', y.id, 'firstName', y.first_name, 'lastName', ${lastName('y')}) from users y
    where y.id = ${sql.ref(`${x}.author_id`)}), 'role', ${sql.ref(`${x}.role`)}, 'text', ${sql.ref(`${x}.text`)}`;

const threadsJson: RawBuilder<AssignmentSnapshot['threads']> = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'elementId', t.element_id, 'groupId', t.group_id,
    'askedAt', ${iso('t.asked_at')}, 'answered', t.answered, 'comments', (
      select json_agg(json_build_object('id', m.id, 'asks', m.asks, 'createdAt', ${iso('m.created_at')},
        'handedIn', m.handed_in_at is not null, ${authorFields('m')}) order by m.position)
      from comments m where m.thread_id = t.id)) order by t.id)
  from threads t where t.assignment_id = a.id), '[]')`;

const pointsJson: RawBuilder<AssignmentSnapshot['points']> = sql`coalesce((
  select json_agg(json_build_object('elementId', o.element_id, 'groupId', o.group_id, 'stepId', o.step_id,
    'revision', o.revision, ${authorFields('o')}) order by o.id)
  from points o where o.assignment_id = a.id), '[]')`;

/** Of what is somebody else's there is what was submitted alone. */
const assignmentsJson = (viewerId: number): RawBuilder<SnapshotWithReleases['assignments']> => sql`coalesce((
  select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'ownerId', a.owner_id,
    'owner', case when o.id is null then null else
      json_build_object('id', o.id, 'firstName', o.first_name, 'lastName', ${lastName('o')}) end,
    'assignerId', a.assigner_id, 'role', a.role, 'partitionId', a.partition_id, 'replaces', a.replaces, 'wasUnowned', a.was_unowned, 'status', a.status, 'deadline', ${iso('a.deadline_at')},
    'centreId', (select p.centre_id from partitions p where p.id = a.partition_id),
    'submittedAt', ${iso('a.submitted_at')}, 'labelNumber', a.label_number, 'previousStatus', a.previous_status,
    'earlier', ${earlierJson},
    'submissionAskedAt', ${iso('a.submission_asked_at')}, 'createdAt', ${iso('a.created_at')}, 'isLead', a.is_lead, 'verdict', a.verdict,
    'reason', a.reason, 'submitted', a.submitted_content, 'threads', ${threadsJson}, 'points', ${pointsJson},
    'agreedAt', ${iso('a.agreed_at')}, 'agreement', a.agreement, 'timeRequest', a.time_request,
    'activities', ${activitiesJson('a')},
    'answers', case when (a.owner_id = ${viewerId}) is not false then coalesce((
      select json_agg(json_build_object('elementId', w.element_id, 'groupId', nullif(w.group_id, ${inNoGroup}::uuid),
        'values', w.values, 'revision', w.revision, 'savedAt', ${iso('w.saved_at')}) order by w.element_id, w.group_id)
      from answers w where w.assignment_id = a.id), '[]') else '[]' end,
    'rows', case when (a.owner_id = ${viewerId}) is not false then ${rowsJson('a')} else '[]' end,
    'marks', coalesce((
      select m.marks from submissions m where m.assignment_id = a.id order by m.number desc limit 1), '{}') || coalesce((
      select jsonb_object_agg(g.id, jsonb_build_object('coi', g.coi, 'comment', g.comment)) from group_instances g
      where g.assignment_id = a.id and (g.coi or g.comment is not null)), '{}'))
    order by a.created_at, a.id)
  from assignments a left join users o on o.id = a.owner_id where a.application_id = ap.id), '[]')`;

const documentsJson = (
  which: RawBuilder<boolean>,
): RawBuilder<ApplicationSnapshot['documents']> => sql`coalesce((
  select json_agg(json_build_object('id', d.id, 'assignmentId', d.assignment_id, 'flowElementId', d.element_id,
    'dataGroupId', d.group_id, 'filename', d.filename, 'originalFilename', d.original_filename,
    'sizeBytes', d.size_bytes, 'pages', d.pages, 'createdAt', ${iso('d.created_at')}) order by d.created_at, d.id)
  from documents d join assignments a on a.id = d.assignment_id where ${which}), '[]')`;

const uploadsJson = (which: RawBuilder<boolean>): RawBuilder<ApplicationSnapshot['uploads']> => sql`coalesce((
  select json_agg(json_build_object('id', d.id, 'assignmentId', d.assignment_id, 'flowElementId', d.element_id,
    'dataGroupId', d.group_id, 'filename', d.filename, 'originalFilename', d.original_filename,
    'sizeBytes', d.size_bytes, 'pages', null, 'createdAt', ${iso('d.created_at')},
    'refusal', case when d.refusal_code is not null
      then json_build_object('code', d.refusal_code, 'message', d.refusal) end) order by d.created_at, d.id)
  from uploads d join assignments a on a.id = d.assignment_id where ${which}), '[]')`;

/** Of the assignments `a` those of the application, and the one that is locked. */
const ofApplication = sql<boolean>`a.application_id = ap.id`;
const ofLocked = sql<boolean>`a.id = locked.id`;

const profileJson: RawBuilder<Record<string, string>> = sql`json_strip_nulls(json_build_object(
  'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'title', u.title, 'gender', u.gender,
  'nationality', u.nationality, 'dateOfBirth', u.date_of_birth, 'phoneNumber', u.phone_number,
  'homeAddress', u.home_address, 'website', u.website))`;

const callDocumentsJson = (reader: ToldLanguage): RawBuilder<CallDocument[]> => sql`coalesce((
  select json_agg(json_strip_nulls(json_build_object('name', q.name, 'title', ${toldIn(reader, 'q', 'title')}, 'filename', q.filename,
    'mediaType', q.media_type, 'sizeBytes', q.size_bytes, 'uploadedAt', ${iso('q.uploaded_at')},
    'told', ${languagesOf(reader, 'q')})) order by q.position)
  from call_documents q where q.call_id = c.id), '[]')`;

/** Between the titles that the event of a duplication holds. */
export const titleBreak = '\n';

/** The last mail before the deletion of the draft `ap`. One of which nothing is left counts as failed. */
export const lastMailJson: RawBuilder<DraftNotices['last']> = sql`(
  select json_build_object('notedAt', ${iso('l.noted_at')}, 'sentAt', ${iso('m.sent_at')},
    'failed', coalesce(m.state in ('failed', 'dropped'), true))
  from draft_notices l left join deliveries m on m.event_id = l.event_id
  where l.application_id = ap.id and l.kind = 'last')`;

/** Whether the arrival `t` of its cut-off is that of the application `ap`. */
export const isOfArrival = sql<boolean>`(t.arrived = 'cutoff' or t.panel = ap.panel)`;

const unlockedJson: RawBuilder<string[]> = sql`coalesce((
  select json_agg(s.step_id) from step_states s
  where s.application_id = ap.id and s.unlocked_at is not null), '[]')`;
const arrivalsJson: RawBuilder<ApplicationSnapshot['arrivals']> = sql`coalesce((
  select json_agg(json_build_object('stepId', t.step_id, 'of', t.arrived)) from step_arrivals t
  where t.cutoff_id = ap.cutoff_id and ${isOfArrival}), '[]')`;
const inConflictJson: RawBuilder<number[]> = sql`coalesce((
  select json_agg(q.user_id) from conflicts q where q.application_id = ap.id and q.cleared_at is null), '[]')`;

const suggestedReplacementsJson: RawBuilder<ApplicationSnapshot['suggestedReplacements']> = sql`coalesce((
  select json_agg(json_build_object('stepId', a.step_id, 'partitionId', a.partition_id, 'assignmentId', a.id,
    'name', r.name, 'email', r.email, 'institution', r.institution) order by r.created_at, r.assignment_id, r.position)
  from suggested_replacements r join assignments a on a.id = r.assignment_id where a.application_id = ap.id), '[]')`;

/** The centres and panels that somebody is a member of, whatever the part. */
export const membershipsJson = (
  userId: number | RawBuilder<number>,
): RawBuilder<ApplicationSnapshot['viewer']> => sql`(
  select json_build_object('centres', coalesce(json_agg(distinct m.centre_id) filter (where m.centre_id is not null), '[]'),
    'panels', coalesce(json_agg(distinct m.panel) filter (where m.panel is not null), '[]'))
  from memberships m where m.user_id = ${userId})`;

/** The centres of what `ap` asks for. */
export const centresJson: RawBuilder<string[]> = sql`coalesce((
  select json_agg(distinct p.centre_id) from partitions p where p.id = any(ap.partition_ids)), '[]')`;

/** All published calls with the code of the call `c`; empty if `ap` belongs to somebody other than `viewerId`. */
export const sameCodeJson = (
  viewerId: number,
): RawBuilder<CallOfCode[]> => sql`case when ap.owner_id = ${viewerId}
  then (select coalesce(json_agg(json_build_object('id', s.id, 'year', s.year, 'number', s.number,
    'published', s.published, 'cutoffs', (select coalesce(json_agg(json_build_object('start', ${iso('k.starts_at')},
      'end', ${iso('k.ends_at')})), '[]') from cutoffs k where k.call_id = s.id))), '[]')
    from calls s where s.code = c.code and s.published) else '[]' end`;

/** All versions of the decisions on `ap`. */
export const decisionsJson: RawBuilder<SnapshotWithReleases['decisions']> = sql`coalesce((
  select json_agg(json_build_object('partitionId', d.partition_id, 'outcome', d.outcome, 'amount', ${decimalText('d.amount')},
    'reason', d.reason, 'reviewId', d.review_id, 'startsOn', d.starts_on, 'endsOn', d.ends_on,
    'releasedAt', ${iso('d.released_at')}) order by d.partition_id, d.version)
  from decisions d where d.application_id = ap.id), '[]')`;

const snapshotJson = (
  viewerId: number,
  now: Date,
  reader: ToldLanguage,
): RawBuilder<SnapshotWithReleases> => sql`json_build_object(
  'id', ap.id, 'uid', ap.uid, 'status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'createdAt', ${iso('ap.created_at')}, 'changedAt', ${iso('ap.updated_at')},
  'lastMail', ${lastMailJson}, 'duplicatedFrom', (
    select json_build_object('uid', e.detail -> 'from', 'leftOut', coalesce((
      select json_agg(json_build_object('title', l.title, 'elementId', nullif(l.id, '')) order by l.nth)
      from rows from (string_to_table(nullif(e.detail ->> 'leftOut', ''), ${titleBreak}),
        string_to_table(e.detail ->> 'leftOutIn', ${titleBreak})) with ordinality as l (title, id, nth)
      where l.title is not null), '[]'))
    from events e where e.application_id = ap.id and e.type = 'application_duplicated' limit 1),
  'submittedAt', ${iso('ap.submitted_at')}, 'firstSubmittedAt', ${iso('ap.first_submitted_at')}, 'ownerId', ap.owner_id, 'cutoffId', ap.cutoff_id,
  'flowVersionId', ap.flow_version_id, 'profile', ${profileJson},
  'call', json_build_object('id', c.id, 'code', c.code, 'year', c.year, 'number', c.number, 'title', ${toldIn(reader, 'c', 'title')},
    'allocationPeriodId', c.allocation_period_id, 'info', ${toldIn(reader, 'c', 'info')}, 'links', ${toldJsonIn(reader, 'c', 'links')}, 'logo', c.logo, 'timeZone', c.time_zone,
    'unit', c.unit, 'published', c.published, 'termsOfReference', c.links -> 'termsOfReference',
    'documents', ${callDocumentsJson(reader)}, 'told', ${languagesOf(reader, 'c')}),
  'sameCode', ${sameCodeJson(viewerId)}, 'callCounter', c.counter, 'cutoffs', ${cutoffsJson(canCount(now))},
  'assignments', ${assignmentsJson(viewerId)},
  'documents', ${documentsJson(ofApplication)},
  'uploads', ${uploadsJson(ofApplication)},
  'releases', ${releasesJson}, 'unlockedSteps', ${unlockedJson}, 'arrivals', ${arrivalsJson},
  'decisions', ${decisionsJson},
  'suggestedReplacements', ${suggestedReplacementsJson}, 'viewerPartitions', to_jsonb(${ownPartitions(viewerId)}),
  'conflicts', ${conflictsJson}, 'partitionIds', ap.partition_ids, 'panel', ap.panel, 'centreIds', ${centresJson},
  'viewer', ${membershipsJson(viewerId)})`;

/**
 * One application with all that is known of it and of what the reader is a member of, in one statement, and with it
 * `along`, an expression over the application `ap` and its call `c`; what authors wrote in the language of `reader`. Null
 * where there is none; whether the reader may see it, and what of it, is for the caller's project to decide.
 */
export async function loadApplication<T = null>(
  db: Db,
  key: ApplicationKey,
  viewerId: number,
  now: Date,
  { reader, along = sql`null` }: { reader?: ReaderLanguage; along?: RawBuilder<T> } = {},
): Promise<(LoadedApplication & { along: T }) | null> {
  const result = await sql<{ snapshot: SnapshotWithReleases; along: T }>`
    select ${snapshotJson(viewerId, now, reader)} as snapshot, ${along} as along
    from applications ap join calls c on c.id = ap.call_id join users u on u.id = ap.owner_id
    where ${whereKey(key)}
  `.execute(db);
  const [row] = result.rows;
  return row === undefined ? null : { ...releasedTo(viewerId, row.snapshot), along: row.along };
}

/** What of an assignment has to be known to write to it. */
export type LockedAssignment = Pick<
  AssignmentSnapshot,
  | 'id'
  | 'stepId'
  | 'ownerId'
  | 'partitionId'
  | 'status'
  | 'deadline'
  | 'submittedAt'
  | 'submissionAskedAt'
  | 'isLead'
  | 'reason'
  | 'activities'
  | 'answers'
  | 'rows'
>;

/**
 * What of an application has to be known to write to one of its assignments: its time, and the files of that assignment.
 * What its form reads of others comes by itself (`withReferences`).
 */
export type LockedApplication = Pick<
  LoadedApplication,
  | 'id'
  | 'uid'
  | 'status'
  | 'awardDeclinedAt'
  | 'ownerId'
  | 'cutoffId'
  | 'flowVersionId'
  | 'cutoffs'
  | 'documents'
  | 'uploads'
  | 'releasedAt'
  | 'unlockedSteps'
  | 'inConflict'
  | 'panel'
  | 'centreIds'
> & {
  /** The memberships of whoever owns the assignment. */
  viewer: LoadedApplication['viewer'];
  call: Pick<LoadedApplication['call'], 'code' | 'timeZone'>;
  assignments: Pick<
    AssignmentSnapshot,
    'id' | 'stepId' | 'ownerId' | 'role' | 'partitionId' | 'centreId' | 'status' | 'submittedAt' | 'isLead'
  >[];
};

/** All assignments of `ap`, and nothing that was submitted: see `loadSubmitted`. */
const lockedAssignmentsJson: RawBuilder<LockedApplication['assignments']> = sql`(
  select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'ownerId', a.owner_id, 'role', a.role,
    'partitionId', a.partition_id, 'centreId', (select p.centre_id from partitions p where p.id = a.partition_id),
    'status', a.status, 'submittedAt', ${iso('a.submitted_at')}, 'isLead', a.is_lead) order by a.created_at, a.id)
  from assignments a where a.application_id = ap.id)`;

/** What was submitted of some steps of an application, by the ids of the assignments. No statement where none is asked for. */
export async function loadSubmitted(
  via: Db,
  applicationId: number,
  stepIds: readonly string[],
): Promise<ReadonlyMap<string, AssignmentSnapshot['submitted']>> {
  if (stepIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; submitted: AssignmentSnapshot['submitted'] }>`
    select a.id, a.submitted_content as submitted from assignments a
    where a.application_id = ${applicationId}::bigint and a.step_id = any(${stepIds}::text[])
      and a.submitted_content is not null`.execute(via);
  return new Map(rows.map(({ id, submitted }) => [id, submitted]));
}

/** What is in memory is looked up with these: the call, and how often calls have changed as the statement sees them. */
interface CallVersion {
  callId: number;
  version: number;
}

/** Counted by triggers of all tables of which cut-offs are made (migration 0038). */
const callsVersion: RawBuilder<number> = sql`coalesce((select version from changes where topic = 'calls'), 0)`;

const lockedJson: RawBuilder<Omit<LockedApplication, 'cutoffs'> & { call: CallVersion }> =
  sql`json_build_object(
  'id', ap.id, 'uid', ap.uid, 'status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'ownerId', ap.owner_id, 'cutoffId', ap.cutoff_id,
  'flowVersionId', ap.flow_version_id, 'call', json_build_object('code', c.code, 'timeZone', c.time_zone, 'callId', c.id, 'version', ${callsVersion}),
  'assignments', ${lockedAssignmentsJson}, 'documents', ${documentsJson(ofLocked)},
  'uploads', ${uploadsJson(ofLocked)},
  'releasedAt', ${releasedAtJson('ap.id')}, 'unlockedSteps', ${unlockedJson}, 'inConflict', ${inConflictJson},
  'panel', ap.panel, 'centreIds', ${centresJson}, 'viewer', ${membershipsJson(sql`locked.owner_id`)})`;

/**
 * Answers by columns: their elements, rows, values, revisions and times. There are hundreds of them, and this way the
 * database writes them, and we read them, in half the time that an object or an array for each of them takes.
 */
interface StoredAnswers {
  elements: string[];
  groups: string[];
  values: string[][];
  revisions: number[];
  times: string[];
}

const storedAnswersJson: RawBuilder<StoredAnswers | null> = sql`(
  select json_build_object('elements', json_agg(w.element_id), 'groups', json_agg(w.group_id),
    'values', json_agg(w.values), 'revisions', json_agg(w.revision), 'times', json_agg(w.saved_at))
  from (select element_id, group_id, values, revision, saved_at from answers where assignment_id = locked.id
    order by element_id, group_id) w having count(*) > 0)`;

/** As the engine has them. Many were saved together: a time is read once for all that follow with the same one. */
function answersOf({
  elements,
  groups,
  values,
  revisions,
  times,
}: StoredAnswers): LockedAssignment['answers'] {
  let last = { written: '', iso: '' };
  return elements.map((elementId, at) => {
    const written = times[at] ?? '';
    if (written !== last.written) last = { written, iso: new Date(written).toISOString() };
    const groupId = groups[at] ?? inNoGroup;
    return {
      elementId,
      groupId: groupId === inNoGroup ? null : groupId,
      values: values[at] ?? [],
      revision: revisions[at] ?? 0,
      savedAt: last.iso,
    };
  });
}

/** The calls that are kept; the one that was read first goes first. */
const maxCalls = 100;

const knownCutoffs = new WeakMap<Databases, Map<number, { version: number; cutoffs: CutoffSnapshot[] }>>();

/**
 * The cut-offs of a call with what all of them offer, as they stand at a version. No statement when this process knows
 * them, else one, sent by way of `via`; what changed since the version was read is in it.
 */
async function cutoffsOf(
  { databases }: Platform,
  via: Db,
  { callId, version }: CallVersion,
): Promise<CutoffSnapshot[]> {
  const calls =
    knownCutoffs.get(databases) ?? new Map<number, { version: number; cutoffs: CutoffSnapshot[] }>();
  knownCutoffs.set(databases, calls);
  const known = calls.get(callId);
  if (known?.version === version) return known.cutoffs;
  const { rows } = await sql<{ version: number; cutoffs: CutoffSnapshot[] }>`
    select ${callsVersion} as version, ${cutoffsJson(sql`true`)} as cutoffs from calls c where c.id = ${callId}
  `.execute(via);
  const [read] = rows;
  if (read === undefined) throw new Error(`call ${callId} is missing`);
  const oldest = calls.keys().next();
  if (known === undefined && calls.size >= maxCalls && !oldest.done) calls.delete(oldest.value);
  calls.set(callId, read);
  return read.cutoffs;
}

/**
 * Locks an assignment until the end of the transaction, and before it the application where the assignment is a draft,
 * whose answers lists show, or where the caller may change more of it; reads what has to be known to write to it, and
 * `along`, an expression over the application `ap` and its call `c`. One statement, or two when somebody else was
 * writing: whoever waited for the lock gets the fresh row of the assignment, but all else as it was when the
 * statement began. That shows in the assignment's revision, which every write counts up; then everything is read again.
 */
export async function lockAssignment<T = null>(
  platform: Platform,
  tx: Db,
  assignmentId: string,
  { holds = 'drafts', along }: { holds?: 'drafts' | 'every application'; along?: RawBuilder<T> } = {},
): Promise<{ application: LockedApplication; assignment: LockedAssignment; along: T | null } | null> {
  const held = holds === 'drafts' ? sql`a.status = 'draft'` : sql`true`;
  for (let turn = 0; turn < 2; turn += 1) {
    const result = await sql<{
      application: Omit<LockedApplication, 'cutoffs'> & { call: CallVersion };
      answers: StoredAnswers | null;
      rows: LockedAssignment['rows'];
      activities: LockedAssignment['activities'];
      reason: string | null;
      deadline: string | null;
      submissionAskedAt: string | null;
      revision: number;
      readAt: number;
      along: T | null;
    }>`
      select ${lockedJson} as application, ${storedAnswersJson} as answers, ${rowsJson('locked')} as rows,
        ${activitiesJson('locked')} as activities, locked.reason,
        ${iso('locked.deadline_at')} as deadline, ${iso('locked.submission_asked_at')} as "submissionAskedAt",
        locked.revision, held.id as "heldId", ${along ?? sql`null`} as along,
        (select b.revision from assignments b where b.id = locked.id) as "readAt"
      from assignments locked join applications ap on ap.id = locked.application_id
        join calls c on c.id = ap.call_id left join (
          select h.id from applications h where h.id = (
            select a.application_id from assignments a where a.id = ${assignmentId}::uuid and ${held})
          for update) held on held.id = ap.id
      where locked.id = ${assignmentId}::uuid
      for update of locked
    `.execute(tx);
    const row = result.rows[0];
    if (row === undefined) return null;
    const { application, rows, activities, reason, deadline, submissionAskedAt } = row;
    const own = application.assignments.find(({ id }) => id === assignmentId);
    if (row.revision === row.readAt && own !== undefined) {
      return {
        application: { ...application, cutoffs: await cutoffsOf(platform, tx, application.call) },
        assignment: {
          ...own,
          deadline,
          submissionAskedAt,
          reason,
          activities,
          rows,
          answers: row.answers === null ? [] : answersOf(row.answers),
        },
        along: row.along,
      };
    }
  }
  throw new Error('a locked assignment changed all the same');
}

/**
 * Whether the work that the step of the assignment `a` of the application `ap` judges is with its owner for changes. The
 * twin of `waitsForChanges` in the domain.
 */
export const waitsForChanges = sql<boolean>`coalesce((
  select bool_or(j.status = 'changes_requested') and not bool_or(j.status in ('submitted', 'resubmitted'))
  from flow_steps s join assignments j on j.application_id = a.application_id and j.step_id = s.judges
    and (j.partition_id is null or a.partition_id is null or j.partition_id = a.partition_id)
  where s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id), false)`;
