import { countingWindow, type Window } from '@clearcall/domain/deadlines/windows.ts';

/** The cut-off that a page shows first: the open one, otherwise the next one, otherwise the last one. */
export const usualCutoff = <W extends Window>(cutoffs: readonly W[], nowMs: number): W | undefined =>
  countingWindow(cutoffs, new Date(nowMs)) ?? undefined;
