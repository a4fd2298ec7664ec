/** How long a question that was closed without an answer is not asked again on this device. */
const quietDays = 90;

const keyOf = (userId: number) => `clearcall.mailing-list-asked.${userId}`;
// Where the browser keeps nothing it counts until the page is loaded again.
const askedHere = new Map<number, string>();

/** Notes that somebody was asked, whatever came of it. */
export function noteAsked(userId: number, now: Date): void {
  askedHere.set(userId, now.toISOString());
  try {
    localStorage.setItem(keyOf(userId), now.toISOString());
  } catch {
    // As above.
  }
}

/** Whether somebody was asked on this device lately, in this tab or another, in this session or an earlier one. */
export function wasAsked(userId: number, now: Date): boolean {
  let at = askedHere.get(userId) ?? null;
  try {
    at = localStorage.getItem(keyOf(userId)) ?? at;
  } catch {
    // As above.
  }
  // What is no moment, or one to come, counts as none.
  const daysSince = (now.getTime() - Date.parse(at ?? '')) / 86_400_000;
  return daysSince >= 0 && daysSince < quietDays;
}

/** Their account is gone. */
export function forgetAsked(userId: number): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Then nothing is kept.
  }
}
