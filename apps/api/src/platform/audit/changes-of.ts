import type { configurationChange } from '@clearcall/contract/administration.ts';
import type { ChangeSubject } from '@clearcall/domain/organisation/configuration-change.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { iso } from '../db/iso.ts';

export type TellableChange = z.output<typeof configurationChange>;

interface Subject {
  from: RawBuilder<unknown>;
  /** The id as the log has it in `log.subject_id`. */
  logged: RawBuilder<unknown>;
  name: RawBuilder<string>;
  /** The folded words by which a search finds it. */
  words: RawBuilder<string>;
}

const fullName = sql<string>`trim(first_name || ' ' || last_name)`;
const number = sql`log.subject_id::int`;
const code = sql`log.subject_id`;
const [name, title] = [sql<string>`name`, sql<string>`title`];

/** Tables of what a change can be about. */
const subjects: readonly (readonly [ChangeSubject, Subject])[] = [
  [
    'person',
    {
      from: sql`users`,
      logged: number,
      name: sql`coalesce(nullif(${fullName}, ''), email::text)`,
      words: sql`folded_name`,
    },
  ],
  ['centre', { from: sql`centres`, logged: code, name, words: sql`folded(${name})` }],
  ['partition', { from: sql`partitions`, logged: code, name, words: sql`folded(${name})` }],
  ['list', { from: sql`option_groups`, logged: number, name: title, words: sql`folded(${title})` }],
  ['call', { from: sql`calls`, logged: number, name: title, words: sql`folded(code || ' ' || title)` }],
];

/** All subjects with the folded words by which a search finds them. */
export const searchedSubjects = sql`(${sql.join(
  subjects.map(
    ([kind, { from, words }]) =>
      sql`select ${kind}::text as kind, id::text as id, ${words} as words from ${from}`,
  ),
  sql` union all `,
)})`;

const nameOfSubject = sql`coalesce(case log.subject_kind ${sql.join(
  subjects.map(
    ([kind, row]) =>
      sql`when ${kind}::text then (select ${row.name} from ${row.from} where id = ${row.logged})`,
  ),
  sql` `,
)} end, log.before ->> 'name', log.subject_id)`;

/** Changes `log`, and their administrators `b`. */
export const changesFrom = sql`configuration_changes log left join users b on b.id = log.actor_id`;

/** A change as pages and files show it. */
export const changeColumns = sql`log.id::int as id, ${iso('log.at')} as at,
  case when log.actor_id is not null then trim(b.first_name || ' ' || b.last_name) end as by,
  log.action, log.before, log.after, log.reason,
  jsonb_build_object('kind', log.subject_kind, 'id', log.subject_id, 'name', ${nameOfSubject}) as subject,
  (select name from centres where id =
    coalesce(log.after ->> 'centre', log.before ->> 'centre', log.after ->> 'id', log.before ->> 'id')) as centre,
  (select trim(first_name || ' ' || last_name) from users where id = (log.after ->> 'successor')::int) as successor`;

/** Ids of the changes of a subject. */
export const ofSubject = (kind: ChangeSubject, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select o.id from configuration_changes o where o.subject_kind = ${kind} and o.subject_id = ${id}::text`;

/** Ids of the changes of the people of a centre or a panel; in the words of their indexes (0192, 0189). */
export const ofMembers = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select o.id from configuration_changes o
  where o.action in ('membership_added', 'membership_removed') and coalesce(o.after, o.before) ->> 'id' = ${id}
  union all select o.id from configuration_changes o
  where o.action = 'membership_changed' and coalesce(o.after, o.before) ->> 'id' = ${id}`;

/** So many of the newest changes are shown. */
const shown = 50;

/** The newest of the changes with these ids, as JSON. */
export const newestChanges = (...ids: readonly RawBuilder<unknown>[]): RawBuilder<TellableChange[]> => sql`
  coalesce((select jsonb_agg(to_jsonb(t) order by t.id desc) from (
    select ${changeColumns} from ${changesFrom}
    where log.id in (select id from (${sql.join(ids, sql` union all `)}) o order by id desc limit ${shown})) t), '[]')`;
