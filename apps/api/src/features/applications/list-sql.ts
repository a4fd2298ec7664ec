import type { ApplicationFilter } from '@clearcall/contract/applications.ts';
import {
  type ColumnOf,
  listColumns,
  type operatorsOf,
  type SortableColumn,
} from '@clearcall/domain/model/list-columns.ts';
import { applicationStatuses } from '@clearcall/domain/model/statuses.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { toldIn } from '../../platform/db/told-in.ts';

/** The statuses in the order of their life, as literals: an index is known by its very words. */
const statuses = sql`array[${sql.join(applicationStatuses.map((status) => sql.lit(status)))}]`;
/** The texts of what is submitted, as they are shown and looked into. */
const texts: Record<Exclude<ColumnOf<'text'>, 'callTitle'>, RawBuilder<string>> = {
  id: sql`ap.uid`,
  firstName: sql`trim(ap.pi_first_name || ' ' || ap.pi_last_name)`,
  piAffiliation: sql`ap.pi_affiliation`,
  researchGroup: sql`ap.research_group`,
  researchTitle: sql`ap.research_title`,
  partition: sql`joined_names(ap.partitions)`,
};
/** Whether answers with these meanings may be read of `ap`, as SQL; null: all of them, of every application of a list. */
export type Sees = ((meanings: readonly string[]) => RawBuilder<boolean>) | null;

/** Where a column may not be read it is empty, for whoever looks, and for what they look for. */
function shownText(column: Exclude<ColumnOf<'text'>, 'callTitle'>, sees: Sees): RawBuilder<string> {
  const { meanings } = listColumns[column];
  const text = texts[column];
  return sees === null || meanings.length === 0
    ? text
    : sql`(case when ${sees(meanings)} then ${text} else '' end)`;
}

/**
 * What a list is sorted by: numbers as they were given, statuses in the order of their life, texts without regard to
 * capitals. Of what is submitted an index has each, in these very words (0046).
 */
export function sortedBy(column: SortableColumn, sees: Sees, reader?: ReaderLanguage): RawBuilder<unknown> {
  switch (column) {
    case 'id':
      return sql`ap.id`;
    case 'callTitle':
      return sql`lower(${toldIn(reader, 'c', 'title')})`;
    case 'status':
      return sql`array_position(${statuses}, ap.status)`;
    case 'submissionDate':
      return sql`ap.submitted_at`;
    default:
      return sql`lower(${shownText(column, sees)})`;
  }
}

/** `%`, `_` and the escape itself are letters like any other in what a person looks for. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** An index knows three letters in a row; of fewer it would list everything, which is slower than to read everything. */
const hasLetters = /[a-z\d]{3}/i;

/**
 * Whether a text holds another one, whatever the capitals. `isIndexed`: it is one that an index finds by. Of fewer than three
 * letters another index knows each and each pair (0065): a text that holds them has all of theirs.
 */
function holds(text: RawBuilder<string>, value: string, isIndexed: boolean): RawBuilder<unknown> {
  if (hasLetters.test(value)) return sql`${text} ilike ${anywhere(value)}`;
  const like = sql`(${text} || '') ilike ${anywhere(value)}`;
  return isIndexed ? sql`(${like} and short_parts(${text}) @> short_parts(${value}::text))` : like;
}

/** One that is asked for alone: most texts hold it, and of those that do not another index knows it (0098). */
const isOneLetter = (value: string): boolean => /^[a-z\d]$/i.test(value);

/** No day begins earlier, or later, than this many hours from midnight in Greenwich. */
const [earliestHours, latestHours] = [14, 12];
const beginsAfter = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`ap.submitted_at >= ${day}::timestamp at time zone 'UTC' - ${earliestHours} * interval '1 hour'`;
const beginsBefore = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`ap.submitted_at < ${day}::timestamp at time zone 'UTC' + ${latestHours} * interval '1 hour'`;

/** A day is a day of the call's own time zone; an index finds those around it. */
function dateSql({
  op,
  value,
}: {
  op: (typeof operatorsOf)['date'][number];
  value: string;
}): RawBuilder<unknown> {
  const day = sql`${value}::date`;
  const next = sql`(${day} + 1)`;
  const submitted = sql`(ap.submitted_at at time zone c.time_zone)::date`;
  switch (op) {
    case 'greater':
      return sql`${submitted} > ${day} and ${beginsAfter(next)}`;
    case 'lower':
      return sql`${submitted} < ${day} and ${beginsBefore(day)}`;
    case 'equal':
      return sql`${submitted} = ${day} and ${beginsAfter(day)} and ${beginsBefore(next)}`;
  }
}

const comparisons = { greater: sql`>`, lower: sql`<`, equal: sql`=` } as const;

/**
 * Something of `ap` is open, and the clock has noted that its deadline is over; in the words of the index (0079). Of their
 * own application staff are the applicant, who is not told how the work on it goes.
 */
export const isLate = (
  userId: number,
): RawBuilder<boolean> => sql`(ap.owner_id <> ${userId} and exists (select from assignments l where l.application_id = ap.id
  and l.expired_at is not null and l.status in ('draft', 'assigned', 'accepted', 'changes_requested')))`;

/**
 * Of a filter on a column that keeps the labels of options: the kept ones, in small letters, whose label in the language
 * of the reader matches. Asked for by itself, so that a filter that meets none is the one whose index is known.
 */
export async function labelsThatMatch(
  db: Db,
  reader: ReaderLanguage,
  { column, value }: ApplicationFilter,
): Promise<string[]> {
  if (column !== 'researchGroup' && column !== 'researchTitle') return [];
  const { rows } = await sql<{ label: string }>`
    select distinct lower(o.label) as label from options o
    where o.in_languages is not null and o.in_languages -> ${reader}::text ->> 'label' ilike ${anywhere(value)}
  `.execute(db);
  return rows.map(({ label }) => label);
}

/**
 * What a filter lets through, over `ap` and `c`. Calls are few: they are found first. `withDrafts`: their ids are numbers;
 * `labels`: see `labelsThatMatch`; `hides`: whether answers with these meanings may not be read of `ap`, for an index.
 */
export function filterSql(
  filter: ApplicationFilter,
  {
    withDrafts,
    sees,
    userId,
    reader,
    labels = [],
    hides,
  }: {
    withDrafts: boolean;
    sees: Sees;
    userId: number;
    reader?: ReaderLanguage;
    labels?: readonly string[];
    hides?: ((meanings: readonly string[]) => RawBuilder<boolean>) | undefined;
  },
): RawBuilder<unknown> {
  switch (filter.column) {
    case 'submissionDate':
      return dateSql(filter);
    case 'cutoff': {
      // Cut-offs are few, as calls are. Without an end there is none to be compared.
      const matching = sql`array(select k.id from cutoffs k join calls m on m.id = k.call_id
        where k.ends_at >= '2000-01-01T00:00:00Z'
          and (k.ends_at at time zone m.time_zone)::date ${comparisons[filter.op]} ${filter.value}::date)`;
      return sql`ap.cutoff_id = any(${matching})`;
    }
    case 'work':
      return filter.op === 'equal' ? isLate(userId) : sql`not ${isLate(userId)}`;
    case 'status':
      // In the words of the index.
      return filter.op === 'equal'
        ? sql`${sortedBy('status', sees)} = array_position(${statuses}, ${filter.value})`
        : sql`ap.status <> ${filter.value}`;
    case 'callTitle': {
      const matching = sql`array(select m.id from calls m where ${toldIn(reader, 'm', 'title')} ilike ${anywhere(filter.value)})`;
      return filter.op === 'contains'
        ? sql`ap.call_id = any(${matching})`
        : sql`ap.call_id <> all(${matching})`;
    }
    default: {
      const text = texts[filter.column];
      const shown: RawBuilder<string> =
        filter.column === 'id' && withDrafts
          ? sql`(case when ap.status = 'draft' then 'DRAFT-' || ap.id else ${text} end)`
          : text;
      // What does not hold a text no index finds.
      // (But of a single letter, where no label of an option is in its way.)
      if (
        filter.op === 'not_contains' &&
        shown === text &&
        labels.length === 0 &&
        isOneLetter(filter.value)
      ) {
        const lacks = sql`absent_letters(${text}) @> array[${filter.value.toLowerCase()}]::text[]`;
        const { meanings } = listColumns[filter.column];
        if (sees === null || meanings.length === 0) return lacks;
        return sql`(${lacks} or ${hides?.(meanings) ?? sql`(${sees(meanings)}) is not true`})`;
      }
      const kept = holds(shown, filter.value, filter.op === 'contains' && shown === text);
      const has = labels.length > 0 ? sql`(${kept} or lower(${text}) = any(${labels}::text[]))` : kept;
      const { meanings } = listColumns[filter.column];
      // Nothing is found in what may not be read.
      const found = sees === null || meanings.length === 0 ? has : sql`(${has} and ${sees(meanings)})`;
      return filter.op === 'contains' ? found : sql`(${found}) is not true`;
    }
  }
}
