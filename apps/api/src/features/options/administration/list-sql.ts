import { createHash } from 'node:crypto';
import { splitTexts, type TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import type { ListOption } from '@clearcall/domain/organisation/option-list.ts';
import { type Language, languages } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

type Labels = Record<Language, string>;
type InLanguages = Partial<Record<Language, Record<string, unknown>>> | null;

export interface StoredList {
  tag: string;
  version: string;
  labels: Labels;
  options: ListOption[];
  /** Changes with each change of the values. */
  revision: string;
}

/** A text of a row by language. One that is not given by language is in that of the organisation. */
function labelsOf(plain: string, given: InLanguages, name: string, organisation: Language): Labels {
  const label = (language: Language) =>
    given === null ? (language === organisation ? plain : '') : String(given[language]?.[name] ?? '');
  return Object.fromEntries(languages.map((language) => [language, label(language)])) as Labels;
}

/** The text of labels, as authors write it: in the language of the organisation alone, it is plain. */
function textOf(labels: Labels, organisation: Language): TextInLanguages {
  const given = languages.filter((language) => labels[language] !== '');
  return given.length === 1 && given[0] === organisation
    ? labels[organisation]
    : Object.fromEntries(given.map((language) => [language, labels[language]]));
}

export const titleColumns = (labels: Labels, organisation: Language) =>
  splitTexts<{ title: string }>(organisation, { title: (tell) => tell(textOf(labels, organisation)) });

/** A list with all its values, locked for a command if asked for. */
export async function loadList(
  db: Db,
  id: number,
  organisation: Language,
  { locks }: { locks: boolean },
): Promise<StoredList | undefined> {
  interface OptionRow {
    value: string;
    label: string;
    given: InLanguages;
    parent: string;
    offered: boolean;
  }
  // In a statement of its own: values that were committed while it waited are read by the next one.
  if (locks) await sql`select from option_groups where id = ${id} for update`.execute(db);
  const { rows } = await sql<{
    tag: string;
    title: string;
    version: string;
    given: InLanguages;
    options: OptionRow[];
  }>`
    select g.tag, g.title, g.version, g.in_languages as given, coalesce((
      select jsonb_agg(jsonb_build_object('value', o.value, 'label', o.label, 'given', o.in_languages,
        'parent', coalesce(o.parent, ''), 'offered', o.offered) order by o.position, o.value)
      from options o where o.group_id = g.id), '[]') as options
    from option_groups g where g.id = ${id}`.execute(db);
  if (rows[0] === undefined) return undefined;
  const { tag, title, version, given, options } = rows[0];
  return {
    tag,
    version,
    labels: labelsOf(title, given, 'title', organisation),
    options: options.map(({ label, given: labels, ...option }) => ({
      ...option,
      ...labelsOf(label, labels, 'label', organisation),
    })),
    revision: createHash('sha256').update(JSON.stringify(options)).digest('base64url'),
  };
}

/** Writes values, each at its place in the list. */
export async function writeOptions(
  tx: Db,
  id: number,
  options: readonly (ListOption & { position: number })[],
  organisation: Language,
): Promise<void> {
  const rows = options.map((option) => ({
    ...option,
    ...splitTexts<{ label: string }>(organisation, { label: (tell) => tell(textOf(option, organisation)) }),
  }));
  await sql`
    insert into options (group_id, value, label, parent, position, offered, in_languages)
    select ${id}, value, texts ->> 'label', nullif(parent, ''), position, offered, nullif("inLanguages", 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(value text, texts jsonb, parent text, position int, offered boolean, "inLanguages" jsonb)
    on conflict (group_id, value) do update set label = excluded.label, parent = excluded.parent,
      position = excluded.position, offered = excluded.offered, in_languages = excluded.in_languages`.execute(
    tx,
  );
}
