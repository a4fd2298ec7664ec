import { countingWindow } from '@clearcall/domain/deadlines/windows.ts';
import type { OpenedCall } from './calls-queries.ts';

type Cutoff = OpenedCall['cutoffs'][number];

/** The cut-off that a page shows first: the open one, otherwise the next one, otherwise the last one. */
export const usualCutoff = (cutoffs: readonly Cutoff[], nowMs: number): Cutoff | undefined =>
  countingWindow(cutoffs, new Date(nowMs)) ?? undefined;
