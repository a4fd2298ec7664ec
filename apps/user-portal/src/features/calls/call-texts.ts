import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';

/** The amounts of a call in words: the figures, and the unit with what is to be known of them. Null when it names none. */
export function amountText(
  call: Pick<PublishedCall, 'amounts' | 'unit'>,
): { figures: string; unit: string } | null {
  const { min, max, fixed } = call.amounts;
  if (min !== null && max !== null) {
    const figures = min === max ? numberText(min) : `${numberText(min)} – ${numberText(max)}`;
    const { unit } = call;
    if (!fixed) return { figures, unit: unitText(unit) };
    return {
      figures,
      unit: t(min === max ? 'calls.amount.fixed' : 'calls.amount.fixedPerPartition', { unit }),
    };
  }
  if (min !== null)
    return {
      figures: t('calls.amount.from', { amount: numberText(min) }),
      unit: unitText(call.unit),
    };
  if (max !== null)
    return { figures: t('calls.amount.upTo', { amount: numberText(max) }), unit: unitText(call.unit) };
  return null;
}

/** Length, review and partitions: what a card says on one line. */
export function factTexts(call: Pick<PublishedCall, 'facts' | 'amounts'>): string[] {
  const { partitions } = call.amounts;
  return [
    call.facts.duration,
    call.facts.review,
    partitions === 0 ? undefined : t('calls.partitions', { n: partitions }),
  ].filter((fact) => fact !== undefined);
}

/** When one can apply: the timeframe of the first step, else the window that counts now. */
export function applyWindow(
  call: Pick<PublishedCall, 'flow' | 'current'>,
): { start: string | null; end: string | null } | null {
  const first = call.flow.steps.find(({ order }) => order === 0) ?? call.flow.steps[0];
  if (first && (first.start !== null || first.end !== null)) return { start: first.start, end: first.end };
  return call.current;
}

/** How long until a list of calls says something else: the next opening or cut-off, within a minute and an hour. */
export function freshForMs(
  calls: readonly Pick<PublishedCall, 'state' | 'current'>[],
  nowMs: number,
): number {
  const changes = calls.flatMap(({ state, current }) => {
    const at = state === 'opening_soon' ? current?.start : state === 'open' ? current?.end : null;
    return at ? [Date.parse(at) - nowMs] : [];
  });
  const next = Math.min(...changes.filter((ms) => ms > 0), 3_600_000);
  return Math.max(next + 500, 5_000);
}
