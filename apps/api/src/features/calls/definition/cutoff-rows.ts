import type { CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';

interface Place {
  id: number;
  callId: number;
  /** From 1. */
  position: number;
  /** Its timeframe is the cut-off. */
  firstStep: string;
}

/** The rows of a cut-off, with its amounts and the timeframes of its steps. */
export function cutoffRows(
  { start, end, amounts, timeframes }: CutoffDefinition,
  { id, callId, position, firstStep }: Place,
) {
  const frameOf = (step: string, from: string, until: string | null) => ({
    call_id: callId,
    step_id: step,
    cutoff_id: id,
    starts_at: from,
    ends_at: until,
  });
  return {
    cutoff: { id, call_id: callId, position, starts_at: start, ends_at: end },
    amounts: amounts.map(({ id: partition, disabled, min, max, fixed, pool }) => ({
      cutoff_id: id,
      partition_id: partition,
      disabled,
      min,
      max,
      fixed,
      pool,
    })),
    timeframes: [
      frameOf(firstStep, start, end),
      ...timeframes.map((frame) => frameOf(frame.id, frame.start, frame.end)),
    ],
  };
}
