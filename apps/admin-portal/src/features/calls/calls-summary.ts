import { callStanding } from '@clearcall/domain/calls/archive-call.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { CallRow } from './calls-queries.ts';

/** How many calls there are in each state. A space keeps the line where there is none. */
export function summaryText(calls: readonly Pick<CallRow, 'standing'>[]): string {
  if (calls.length === 0) return '\u00a0';
  const counts = callStanding.flatMap((standing) => {
    const n = calls.filter((call) => call.standing === standing).length;
    return n === 0 ? [] : [t(`setup.summary.${standing}`, { n })];
  });
  return t('setup.summary', { n: calls.length, counts });
}
