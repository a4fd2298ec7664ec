import { remember, remembered } from '@clearcall/ui/session/device-memory.ts';

/** How long a question that was closed without an answer is not asked again on this device. */
const quietDays = 90;

const keyOf = (userId: number) => `clearcall.mailing-list-asked.${userId}`;
// Where the browser keeps nothing it counts until the page is loaded again.
const askedHere = new Map<number, string>();

/** Notes that somebody was asked, whatever came of it. */
export function noteAsked(userId: number, now: Date): void {
  askedHere.set(userId, now.toISOString());
  remember(keyOf(userId), now.toISOString());
}

/** Whether somebody was asked on this device lately, in this tab or another, in this session or an earlier one. */
export function wasAsked(userId: number, now: Date): boolean {
  const at = remembered(keyOf(userId)) ?? askedHere.get(userId) ?? null;
  // What is no moment, or one to come, counts as none.
  const daysSince = (now.getTime() - Date.parse(at ?? '')) / 86_400_000;
  return daysSince >= 0 && daysSince < quietDays;
}

/** Their account is gone. */
export function forgetAsked(userId: number): void {
  remember(keyOf(userId), null);
}
