import { decimalText, sizeIn } from '@clearcall/i18n/format.ts';
import { pageLanguage } from './translate.ts';

/**
 * A decimal number as text, with thin spaces in its thousands: '230000.5' becomes '230 000.5', in German '230 000,5'. What is no number comes
 * back as it was, because a form may hold it while it is typed.
 */
export function numberText(value: string | number): string {
  return decimalText(pageLanguage(), { decimal: String(value), thousands: true });
}

/** 1 572 864 bytes as '1.5 MB', in French '1,5 Mo'. */
export function sizeText(bytes: number): string {
  return sizeIn(pageLanguage(), bytes);
}

/** What kind of file a name stands for, as people call it: 'plan.docx' is a DOCX. */
export function fileKindText(filename: string): string {
  return filename.slice(filename.lastIndexOf('.') + 1).toUpperCase();
}
