import { callState } from '../deadlines/call-state.ts';
import { placeInTime, type Window } from '../deadlines/windows.ts';

/** What has to be known of a call to apply to it. */
export interface CallToApplyTo {
  published: boolean;
  cutoffs: readonly (Window & { id: number })[];
}

export type CreateDecision =
  | { ok: true; cutoffId: number }
  | { ok: false; code: 'not_found' | 'call_closed' };

/** Whether one can apply to a call now, and at which cut-off. Source: Requirements 1, 10.49. */
export function decideCreate(call: CallToApplyTo | null, now: Date): CreateDecision {
  if (call === null || !call.published) return { ok: false, code: 'not_found' };
  const { open } = placeInTime(call.cutoffs, now);
  if (open === null || callState(call.published, call.cutoffs, now) !== 'open')
    return { ok: false, code: 'call_closed' };
  return { ok: true, cutoffId: open.id };
}
