import { closesAt, placeInTime } from '../../deadlines/windows.ts';
import type { CallDefinition } from './call-definition.ts';
import { applyChanges, type Change } from './change.ts';

export type Closing =
  | { ok: false; code: 'call_closed' }
  | {
      ok: true;
      /** Ids of the running cut-offs, which end now. */
      cutoffs: string[];
      /** The live call without them. */
      closed: CallDefinition;
      /** The changes that close them in the draft as well, so that its publication does not open them again. */
      changes: Change[];
      /** When the call opens for its next cut-off, or null if it has none. */
      opensAgain: string | null;
    };

/** Decides what closing a call at once does to its live cut-offs, and to its draft. Refusal: no cut-off is running. */
export function decideClosing(live: CallDefinition, draft: CallDefinition, now: Date): Closing {
  const nowMs = now.getTime();
  const isRunning = (cutoff: CallDefinition['cutoffs'][number]): boolean => {
    const end = closesAt(live.cutoffs, cutoff);
    return Date.parse(cutoff.start) < nowMs && (end === null || nowMs < Date.parse(end));
  };
  const cutoffs = live.published ? live.cutoffs.filter(isRunning).map(({ id }) => id) : [];
  if (cutoffs.length === 0) return { ok: false, code: 'call_closed' };
  const changesIn = ({ cutoffs: known }: CallDefinition) =>
    cutoffs
      .filter((id) => known.some((cutoff) => cutoff.id === id))
      .map((id): Change => ({ do: 'set', at: ['cutoffs', id, 'end'], value: now.toISOString() }));
  const applied = applyChanges(live, changesIn(live));
  if (!applied.ok) throw new Error('a live cut-off has no end to set');
  const closed = applied.definition;
  return {
    ok: true,
    cutoffs,
    closed,
    changes: changesIn(draft),
    opensAgain: placeInTime(closed.cutoffs, now).next?.start ?? null,
  };
}
