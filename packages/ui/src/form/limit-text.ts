import { showDate } from '@clearcall/domain/forms/dates.ts';
import { amountLimits } from '@clearcall/domain/forms/elements/partition-resources.ts';
import { limitCount, limitValue } from '@clearcall/domain/forms/limits.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import type { CutoffPartition } from '@clearcall/domain/model/call.ts';
import { numberText } from '../kit/number-text.ts';

const decimalWords = ['', 'one decimal', 'two decimals', 'three decimals', 'four decimals'];

/**
 * Limits are inclusive, whatever the messages say (Readings, Limits and lengths): these words leave no doubt about the
 * ends before anybody meets a message.
 */
function span(
  min: string | null,
  max: string | null,
  words: { unit?: string; least?: string; most?: string },
): string {
  const unit = words.unit ? ` ${words.unit}` : '';
  if (min !== null && max !== null)
    return min === max ? `Exactly ${min}${unit}` : `From ${min} to ${max}${unit}`;
  if (min !== null) return `${words.least ?? 'At least'} ${min}${unit}`;
  if (max !== null) return `${words.most ?? 'At most'} ${max}${unit}`;
  return '';
}

/** 'From 500 to 3 000 characters'; empty without limits. */
export function lengthText(element: Element): string {
  const { min, max } = element.config.length ?? {};
  return span(
    min === undefined || min === 0 ? null : numberText(min),
    max === undefined ? null : numberText(max),
    { unit: 'characters' },
  );
}

/** 'From 0 to 36, one decimal'; empty without limits. */
export function numberLimitText(element: Element, context: FormContext): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  const range = span(
    min === null || (min === '0' && max === null) ? null : numberText(min),
    max === null ? null : numberText(max),
    {},
  );
  const decimals = decimalWords[element.config.decimals ?? 0] ?? `${element.config.decimals} decimals`;
  if (range === '') return decimals === '' ? '' : `Up to ${decimals}`;
  return decimals === '' ? range : `${range}, ${decimals}`;
}

/** 'From 01-02-2027 to 30-05-2027'; empty without limits. */
export function dateLimitText(element: Element, context: FormContext): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  return span(min === null ? null : showDate(min), max === null ? null : showDate(max), {
    least: 'On or after',
    most: 'On or before',
  });
}

/** 'From 3 to 10'; empty without limits. */
export function countLimitText(element: Element, context: FormContext): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  return span(min === '0' ? null : min, max, {});
}

/** 'From 60 000 to 230 000 node hours'; of a pool that is a limit it says that it is one. Empty without limits. */
export function amountLimitText(
  element: Element,
  partition: CutoffPartition | null,
  context: FormContext,
): string {
  const { min, max, isPool } = amountLimits(element, partition, context);
  const words = span(min === null ? null : numberText(min), max === null ? null : numberText(max), {
    unit: partition?.unit ?? element.config.unit ?? '',
  });
  return isPool ? `${words}, which is the whole pool` : words;
}

/** 'At least 2.' One goes without saying, and the most stands beside the button that adds. */
export function leastRowsText(group: Element): string {
  const min = limitCount(group.config.min) ?? 0;
  return min > 1 ? `At least ${min}.` : '';
}

/** 'Up to 10 MB and 12 pages' */
export function fileLimitText(element: Element): string {
  const { maxMb, maxPages } = element.config.upload ?? {};
  const parts = [
    maxMb === undefined ? '' : `${numberText(maxMb)} MB`,
    maxPages === undefined ? '' : `${numberText(maxPages)} ${maxPages === 1 ? 'page' : 'pages'}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'PDF' : `PDF, up to ${parts.join(' and ')}`;
}
