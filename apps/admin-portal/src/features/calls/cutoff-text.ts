import { closesAt, type Window } from '@clearcall/domain/deadlines/windows.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';

/** A cut-off by its time, in the zone of the call. */
export function cutoffText(
  { cutoffs, timeZone }: { cutoffs: readonly Window[]; timeZone: string },
  cutoff: Window,
  nowMs: number,
): string {
  const end = closesAt(cutoffs, cutoff);
  const start = dateTimeText(cutoff.start, timeZone);
  if (Date.parse(cutoff.start) > nowMs)
    return end === null
      ? t('setup.cutoff.opensAlways', { start })
      : t('setup.cutoff.opens', { start, end: dateTimeText(end, timeZone) });
  if (end === null) return t('setup.cutoff.always', { start });
  const when = dateTimeText(end, timeZone);
  return Date.parse(end) < nowMs
    ? t('setup.cutoff.ended', { end: when })
    : t('setup.cutoff.open', { end: when });
}
