import { closesAt, isAfter } from '../../deadlines/windows.ts';
import type { CallDefinition, CutoffDefinition } from './call-definition.ts';
import { isSame } from './diff-calls.ts';
import { type Address, error, type Finding } from './finding.ts';

/** The facts of a call that decide about its next publication. */
export interface PublicationFacts {
  now: Date;
  /** Whether there is an application, drafts included. */
  hasApplications: boolean;
  /** Ids of the cut-offs that applications count for. */
  usedCutoffs: ReadonlySet<string>;
  /** Ids of the cut-offs that an administrator closed before their end. */
  closedCutoffs: ReadonlySet<string>;
  /** Archived calls are in no list, so a new cut-off of one would open unseen. */
  isArchived: boolean;
}

export type PublicationPlan =
  | { ok: false; findings: Finding[]; newFlow: boolean }
  | {
      ok: true;
      /** Whether the flow needs a new version. */
      newFlow: boolean;
      /** Ids of live cut-offs that are deleted. */
      removedCutoffs: string[];
    };

/** A flow without its version, which the publication sets. */
const unversioned = (flow: unknown): unknown =>
  typeof flow === 'object' && flow !== null ? { ...flow, version: 0 } : flow;

/** Locked once there is an application: uids and amounts that are stored already depend on them. */
const locked = ['unit', 'timeZone', 'code', 'year', 'number'] as const;

/** The end of a cut-off of the live call if it has passed: it cannot change any more. Null for all others. */
export function passedEnd(live: Pick<CallDefinition, 'cutoffs'>, cutoff: string, now: Date): string | null {
  const was = live.cutoffs.find(({ id }) => id === cutoff);
  const closed = was === undefined ? null : closesAt(live.cutoffs, was);
  return closed !== null && Date.parse(closed) <= now.getTime() ? closed : null;
}

/** The cut-offs from which a changed flow may apply: those to come, except the first, from which it applies anyway. */
export function laterCutoffs({ cutoffs }: Pick<CallDefinition, 'cutoffs'>, now: Date): CutoffDefinition[] {
  const toCome = cutoffs.filter((cutoff) => {
    const closed = closesAt(cutoffs, cutoff);
    return closed === null || Date.parse(closed) > now.getTime();
  });
  return toCome.toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start)).slice(1);
}

/** Ids of the cut-offs that start before another one. They keep the flow that they have, if it applies from that one on. */
export function cutoffsBefore({ cutoffs }: Pick<CallDefinition, 'cutoffs'>, from: string): string[] {
  const first = cutoffs.find(({ id }) => id === from);
  return first === undefined
    ? []
    : cutoffs.filter(({ start }) => isAfter(first.start, start)).map(({ id }) => id);
}

/**
 * Decides whether a draft may be published over the live call, and what that needs. Refusals: a change of what is locked
 * once there is an application, hiding a call that has one, another end of a cut-off that has passed, removing a
 * cut-off that has applications, and any publication of an archived call. A cut-off that an administrator closed may open
 * again.
 */
export function decidePublication(
  live: CallDefinition,
  draft: CallDefinition,
  { now, hasApplications, usedCutoffs, closedCutoffs, isArchived }: PublicationFacts,
): PublicationPlan {
  const findings: Finding[] = isArchived ? [error([], 'findings.archived')] : [];
  const changed = locked.filter((name) => live[name] !== draft[name]);
  if (hasApplications && changed.length > 0)
    findings.push(
      error(
        changed.map((name): Address => [name]),
        'findings.lockedByApplications',
      ),
    );
  if (hasApplications && live.published && !draft.published)
    findings.push(error([['published']], 'findings.hiddenWithApplications'));

  const removedCutoffs: string[] = [];
  for (const [nth, was] of live.cutoffs.entries()) {
    const n = nth + 1;
    const is = draft.cutoffs.find(({ id }) => id === was.id);
    const closed = passedEnd(live, was.id, now);
    if (is === undefined) {
      removedCutoffs.push(was.id);
      if (usedCutoffs.has(was.id)) findings.push(error([['cutoffs']], 'findings.cutoffUsed', { n }));
      continue;
    }
    const end = closesAt(draft.cutoffs, is);
    const opensAgain = closedCutoffs.has(was.id) && (end === null || Date.parse(end) > now.getTime());
    if (closed !== null && Date.parse(end ?? '') !== Date.parse(closed) && !opensAgain)
      findings.push(error([['cutoffs', was.id, 'end']], 'findings.cutoffPassed', { n }));
  }
  const newFlow = !isSame(unversioned(live.flow), unversioned(draft.flow));
  return findings.length > 0 ? { ok: false, findings, newFlow } : { ok: true, newFlow, removedCutoffs };
}
