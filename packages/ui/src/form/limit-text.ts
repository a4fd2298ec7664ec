import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { amountLimits } from '@clearcall/domain/forms/elements/partition-resources.ts';
import { limitCount, limitValue } from '@clearcall/domain/forms/limits.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import { numberText } from '../kit/text/number-text.ts';
import { t, unitText } from '../kit/text/translate.ts';
import { dateText } from '../kit/time/date-text.ts';

/** How the limits of one kind are said: by both ends, by one, or by the only value that there is. */
interface Limits {
  exactly: (min: string) => string;
  fromTo: (min: string, max: string) => string;
  atLeast: (min: string) => string;
  atMost: (max: string) => string;
}

const amounts: Limits = {
  exactly: (min) => t('forms.limit.exactly', { min }),
  fromTo: (min, max) => t('forms.limit.fromTo', { min, max }),
  atLeast: (min) => t('forms.limit.atLeast', { min }),
  atMost: (max) => t('forms.limit.atMost', { max }),
};
const days: Limits = {
  exactly: (min) => t('forms.day.exactly', { min }),
  fromTo: (min, max) => t('forms.day.fromTo', { min, max }),
  atLeast: (min) => t('forms.day.atLeast', { min }),
  atMost: (max) => t('forms.day.atMost', { max }),
};
const choices: Limits = {
  exactly: (min) => t('forms.choose.exactly', { min }),
  fromTo: (min, max) => t('forms.choose.fromTo', { min, max }),
  atLeast: (min) => t('forms.choose.atLeast', { min }),
  atMost: (max) => t('forms.choose.atMost', { max }),
};

/**
 * Limits are inclusive, whatever the messages say: these words leave no doubt about the ends before anybody meets a
 * message.
 */
function limitsText(min: string | null, max: string | null, limits: Limits): string {
  if (min !== null && max !== null) return min === max ? limits.exactly(min) : limits.fromTo(min, max);
  if (min !== null) return limits.atLeast(min);
  return max === null ? '' : limits.atMost(max);
}

/** 'From 500 to 3 000 characters'; empty without limits. */
export function lengthText(element: Element): string {
  const { min: least, max } = element.config.length ?? {};
  const min = least === 0 ? undefined : least;
  if (min !== undefined && max !== undefined)
    return min === max
      ? t('forms.length.exactly', { n: min, length: numberText(min) })
      : t('forms.length.fromTo', { min: numberText(min), max: numberText(max) });
  if (min !== undefined) return t('forms.length.atLeast', { n: min, length: numberText(min) });
  return max === undefined ? '' : t('forms.length.atMost', { n: max, length: numberText(max) });
}

/** 'From 0 to 36, 1 decimal place'; empty without limits. */
export function numberLimitText(element: Element, context: FormContext): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  const limits = limitsText(
    min === null || (min === '0' && max === null) ? null : numberText(min),
    max === null ? null : numberText(max),
    amounts,
  );
  const n = element.config.decimals ?? 0;
  if (n === 0) return limits;
  return limits === '' ? t('forms.limit.decimals', { n }) : t('forms.limit.withDecimals', { limits, n });
}

/** 'From 01-02-2027 to 30-05-2027'; empty without limits. */
export function dateLimitText(element: Element, context: FormContext): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  return limitsText(min === null ? null : dateText(min), max === null ? null : dateText(max), days);
}

/** How many: 'From 3 to 10'; empty without limits. */
export function countLimitText(element: Element, context: FormContext, limits: Limits = amounts): string {
  const min = limitValue(element.config.min, context);
  const max = limitValue(element.config.max, context);
  return limitsText(min === '0' ? null : min, max, limits);
}

/** 'Choose from 3 to 10', or all that apply. */
export function chooseLimitText(element: Element, context: FormContext): string {
  return countLimitText(element, context, choices) || t('forms.choose.all');
}

/** 'From 60 000 to 230 000 node hours'; of a pool that is a limit it says that it is one. Empty without limits. */
export function amountLimitText(
  element: Element,
  partition: CutoffPartition | null,
  context: FormContext,
): string {
  const { min, max, isPool } = amountLimits(element, partition, context);
  const unit = partition?.unit ?? element.config.unit ?? '';
  const withUnit = (figure: string) => (unit === '' ? figure : `${figure} ${unitText(unit)}`);
  const limits = limitsText(min === null ? null : numberText(min), max === null ? null : numberText(max), {
    exactly: (one) => amounts.exactly(withUnit(one)),
    fromTo: (one, other) => amounts.fromTo(one, withUnit(other)),
    atLeast: (one) => amounts.atLeast(withUnit(one)),
    atMost: (one) => amounts.atMost(withUnit(one)),
  });
  return isPool ? t('forms.amount.wholePool', { limits }) : limits;
}

/** 'At least 2.' One goes without saying, and the most stands beside the button that adds. */
export function minRowsText(group: Element): string {
  const n = limitCount(group.config.min) ?? 0;
  return n > 1 ? t('forms.row.atLeast', { n }) : '';
}

/** 'PDF, up to 10 MB and 12 pages' */
export function fileLimitText(element: Element): string {
  const { maxMb, maxPages: n } = element.config.upload ?? {};
  if (maxMb === undefined) return n === undefined ? t('forms.file.pdf') : t('forms.file.pdfPages', { n });
  const mb = numberText(maxMb);
  return n === undefined ? t('forms.file.pdfMb', { mb }) : t('forms.file.pdfMbPages', { mb, n });
}
