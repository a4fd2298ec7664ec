/** Planned actions that administrators look after: tried without success, or not begun although they are due. */
export const openActionStates = ['failed', 'late'] as const;

const minutesUntilLate = 10;

/** Actions that were planned before this moment and still wait are late. */
export const lateSince = (now: Date): Date => new Date(now.getTime() - minutesUntilLate * 60_000);
