import { createHash } from 'node:crypto';
import { splitTexts } from '@clearcall/domain/forms/text-in-languages.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type OptionList, standardLists } from './standard-lists.ts';

/** An option as the database has it: in English, and what of it is given in other languages. */
interface Option {
  value: string;
  label: string;
  inLanguages: ReturnType<typeof splitTexts<{ label: string }>>['inLanguages'];
  parent?: string | undefined;
  offered: boolean;
}
type List = Omit<OptionList, 'options'> & { options: Option[] };
/** A list as it stands in the database, with the mark that it got when it was last put there from a standard one. */
type Stored = List & { standardHash: string | null };

const split = ({ options, ...list }: OptionList): List => ({
  ...list,
  options: options.map(({ label, ...option }) => {
    const { texts, inLanguages } = splitTexts<{ label: string }>('en', { label: (tell) => tell(label) });
    return { ...option, ...texts, inLanguages };
  }),
});

/**
 * Sees to it that every portal has the standard lists, as this version of the portal has them: at each start, in any
 * number of processes. A list that the organisation has changed, or brought itself, is left as it is. What a list
 * offers no longer stays readable.
 */
export async function provideStandardLists(db: Db, standard = standardLists): Promise<void> {
  if ((await listsToWrite(db, standard)).length === 0) return;
  await db.transaction().execute(async (tx) => {
    // Of several processes that start at once, one writes; readers go on.
    await sql`lock table option_groups in share row exclusive mode`.execute(tx);
    for (const list of await listsToWrite(tx, standard)) await write(tx, list);
  });
}

/** Whether somebody has changed a list after it was put there, or made it. */
export async function hasOwnLists(db: Db): Promise<boolean> {
  return (await loadLists(db)).some((list) => list.standardHash !== hashOf(list));
}

async function listsToWrite(db: Db, standard: readonly OptionList[]): Promise<List[]> {
  const stored = new Map((await loadLists(db)).map((list) => [list.tag, list]));
  return standard.flatMap((list) => listToWrite(split(list), stored.get(list.tag)) ?? []);
}

function listToWrite(standard: List, stored: Stored | undefined): List | null {
  if (stored === undefined) return standard;
  const isTheirs = hashOf(stored) !== stored.standardHash && hashOf(stored) !== hashOf(standard);
  if (isTheirs) return null;
  const values = new Set(standard.options.map(({ value }) => value));
  const former = stored.options.filter(({ value }) => !values.has(value));
  const options = [...standard.options, ...former.map((option) => ({ ...option, offered: false }))];
  const wanted = { ...standard, options };
  return hashOf(wanted) === stored.standardHash ? null : wanted;
}

/** Of an option in one language the same as before there were others: what was put there then is known again. */
const hashOf = ({ title, version, options }: List): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        title,
        version,
        ...options.map(({ value, label, parent, offered, inLanguages }) => [
          value,
          label,
          parent ?? null,
          offered,
          ...labelsOf(inLanguages),
        ]),
      ]),
    )
    .digest('base64url');

const labelsOf = (inLanguages: Option['inLanguages']): string[] =>
  Object.entries(inLanguages ?? {})
    .map(([language, { label }]) => `${language} ${label}`)
    .sort();

async function loadLists(db: Db): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select g.id, g.tag, g.title, g.version, g.standard_hash as "standardHash", coalesce((
      select jsonb_agg(jsonb_build_object('value', o.value, 'label', o.label, 'parent', o.parent, 'offered', o.offered,
        'inLanguages', o.in_languages)
        order by o.position, o.value)
      from options o where o.group_id = g.id), '[]') as options
    from option_groups g`.execute(db);
  return rows;
}

async function write(tx: Db, list: List): Promise<void> {
  await sql`
    with written as (
      insert into option_groups (id, tag, title, version, standard_hash)
      select case when exists (select from option_groups where id = ${list.id} and tag <> ${list.tag})
        then (select max(id) + 1 from option_groups) else ${list.id}::int end,
        ${list.tag}, ${list.title}, ${list.version}, ${hashOf(list)}
      on conflict (tag) do update
        set title = excluded.title, version = excluded.version, standard_hash = excluded.standard_hash
      returning id)
    insert into options (group_id, value, label, parent, position, offered, in_languages)
    select written.id, value, label, parent, position - 1, offered, nullif("inLanguages", 'null'::jsonb)
    from written, rows from (jsonb_to_recordset(${JSON.stringify(list.options)}::jsonb)
      as (value text, label text, parent text, offered boolean, "inLanguages" jsonb)) with ordinality
      as given(value, label, parent, offered, "inLanguages", position)
    on conflict (group_id, value) do update set label = excluded.label, parent = excluded.parent,
      position = excluded.position, offered = excluded.offered, in_languages = excluded.in_languages`.execute(
    tx,
  );
}
