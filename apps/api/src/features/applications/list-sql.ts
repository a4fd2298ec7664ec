import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import {
  type ColumnOf,
  listColumns,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import { applicationStatuses } from '@clearcall/domain/applications/statuses.ts';
import { isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { folded } from '../../platform/db/contains.ts';
import { toldIn } from '../../platform/db/told-in.ts';
import { ownPartitions } from './scope-sql.ts';
import { isAssignedBy, isUnderReview, meantSql, stepProgress, stepsLackingPeople } from './step-progress.ts';

/** The statuses in the order of their life, as literals, so that a statement uses the index that names them. */
const statuses = sql`array[${sql.join(applicationStatuses.map((status) => sql.lit(status)))}]`;
type OwnText = Exclude<ColumnOf<'text'>, 'callTitle'>;
/** The texts of a submitted application in columns of lists. */
export const texts: Record<OwnText, RawBuilder<string>> = {
  id: sql`ap.uid`,
  projectTitle: sql`ap.title`,
  firstName: sql`trim(ap.pi_first_name || ' ' || ap.pi_last_name)`,
  piAffiliation: sql`ap.pi_affiliation`,
  researchGroup: sql`ap.research_group`,
  researchTitle: sql`ap.research_title`,
  partition: sql`joined_names(ap.partitions)`,
};
/** Whether answers with these meanings may be read of `ap`, as SQL; null: all of them, of every application of a list. */
export type Sees = ((meanings: readonly string[]) => RawBuilder<boolean>) | null;

/** The place of a status in the order of their life. */
export const placeOf = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`array_position(${statuses}, ${status})`;

/**
 * Returns the submission date of `ap` that a list shows the viewer, written so that the indexes apply: the latest submission for
 * staff and applicants, the first one for all others. The rule is `disclosedSubmission` in the domain.
 */
export const submittedSql = (sees: Sees, { isStaff }: Pick<Viewer, 'isStaff'>): RawBuilder<unknown> =>
  sees === null || isStaff ? sql`ap.submitted_at` : sql`coalesce(ap.first_submitted_at, ap.submitted_at)`;

/**
 * Returns the key that a list is sorted by: numbers, statuses in the order of their life, texts without case and
 * diacritics. Submitted applications have an index in these words for each but the title of the call (0046, 0210). A text
 * that the reader may not see sorts as an empty one, if `sees` is given.
 */
export function sortedBy(
  column: SortableColumn,
  sees: Sees,
  { reader, submitted }: { reader?: ReaderLanguage; submitted: RawBuilder<unknown> },
): RawBuilder<unknown> {
  switch (column) {
    case 'id':
      return sql`ap.id`;
    case 'callTitle':
      return folded(toldIn(reader, 'c', 'title'));
    case 'status':
      return placeOf(sql`ap.status`);
    case 'submissionDate':
      return submitted;
    default: {
      const text = folded(texts[column]);
      return sees === null
        ? text
        : sql`(case when ${sees(listColumns[column].meanings)} then ${text} else '' end)`;
    }
  }
}

/**
 * Something of `ap` is open, and the clock has noted that its deadline is over; in the words of the index (0079). Of their
 * own application staff are the applicant, who is not told how the work on it goes.
 */
export const isLate = (
  userId: number,
): RawBuilder<boolean> => sql`(ap.owner_id <> ${userId} and exists (select from assignments l where l.application_id = ap.id
  and l.expired_at is not null and l.status in ('draft', 'assigned', 'accepted', 'changes_requested')))`;

/** The open work that a list shows: all work on the applications of others, otherwise only the reader's. */
export interface WorkReader {
  viewer: Viewer;
  forStaff: boolean;
  /** Whether the list is that of the system role, which may assign people. */
  assigns: boolean;
  now: Date;
}

/** Returns whose open work the list of a role shows to a viewer. */
export const workReader = (viewer: Viewer, role: string, forStaff: boolean, now: Date): WorkReader => ({
  viewer,
  forStaff,
  assigns: role === viewer.role && isViewRole(role),
  now,
});

/**
 * Work `l` of others on `ap` that the reader knows by the system role. It is either opened from its beginning by a rule for
 * the whole call, or has no owner and can be taken or assigned by the reader for a partition of their centres.
 */
const workOfRole = ({
  viewer: { userId, role },
}: WorkReader): RawBuilder<boolean> => sql`ap.owner_id <> ${userId}
  and (l.status <> 'draft' and exists (select from view_rules v where v.flow_version_id = ap.flow_version_id
      and v.step_id = l.step_id and v.role = ${role} and v.scope = 'call' and v.of_kind = 'always')
    or l.owner_id is null and l.partition_id = any(${ownPartitions(userId)})
      and exists (select from flow_steps t where t.flow_version_id = ap.flow_version_id and t.step_id = l.step_id
        and ${role}::text = any(t.roles || t.assigned_by)))`;

/** Open work `l` on `ap` that the reader of a list knows; in the words of the index (0169). */
export const openWork = (of: WorkReader): RawBuilder<boolean> => {
  const { userId } = of.viewer;
  const others = of.forStaff
    ? sql`or ap.owner_id <> ${userId}`
    : of.assigns
      ? sql`or ${workOfRole(of)}`
      : sql``;
  return sql`l.application_id = ap.id and l.status in ('draft', 'assigned', 'accepted', 'changes_requested')
    and (l.owner_id = ${userId} ${others})`;
};

export const stepTitle = (reader: ReaderLanguage): RawBuilder<string> =>
  sql`coalesce(f.titles ->> ${sql.lit(reader)}, f.title)`;

/** The steps that need people, as boards of the dashboard have them: of `from`, applications `ap` with the cut-off `k`. */
export const toFill = ({ viewer, now }: WorkReader, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with ${meantSql(viewer)},
  open as materialized (select ap.id, ap.flow_version_id, ap.partition_ids, ap.cutoff_id from ${from} where ${isUnderReview(viewer, now)}),
  ${stepProgress(viewer, now, isAssignedBy(viewer, 'c'))}
  ${stepsLackingPeople(viewer)}`;

/** Whether `stepTitle` is in the language of the reader. */
export const isStepTold = (reader: ReaderLanguage): RawBuilder<boolean> =>
  sql`coalesce(f.titles ? ${sql.lit(reader)}, false)`;

/**
 * The titles of the steps of `ap` in which the reader knows of open work, or may assign people, in the order of the flow,
 * and whether all are in the language of the reader.
 */
export const openSteps = (of: WorkReader, reader: ReaderLanguage): RawBuilder<unknown> => sql`
  select string_agg(one.title, ', ' order by one.position, one.title) as titles, bool_and(one.is_told) as are_told from (
    select ${stepTitle(reader)} as title, ${isStepTold(reader)} as is_told, f.position from assignments l
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = l.step_id
    where ${openWork(of)}
    ${
      of.assigns
        ? sql`union select ${stepTitle(reader)}, ${isStepTold(reader)}, f.position from (${toFill(of, sql`(select) one left join cutoffs k on k.id = ap.cutoff_id`)}) r
            join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = r.step_id`
        : sql`union select null, null, null where false`
    }) one`;

/** The decisions on partitions `d` of `ap` that no later one replaced, as staff know them of the applications of others. */
export const latestDecision = (
  userId: number,
): RawBuilder<boolean> => sql`d.application_id = ap.id and ap.owner_id <> ${userId}
  and not exists (select from decisions n where n.application_id = d.application_id
    and n.partition_id = d.partition_id and n.version > d.version)`;

export const latestDecisions = (userId: number): RawBuilder<ApplicationRow['decisions']> => sql`coalesce((
  select json_agg(json_build_object('partition', p.name, 'outcome', d.outcome, 'amount', d.amount::text) order by folded(p.name), p.id)
  from decisions d join partitions p on p.id = d.partition_id where ${latestDecision(userId)}), '[]')`;
