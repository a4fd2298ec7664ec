import type { ApplicationFilter } from '@clearcall/contract/applications.ts';
import { listColumns, type operatorsOf } from '@clearcall/domain/applications/list-columns.ts';
import { goneStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { contains, folded, foldedContains } from '../../platform/db/contains.ts';
import { toldIn } from '../../platform/db/told-in.ts';
import {
  isLate,
  latestDecision,
  openWork,
  placeOf,
  type Sees,
  stepTitle,
  submittedSql,
  texts,
  toFill,
  type WorkReader,
} from './list-sql.ts';
import { constants } from './scope-sql.ts';

/** Whose list is filtered. */
interface FilteredList {
  /** Whether the list has drafts, whose IDs are numbers. */
  withDrafts: boolean;
  sees: Sees;
  work: WorkReader;
  reader: ReaderLanguage;
}

/** The trigram index finds three letters in a row; for fewer it would read all of itself, which is slower than the rows. */
const hasTrigram = /[\p{L}\d]{3}/u;
const textContains = (text: RawBuilder<string>, value: string): RawBuilder<boolean> =>
  contains(hasTrigram.test(value) ? text : sql`${text} || ''`, value);

/** No day begins earlier, or later, than this many hours from midnight in Greenwich. */
const [earliestHours, latestHours] = [14, 12];
const beginsAfter = (at: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${at} >= ${day}::timestamp at time zone 'UTC' - ${earliestHours} * interval '1 hour'`;
const beginsBefore = (at: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${at} < ${day}::timestamp at time zone 'UTC' + ${latestHours} * interval '1 hour'`;

/**
 * A day is one in the time zone of the call; an index finds the days around it. If view rules decide what the viewer may
 * read, the day of somebody else's application is the one that the list shows, or the filter would disclose the hour.
 */
function dateSql(
  { op, value }: { op: (typeof operatorsOf)['date'][number]; value: string },
  sees: Sees,
  viewer: Viewer,
): RawBuilder<unknown> {
  const day = sql`${value}::date`;
  const next = sql`(${day} + 1)`;
  const zoneOfCall = sql`(select c.time_zone from calls c where c.id = ap.call_id)`;
  const zone =
    sees === null || viewer.isStaff
      ? zoneOfCall
      : sql`(case when ap.owner_id = ${viewer.userId} then ${zoneOfCall} else 'UTC' end)`;
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

const comparisons = { greater: sql`>`, lower: sql`<`, equal: sql`=` } as const;

/** Whether `ap` has open work, or needs people, at a step with a title that matches. */
function atStep({ work }: FilteredList, matches: RawBuilder<boolean>): RawBuilder<boolean> {
  const isOpen = sql<boolean>`exists (select from assignments l
    join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = l.step_id
    where ${openWork(work)} and ${matches})`;
  return work.assigns
    ? sql`(${isOpen} or ap.id in (
        select r.id from (${toFill(work, sql`applications ap left join cutoffs k on k.id = ap.cutoff_id`)}) r
          join applications p on p.id = r.id
          join flow_steps f on f.flow_version_id = p.flow_version_id and f.step_id = r.step_id
        where ${matches}))`
    : isOpen;
}

/** So many people are looked up by one word of a search. */
const maxPeople = 1_000;

/** Applications with work of people whose name contains a word, or whose email does if the word has an @. */
const ofPeople = (word: string): RawBuilder<unknown> => sql`array(
  select l.application_id from assignments l where l.status <> all(${constants(goneStatuses)}) and l.owner_id = any(array(
    select u.id from users u where u.status <> 'closed' and ${foldedContains(sql`u.folded_name`, word)}
      ${word.includes('@') ? sql`` : sql`and ${contains(sql`u.first_name || ' ' || u.last_name`, word)}`}
    order by u.id limit ${sql.lit(maxPeople)})))`;

/** The columns that a search anywhere looks into. */
const searched = ['id', 'projectTitle', 'firstName', 'piAffiliation'] as const;

/** Whether each word is found in a text that the viewer sees; staff find people who work on the application, too. */
function anywhere({ withDrafts, sees, work }: FilteredList, value: string): RawBuilder<unknown> {
  const words = value.split(/\s+/).filter((word) => word !== '');
  const found = words.map((word) => {
    const places: RawBuilder<unknown>[] = searched.map((column) => {
      const { meanings } = listColumns[column];
      const has = textContains(texts[column], word);
      return sees === null || meanings.length === 0 ? has : sql`(${has} and ${sees(meanings)})`;
    });
    if (withDrafts) places.push(sql`(ap.status = 'draft' and ${contains(sql`'DRAFT-' || ap.id`, word)})`);
    if (work.forStaff)
      places.push(sql`(ap.owner_id <> ${work.viewer.userId} and ap.id = any(${ofPeople(word)}))`);
    return sql`(${sql.join(places, sql` or `)})`;
  });
  return sql.join(found, sql` and `);
}

/** Labels of options are stored in the language of the organisation, and found in that of the reader, too. */
const matchingLabels = (reader: ReaderLanguage, value: string): RawBuilder<string[]> => sql`array(
  select folded(o.label) from options o
  where o.in_languages is not null and ${contains(sql`o.in_languages -> ${reader}::text ->> 'label'`, value)})`;

/** Nothing is found in a text that the viewer may not see. */
function textSql(
  column: keyof typeof texts,
  { op, value }: { op: (typeof operatorsOf)['text'][number]; value: string },
  { withDrafts, sees, reader }: FilteredList,
): RawBuilder<unknown> {
  const { meanings } = listColumns[column];
  const text = texts[column];
  const shown: RawBuilder<string> =
    column === 'id' && withDrafts
      ? sql`(case when ap.status = 'draft' then 'DRAFT-' || ap.id else ${text} end)`
      : text;
  const has = textContains(shown, value);
  const hasLabel =
    column === 'researchGroup' || column === 'researchTitle'
      ? sql`(${has} or ${folded(text)} = any(${matchingLabels(reader, value)}))`
      : has;
  const found = sees === null || meanings.length === 0 ? hasLabel : sql`(${hasLabel} and ${sees(meanings)})`;
  return op === 'contains' ? found : sql`(${found}) is not true`;
}

/** Returns whether an application `ap` of a list passes a filter. `titles`: of all steps that are chosen. */
export function filterSql(
  filter: ApplicationFilter,
  list: FilteredList,
  titles: readonly string[] = [],
): RawBuilder<unknown> {
  const { sees, work, reader } = list;
  const { viewer } = work;
  switch (filter.column) {
    case 'submissionDate':
      return dateSql(filter, sees, viewer);
    case 'cutoff':
      return sql`ap.cutoff_id in (select k.id from cutoffs k join calls m on m.id = k.call_id
        where k.ends_at >= '2000-01-01T00:00:00Z'
          and (k.ends_at at time zone m.time_zone)::date ${comparisons[filter.op]} ${filter.value}::date)`;
    case 'work':
      return filter.op === 'equal' ? isLate(viewer.userId) : sql`not ${isLate(viewer.userId)}`;
    case 'status':
      return filter.op === 'equal'
        ? sql`${placeOf(sql`ap.status`)} = ${placeOf(sql.lit(filter.value))}`
        : sql`ap.status <> ${filter.value}`;
    case 'step': {
      const title = stepTitle(reader);
      const isAt = atStep(
        list,
        filter.op === 'equal' ? sql`${title} = any(${titles}::text[])` : contains(title, filter.value),
      );
      return filter.op === 'not_contains' ? sql`not ${isAt}` : isAt;
    }
    case 'decision': {
      const isDecided = sql`exists (select from decisions d where ${latestDecision(viewer.userId)}
        ${filter.value === 'none' ? sql`` : sql`and d.outcome = ${filter.value}`})`;
      return (filter.value === 'none') === (filter.op === 'equal') ? sql`not ${isDecided}` : isDecided;
    }
    case 'anywhere':
      return anywhere(list, filter.value);
    case 'callTitle':
      return sql`ap.call_id in (select m.id from calls m
        where (${contains(toldIn(reader, 'm', 'title'), filter.value)}) is ${filter.op === 'contains' ? sql`true` : sql`not true`})`;
    default:
      return textSql(filter.column, filter, list);
  }
}
