import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import type { TextInLanguages } from './text-in-languages.ts';

/**
 * A text of an author: as `plain` has it, or an object of such texts by language. Refusals: those of `plain` for each of
 * them, a language that the portal does not speak, no language at all, and an empty text, for what is missing is left out.
 */
export function textInLanguages(plain: z.ZodString): z.ZodType<TextInLanguages> {
  const byLanguage = z
    .partialRecord(z.enum(languages), plain.min(1))
    .refine((texts) => Object.keys(texts).length > 0, { error: 'a text is given in one language at least' });
  return z.unknown().transform((given, context): TextInLanguages => {
    const read = (typeof given === 'object' && given !== null ? byLanguage : plain).safeParse(given);
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      context.issues.push({ ...issue, input: given } as (typeof context.issues)[number]);
    return '';
  });
}
