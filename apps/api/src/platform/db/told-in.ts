import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';

/** The language of a reader: known, or an expression over their row. Undefined: nobody in particular reads. */
export type ToldLanguage = ReaderLanguage | RawBuilder<string | null> | undefined;

/** A column of a row with `in_languages`, as it is told in a language; where it is not given in that, as it stands. */
export function toldIn(language: ToldLanguage, row: string, column: string): RawBuilder<string> {
  const plain = sql<string>`${sql.ref(`${row}.${column}`)}`;
  return language === undefined
    ? plain
    : sql`coalesce(${sql.ref(`${row}.in_languages`)} -> ${language}::text ->> ${column}::text, ${plain})`;
}

/** The same of a column that holds JSON. */
export function toldJsonIn<T>(language: ToldLanguage, row: string, column: string): RawBuilder<T> {
  const plain = sql<T>`${sql.ref(`${row}.${column}`)}`;
  return language === undefined
    ? plain
    : sql`coalesce(${sql.ref(`${row}.in_languages`)} -> ${language}::text -> ${column}::text, ${plain})`;
}
