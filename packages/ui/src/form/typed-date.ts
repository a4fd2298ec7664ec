import { isPlainDate } from '@clearcall/domain/forms/dates.ts';

/**
 * A typed day as yyyy-mm-dd: 24-12-2026, 24.12.2026, 24/12/2026, 24122026, or as the machine writes it. Empty text is
 * an empty string; what is no day of the calendar is null. Day first, always: there is no guessing.
 */
export function readTypedDate(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  if (isPlainDate(typed)) return typed;
  const match =
    /^(\d{1,2})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*(\d{4})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const plain = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlainDate(plain) ? plain : null;
}
