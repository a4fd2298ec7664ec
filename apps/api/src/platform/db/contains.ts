import { type RawBuilder, sql } from 'kysely';

/** Returns the pattern of texts that contain another one: `%`, `_` and the escape are letters like any other. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text contains another one, ignoring case and diacritics; in the words of its indexes (0185). */
export const contains = (text: RawBuilder<string>, value: string): RawBuilder<boolean> =>
  containsPattern(text, sql`${anywhere(value)}::text`);

/** `contains` for a pattern that is an expression. */
export const containsPattern = (text: RawBuilder<string>, pattern: RawBuilder<string>): RawBuilder<boolean> =>
  sql`folded(${text}) like folded(${pattern})`;

/** `contains` for a text that is stored folded. */
export const foldedContains = (folded: RawBuilder<string>, value: string): RawBuilder<boolean> =>
  sql`${folded} like folded(${anywhere(value)}::text)`;
