/** How far the clock moves at once: one of these. */
export const steps = ['day', 'week', 'month'] as const;

/** The same time of the reader's day so much later; the last day of the month where that day does not exist. */
export function later(ms: number, step: (typeof steps)[number]): Date {
  const to = new Date(ms);
  if (step === 'day') to.setDate(to.getDate() + 1);
  else if (step === 'week') to.setDate(to.getDate() + 7);
  else {
    const day = to.getDate();
    to.setMonth(to.getMonth() + 1);
    if (to.getDate() !== day) to.setDate(0);
  }
  return to;
}
