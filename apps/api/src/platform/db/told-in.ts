import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';

/** The language of a reader: known, or an expression over their row. Undefined: nobody in particular reads. */
export type ToldLanguage = ReaderLanguage | RawBuilder<string | null> | undefined;

/**
 * Languages are few, and a statement that has them as they are needs no plan of its own for each value: PostgreSQL keeps
 * one plan where it is no worse than those that it makes for values, and every value that it does not know makes it worse.
 */
const literally = (language: ReaderLanguage | RawBuilder<string | null>): RawBuilder<unknown> =>
  typeof language === 'string' ? sql.lit(language) : language;

/** A column of a row with `in_languages`, as it is told in a language; where it is not given in that, as it stands. */
export function toldIn(language: ToldLanguage, row: string, column: string): RawBuilder<string> {
  const plain = sql<string>`${sql.ref(`${row}.${column}`)}`;
  return language === undefined
    ? plain
    : sql`coalesce(${sql.ref(`${row}.in_languages`)} -> ${literally(language)}::text ->> ${sql.lit(column)}, ${plain})`;
}

/**
 * What `ap` keeps of an option, which is its label as the organisation says it, in a language: found again by that label,
 * in the list of its panel first. An option that is gone, or is not given in it, is told as it was kept.
 */
export function toldLabel(
  language: ReaderLanguage,
  column: 'research_group' | 'research_title',
): RawBuilder<string> {
  const kept = sql.ref(`ap.${column}`);
  return sql`coalesce((select o.in_languages -> ${literally(language)}::text ->> 'label' from options o
    where o.label = ${kept} and o.in_languages is not null and o.in_languages -> ${literally(language)}::text ? 'label'
    order by ap.panel in (o.value, o.parent) desc nulls last, o.group_id, o.position limit 1), ${kept})`;
}

/** The language of a column as `toldIn` selects it; null: that of the organisation. */
export const languageOf = (
  language: ReaderLanguage,
  row: string,
  column: string,
): RawBuilder<Language | null> =>
  sql`case when ${sql.ref(`${row}.in_languages`)} -> ${literally(language)}::text ? ${sql.lit(column)} then ${literally(language)}::text end`;

/** The title of a row of `flow_steps` in the first of these languages that it is given in. */
export const stepTitleIn = (order: readonly Language[], row: string): RawBuilder<string> =>
  sql`coalesce(in_language(${sql.ref(`${row}.titles`)}, ${[...order]}), ${sql.ref(`${row}.title`)})`;

/** The language of `stepTitleIn`; null: that of the organisation. */
export const stepLanguage = (order: readonly Language[], row: string): RawBuilder<Language | null> =>
  sql`case ${sql.join(
    order.map((one) => sql`when ${sql.ref(`${row}.titles`)} ? ${sql.lit(one)} then ${sql.lit(one)}`),
    sql` `,
  )} end`;

/** By the names of texts in a reply: their languages, without those of the organisation. */
export const toldAs = (texts: Readonly<Record<string, RawBuilder<Language | null>>>): RawBuilder<Told> =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    Object.entries(texts).flatMap(([name, language]) => [sql.lit(name), language]),
  )}))`;

/** By the names of the columns of a row that are told in the language of the reader: that language. Null: none is. */
export function languagesOf(language: ToldLanguage, row: string): RawBuilder<Told | null> {
  if (language === undefined) return sql`null::jsonb`;
  return sql`(select jsonb_object_agg(name, ${literally(language)}::text)
    from jsonb_object_keys(${sql.ref(`${row}.in_languages`)} -> ${literally(language)}::text) name)`;
}

/** `toldIn` of a column that holds JSON. */
export function toldJsonIn<T>(language: ToldLanguage, row: string, column: string): RawBuilder<T> {
  const plain = sql<T>`${sql.ref(`${row}.${column}`)}`;
  return language === undefined
    ? plain
    : sql`coalesce(${sql.ref(`${row}.in_languages`)} -> ${literally(language)}::text -> ${sql.lit(column)}, ${plain})`;
}
