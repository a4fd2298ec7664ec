import type { ApplicationFilter } from '@clearcall/contract/applications.ts';
import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import {
  type ColumnOf,
  listColumns,
  type operatorsOf,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import { applicationStatuses, goneStatuses } from '@clearcall/domain/applications/statuses.ts';
import { isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { contains, folded, foldedContains } from '../../platform/db/contains.ts';
import type { Db } from '../../platform/db/pool.ts';
import { toldIn } from '../../platform/db/told-in.ts';
import { constants, ownPartitions } from './scope-sql.ts';
import { isAssignedBy, isUnderReview, meantSql, stepProgress, stepsLackingPeople } from './step-progress.ts';

/** The statuses in the order of their life, as literals: an index is known by its very words. */
const statuses = sql`array[${sql.join(applicationStatuses.map((status) => sql.lit(status)))}]`;
/** The texts of what is submitted, as they are shown and looked into. */
type OwnText = Exclude<ColumnOf<'text'>, 'callTitle'>;
const texts: Record<OwnText, RawBuilder<string>> = {
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

/** Returns the folded text of a column, which is empty if the reader may not see it. */
function shownText(column: OwnText, sees: Sees): RawBuilder<string> {
  const { meanings } = listColumns[column];
  const text = folded(texts[column]);
  return sees === null || meanings.length === 0
    ? text
    : sql`(case when ${sees(meanings)} then ${text} else '' end)`;
}

/**
 * Returns the submission date of `ap` that a list shows the viewer, written so that the indexes apply: the latest submission for
 * staff and applicants, the first one for all others. The rule is `toldSubmission` in the domain.
 */
export const submittedSql = (sees: Sees, { isStaff }: Pick<Viewer, 'isStaff'>): RawBuilder<unknown> =>
  sees === null || isStaff ? sql`ap.submitted_at` : sql`coalesce(ap.first_submitted_at, ap.submitted_at)`;

/**
 * What a list is sorted by: numbers as they were given, statuses in the order of their life, texts without regard to
 * case and diacritics. Of what is submitted an index has each, in these very words (0046).
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
      return sql`array_position(${statuses}, ap.status)`;
    case 'submissionDate':
      return submitted;
    default:
      return shownText(column, sees);
  }
}

/** An index knows three letters in a row; of fewer it would list everything, which is slower than to read everything. */
const hasLetters = /[\p{L}\d]{3}/u;

/**
 * Whether a text contains another one, ignoring case and diacritics. `isIndexed`: it is one that an index finds by. Of fewer than three
 * letters another index knows each and each pair (0065): a text that holds them has all of theirs.
 */
function holds(text: RawBuilder<string>, value: string, isIndexed: boolean): RawBuilder<unknown> {
  if (hasLetters.test(value)) return contains(text, value);
  const like = contains(sql`${text} || ''`, value);
  return isIndexed ? sql`(${like} and short_parts(${text}) @> short_parts(${value}::text))` : like;
}

/** One that is asked for alone: most texts hold it, and of those that do not another index knows it (0098). */
const isOneLetter = (value: string): boolean => /^[a-z\d]$/i.test(value);

/** No day begins earlier, or later, than this many hours from midnight in Greenwich. */
const [earliestHours, latestHours] = [14, 12];
const beginsAfter = (at: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${at} >= ${day}::timestamp at time zone 'UTC' - ${earliestHours} * interval '1 hour'`;
const beginsBefore = (at: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${at} < ${day}::timestamp at time zone 'UTC' + ${latestHours} * interval '1 hour'`;

/**
 * A day is a day of the call's own time zone; an index finds those around it. Where rules say what may be read, it is the day
 * that is told of what is not one's own, or the filter would tell the hour. What is unset is of no day.
 */
function dateSql(
  { op, value }: { op: (typeof operatorsOf)['date'][number]; value: string },
  { sees, viewer }: { sees: Sees; viewer: Viewer },
): RawBuilder<unknown> {
  const day = sql`${value}::date`;
  const next = sql`(${day} + 1)`;
  const zone =
    sees === null || viewer.isStaff
      ? sql`c.time_zone`
      : sql`(case when ap.owner_id = ${viewer.userId} then c.time_zone else 'UTC' end)`;
  const at = submittedSql(sees, viewer);
  const submitted = sql`(${at} at time zone ${zone})::date`;
  // A submission before the year 2000 counts as unset. Source: Requirements 1, 9.25.
  const isSet = sql`${at} >= '2000-01-01T00:00:00Z'`;
  switch (op) {
    case 'greater':
      return sql`${submitted} > ${day} and ${beginsAfter(at, next)} and ${isSet}`;
    case 'lower':
      return sql`${submitted} < ${day} and ${beginsBefore(at, day)} and ${isSet}`;
    case 'equal':
      return sql`${submitted} = ${day} and ${beginsAfter(at, day)} and ${beginsBefore(at, next)} and ${isSet}`;
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

/** The words of a search, each of which is found somewhere. */
const wordsOf = (value: string): string[] => value.split(/\s+/).filter((word) => word !== '');

/** The texts of `ap` in which a search looks, with the meanings of the answers that tell each. */
const searched: readonly (readonly [RawBuilder<string>, readonly string[]])[] = [
  [texts.id, listColumns.id.meanings],
  [texts.projectTitle, listColumns.projectTitle.meanings],
  [texts.firstName, listColumns.firstName.meanings],
  [texts.piAffiliation, listColumns.piAffiliation.meanings],
];

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
const latestDecision = (
  userId: number,
): RawBuilder<boolean> => sql`d.application_id = ap.id and ap.owner_id <> ${userId}
  and not exists (select from decisions n where n.application_id = d.application_id
    and n.partition_id = d.partition_id and n.version > d.version)`;

export const latestDecisions = (userId: number): RawBuilder<ApplicationRow['decisions']> => sql`coalesce((
  select json_agg(json_build_object('partition', p.name, 'outcome', d.outcome, 'amount', d.amount::text) order by folded(p.name), p.id)
  from decisions d join partitions p on p.id = d.partition_id where ${latestDecision(userId)}), '[]')`;

/** What a filter on a text of a column comes to. */
export interface Matching {
  /** The folded texts of the column, by whether they match; null: they are too many, or not asked for. */
  texts: { has: string[]; lacks: string[] } | null;
  /** Of a column that keeps the labels of options: those, folded, whose label in the reader's language matches. */
  labels: string[];
  /** The calls or cut-offs that are let through. */
  ids: number[];
  /** For each search word, the people whose name contains it. Emails are searched too if the word has an @. */
  people: number[][];
  /** Of steps whose title matches: their ids, and each of them behind its flow version. */
  steps: { ids: string[]; versions: string[] };
}

const nothingMatched: Matching = {
  texts: null,
  labels: [],
  ids: [],
  people: [],
  steps: { ids: [], versions: [] },
};
/** So many texts of a column stand in a statement, each found behind the one before in its index. */
const maxTexts = 1_000;
/** The columns in which many applications have the same text. */
const isShared = (column: ApplicationFilter['column']): column is keyof typeof texts =>
  column === 'researchGroup' ||
  column === 'researchTitle' ||
  column === 'partition' ||
  column === 'piAffiliation';
const isLabel = (column: ApplicationFilter['column']): boolean =>
  column === 'researchGroup' || column === 'researchTitle';

const comparisons = { greater: sql`>`, lower: sql`<`, equal: sql`=` } as const;

/** Calls and cut-offs are few. A cut-off without an end has none to be compared. */
function idsThatMatch(filter: ApplicationFilter, reader: ReaderLanguage): RawBuilder<unknown> {
  if (filter.column === 'cutoff')
    return sql`select k.id from cutoffs k join calls m on m.id = k.call_id
      where k.ends_at >= '2000-01-01T00:00:00Z'
        and (k.ends_at at time zone m.time_zone)::date ${comparisons[filter.op]} ${filter.value}::date`;
  const has = contains(toldIn(reader, 'm', 'title'), filter.value);
  return sql`select m.id from calls m where (${has}) is ${filter.op === 'contains' ? sql`true` : sql`not true`}`;
}

/**
 * Of a filter on a column that many share the text of, which texts match: asked for by itself, so that a filter is one whose
 * index is known, whatever piece of a text it looks for, or leaves out. `withTexts`: not of drafts, which no index has. `titles`:
 * all steps that are chosen, of a filter that names one of them.
 */
export async function loadMatching(
  db: Db,
  reader: ReaderLanguage,
  filter: ApplicationFilter,
  { withTexts, forStaff, titles }: { withTexts: boolean; forStaff: boolean; titles: readonly string[] },
): Promise<Matching> {
  const { column, value } = filter;
  if (column === 'callTitle' || column === 'cutoff') {
    const found = await sql<{ id: number }>`${idsThatMatch(filter, reader)}`.execute(db);
    return { ...nothingMatched, ids: found.rows.map(({ id }) => id) };
  }
  if (column === 'anywhere') {
    if (!forStaff) return nothingMatched;
    const found = await sql<{ people: number[] }>`
      select array(select u.id from users u
        where u.status <> 'closed' and ${foldedContains(sql`u.folded_name`, sql`word.text`)}
          and (strpos(word.text, '@') > 0 or ${contains(sql`u.first_name || ' ' || u.last_name`, sql`word.text`)})
        order by u.id limit ${sql.lit(maxTexts)}) as people
      from unnest(${wordsOf(value)}::text[]) with ordinality as word(text, place) order by word.place`.execute(
      db,
    );
    return { ...nothingMatched, people: found.rows.map(({ people }) => people) };
  }
  if (column === 'step') {
    const found = await sql<Matching['steps']>`
      select coalesce(array_agg(distinct f.step_id), '{}') as ids,
        coalesce(array_agg(f.flow_version_id || ':' || f.step_id), '{}') as versions
      from flow_steps f where ${
        filter.op === 'equal'
          ? sql`${stepTitle(reader)} = any(${titles}::text[])`
          : contains(stepTitle(reader), value)
      }`.execute(db);
    return { ...nothingMatched, steps: found.rows[0] ?? nothingMatched.steps };
  }
  if (!isShared(column) || (!withTexts && !isLabel(column))) return nothingMatched;
  const labels = isLabel(column)
    ? sql`array(select distinct folded(o.label) from options o
        where o.in_languages is not null and ${contains(sql`o.in_languages -> ${reader}::text ->> 'label'`, value)})`
    : sql`'{}'::text[]`;
  const text = folded(texts[column]);
  const next = (where: RawBuilder<unknown>) => sql`(select ${text} as text from applications ap
    where ap.status <> 'draft' and ${where} order by ${text} limit 1)`;
  const walked = sql`
    with recursive walked as (
      select first.text, 1 as place from ${next(sql`true`)} first
      union all select ${next(sql`${text} > walked.text`)}, walked.place + 1
      from walked where walked.text is not null and walked.place <= ${sql.lit(maxTexts)}),
    compared as (select w.text, ${foldedContains(sql`w.text`, value)} or (select m.labels from matching m) @> array[w.text] as has
      from walked w where w.text is not null)
    select json_build_object('has', coalesce(json_agg(c.text) filter (where c.has), '[]'),
      'lacks', coalesce(json_agg(c.text) filter (where not c.has), '[]')) from compared c
    having count(*) <= ${sql.lit(maxTexts)}`;
  const { rows } = await sql<
    Pick<Matching, 'texts' | 'labels'>
  >`with matching as materialized (select ${labels} as labels)
    select m.labels, ${withTexts ? sql`(${walked})` : sql`null::json`} as texts from matching m`.execute(db);
  return { ...nothingMatched, ...rows[0] };
}

/** The statuses that a filter lets through, in the words of the index. */
const ofStatus = ({ op, value }: { op: string; value: string }): RawBuilder<unknown> =>
  op === 'equal'
    ? sql`array_position(${statuses}, ap.status) = array_position(${statuses}, ${value})`
    : sql`array_position(${statuses}, ap.status) = any(array(
        select place from unnest(${statuses}) with ordinality as one(status, place) where status <> ${value})::int[])`;
/** Folded texts of a column, in the words of its index. */
const ofTexts = (text: RawBuilder<string>, list: readonly string[]): RawBuilder<unknown> =>
  sql`${folded(text)} = any(${list}::text[])`;

/** What a filter on a column that a list is sorted by lets through of what may be read, if the index of its order has it. */
export function withinOrder(
  filter: ApplicationFilter,
  { texts: found }: Matching,
): RawBuilder<unknown> | null {
  if (filter.column === 'status') return ofStatus(filter);
  if (!isShared(filter.column) || found === null) return null;
  return ofTexts(texts[filter.column], filter.op === 'contains' ? found.has : found.lacks);
}

/** What an index has in the order of a list for each of some values. */
export interface Groups {
  values: RawBuilder<unknown>;
  /** Of `ap`, in the words of the index. */
  of: RawBuilder<unknown>;
}

/**
 * The values that a filter lets through, where an index has what belongs to each of them in the order of the list (0108):
 * a cut-off, a status and a group of fields lie together in these orders, far from the begin of the whole. `toldAlike`:
 * whoever reads what the list is sorted by reads what is filtered. Null: no index has.
 */
export function groupsInOrder(
  filter: ApplicationFilter,
  { ids, texts: found }: Matching,
  { column, toldAlike }: { column: SortableColumn; toldAlike: boolean },
): Groups | null {
  if (column === 'submissionDate' && filter.column === 'cutoff')
    return { values: sql`unnest(${ids}::bigint[])`, of: sql`ap.cutoff_id` };
  if (column === 'submissionDate' && filter.column === 'status') {
    const places = applicationStatuses.flatMap((status, at) =>
      (status === filter.value) === (filter.op === 'equal') ? [at + 1] : [],
    );
    return { values: sql`unnest(${places}::int[])`, of: sql`array_position(${statuses}, ap.status)` };
  }
  // Whoever may not read all groups is told also of those that lack a text because they are hidden: of none whose title they
  // read, where both are read alike.
  const isOfGroups = filter.column === 'researchGroup' && (filter.op === 'contains' || toldAlike);
  if (column !== 'researchTitle' || !isOfGroups || found === null) return null;
  const list = filter.op === 'contains' ? found.has : found.lacks;
  return { values: sql`unnest(${list}::text[])`, of: folded(texts.researchGroup) };
}

/**
 * What a filter lets through, over `ap` and `c`. `withDrafts`: their ids are numbers;
 * `matching`: see `loadMatching`; `hides`: whether answers with these meanings may not be read of `ap`, for an index;
 * null: they may be of all.
 */
export function filterSql(
  filter: ApplicationFilter,
  {
    withDrafts,
    sees,
    work,
    matching = nothingMatched,
    hides,
  }: {
    withDrafts: boolean;
    sees: Sees;
    work: WorkReader;
    matching?: Matching;
    hides?: ((meanings: readonly string[]) => RawBuilder<boolean> | null) | undefined;
  },
): RawBuilder<unknown> {
  const { userId } = work.viewer;
  switch (filter.column) {
    case 'submissionDate':
      return dateSql(filter, { sees, viewer: work.viewer });
    case 'cutoff':
      return sql`ap.cutoff_id = any(${matching.ids}::bigint[])`;
    case 'work':
      return filter.op === 'equal' ? isLate(userId) : sql`not ${isLate(userId)}`;
    case 'status':
      return ofStatus(filter);
    case 'step': {
      const { ids, versions } = matching.steps;
      const isOpen = sql`exists (select from assignments l where ${openWork(work)}
        and l.step_id = any(${ids}::text[]) and ap.flow_version_id || ':' || l.step_id = any(${versions}::text[]))`;
      const needsPeople = sql`ap.id in (select r.id from (${toFill(work, sql`applications ap left join cutoffs k on k.id = ap.cutoff_id`)}) r
        join applications p on p.id = r.id where p.flow_version_id || ':' || r.step_id = any(${versions}::text[]))`;
      const has = work.assigns ? sql`(${isOpen} or ${needsPeople})` : isOpen;
      return filter.op === 'not_contains' ? sql`not ${has}` : has;
    }
    case 'decision': {
      const isDecided = sql`exists (select from decisions d where ${latestDecision(userId)}
        ${filter.value === 'none' ? sql`` : sql`and d.outcome = ${filter.value}`})`;
      return (filter.value === 'none') === (filter.op === 'equal') ? sql`not ${isDecided}` : isDecided;
    }
    case 'anywhere': {
      const words = wordsOf(filter.value).map((word, index) => {
        const has = (text: RawBuilder<string>) => holds(text, word, false);
        const places = searched.map(([text, meanings]) =>
          sees === null || meanings.length === 0 ? has(text) : sql`(${has(text)} and ${sees(meanings)})`,
        );
        if (withDrafts) places.push(sql`(ap.status = 'draft' and ${contains(sql`'DRAFT-' || ap.id`, word)})`);
        const people = matching.people[index] ?? [];
        if (people.length > 0)
          places.push(sql`(ap.owner_id <> ${userId} and ap.id = any(array(select l.application_id from assignments l
            where l.owner_id = any(${people}::bigint[]) and l.status <> all(${constants(goneStatuses)}))))`);
        return sql`(${sql.join(places, sql` or `)})`;
      });
      return sql.join(words, sql` and `);
    }
    case 'callTitle':
      return sql`ap.call_id = any(${matching.ids}::bigint[])`;
    default: {
      const text = texts[filter.column];
      const shown: RawBuilder<string> =
        filter.column === 'id' && withDrafts
          ? sql`(case when ap.status = 'draft' then 'DRAFT-' || ap.id else ${text} end)`
          : text;
      const { labels } = matching;
      // What does not hold a text an index finds by the texts that do not, or by a single letter that is missing.
      const lacks =
        matching.texts !== null
          ? ofTexts(text, matching.texts.lacks)
          : shown === text && labels.length === 0 && isOneLetter(filter.value)
            ? sql`absent_letters(${text}) @> array[${filter.value.toLowerCase()}]::text[]`
            : null;
      if (filter.op === 'not_contains' && lacks !== null) {
        const { meanings } = listColumns[filter.column];
        if (sees === null || meanings.length === 0) return lacks;
        const hidden = hides === undefined ? sql`(${sees(meanings)}) is not true` : hides(meanings);
        return hidden === null ? lacks : sql`(${lacks} or ${hidden})`;
      }
      const kept = holds(shown, filter.value, filter.op === 'contains' && shown === text);
      const has =
        matching.texts !== null
          ? ofTexts(text, matching.texts.has)
          : labels.length > 0
            ? sql`(${kept} or ${ofTexts(text, labels)})`
            : kept;
      const { meanings } = listColumns[filter.column];
      // Nothing is found in what may not be read.
      const found = sees === null || meanings.length === 0 ? has : sql`(${has} and ${sees(meanings)})`;
      return filter.op === 'contains' ? found : sql`(${found}) is not true`;
    }
  }
}
