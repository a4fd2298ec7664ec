import type { LegacyAmount, LegacyValue } from '@clearcall/domain/archive/legacy.ts';
import type { FieldKind, Fields, LegacyClass } from '@clearcall/domain/archive/legacy-fields.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import type { ReactNode } from 'react';
import classes from './legacy.module.css';

/** What a field holds, `a.b` inside an object; undefined where the archive has nothing. */
export function valueAt(values: object, key: string): LegacyValue | undefined {
  const [outer = key, inner] = key.split('.');
  const found = (values as Record<string, unknown>)[outer];
  const value = inner === undefined ? found : (found as Record<string, unknown> | undefined)?.[inner];
  return value as LegacyValue | undefined;
}

export const yesOrNo = (flag: boolean): string => (flag ? t('legacy.yes') : t('legacy.no'));

/** A day, or an instant with its time. */
export const dateOf = (date: string): string => (date.includes('T') ? dateTimeText(date) : dateText(date));

/** A value of the archive in words: Yes or No, a class by its name, numbers with their units. */
export function valueText(kind: FieldKind, value: LegacyValue): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  if (kind === 'class') return t(`legacy.class.${value as LegacyClass}`);
  if (kind === 'date') return dateOf(String(value));
  if (kind === 'number') return numberText(Number(value));
  if (kind === 'amount') {
    const { value: number, unit } = value as LegacyAmount;
    return unit === null ? numberText(number) : `${numberText(number)}\u00a0${unit}`;
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Texts as somebody wrote them, line by line; what is there twice once. `lang`: their language, if it is known. */
export function texts(values: readonly string[], lang?: string): ReactNode {
  const written = values.filter((value) => value !== '');
  if (written.length === 0) return <span className="muted">-</span>;
  return [...new Set(written)].map((value) => (
    <p key={value} className={classes.value} lang={lang}>
      {value}
    </p>
  ));
}

/** The values of all fields of a table in words; empty if the archive has nothing. */
export const fieldValues = (fields: Fields, values: object): string[] =>
  Object.entries(fields).map(([key, kind]) => {
    const value = valueAt(values, key);
    return value === undefined || value === '' ? '' : valueText(kind, value);
  });

/** The rows of a table of fields, in its order: those of which the archive has something. */
export function fieldRows<F extends Fields>(
  fields: F,
  values: object,
  label: (key: keyof F & string) => string,
  without: readonly (keyof F & string)[] = [],
): (readonly [name: string, value: ReactNode])[] {
  const texts = fieldValues(fields, values);
  return Object.keys(fields).flatMap((key, at) => {
    const text = texts[at] ?? '';
    return text === '' || without.includes(key) ? [] : [[label(key), text] as const];
  });
}
