const lifeMonths = 12;
const warningMonths = 9;

/** The same day and time so many months later, in UTC; the last day of the month where that day does not exist. */
function addMonths(instant: string, months: number): Date {
  const from = new Date(instant);
  const to = new Date(from.getTime());
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

/** When a draft is deleted: one year after it was created. ISO instants in and out. Source: Readings, Drafts. */
export function draftExpiresAt(createdAt: string): string {
  return addMonths(createdAt, lifeMonths).toISOString();
}

/** Whether its owner is to be warned: from nine months after creation. Source: Specification 2, section 9; Readings, Drafts. */
export function draftExpiresSoon(createdAt: string, now: Date): boolean {
  return now.getTime() >= addMonths(createdAt, warningMonths).getTime();
}
