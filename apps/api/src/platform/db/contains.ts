import { type RawBuilder, sql } from 'kysely';

/** Returns the key by which texts are sorted and searched: small letters without diacritics (0185). */
export const folded = (text: RawBuilder<string>): RawBuilder<string> => sql`folded(${text})`;

/** Whether a text contains another one, ignoring case and diacritics; in the words of its indexes. */
export const contains = (text: RawBuilder<string>, value: string | RawBuilder<string>): RawBuilder<boolean> =>
  foldedContains(folded(text), value);

/** `contains` for a text that is already folded. `%`, `_` and the escape are letters like any other. */
export const foldedContains = (
  key: RawBuilder<string>,
  value: string | RawBuilder<string>,
): RawBuilder<boolean> =>
  sql`${key} like '%' || regexp_replace(folded(${value}::text), '[\\\\%_]', '\\\\\\&', 'g') || '%'`;
