import { type CallHead, listCalls } from '@clearcall/contract/call-administration.ts';
import { callStanding } from '@clearcall/domain/calls/archive-call.ts';
import { closesAt, countingWindow } from '@clearcall/domain/deadlines/windows.ts';
import { sql } from 'kysely';
import { operation } from '../../../platform/http/bind.ts';
import { type CallRow, headColumns, headOf } from './call-sql.ts';

/** All calls, also those that visitors do not see. */
export const list = operation(listCalls, async ({ now, translator }, { db }) => {
  const { rows } = await sql<CallRow>`select ${headColumns(translator.language, now)} from calls c`.execute(
    db,
  );
  return { data: rows.map((row) => headOf(row, now)).sort(inOrder(now)) };
});

const never = '9999';

/** Moment by which a call is placed among those of its state: its next end, or its next start if it is not open. */
function momentOf({ standing, cutoffs }: CallHead, now: Date): string {
  const window = countingWindow(cutoffs, now);
  if (window === null) return never;
  return (standing === 'opening_soon' ? window.start : closesAt(cutoffs, window)) ?? never;
}

/** Open calls first, then those that open later, drafts, closed and archived calls; the next moment first, past ones last. */
const inOrder = (now: Date) => (one: CallHead, other: CallHead) => {
  const byState = callStanding.indexOf(one.standing) - callStanding.indexOf(other.standing);
  if (byState !== 0) return byState;
  const isPast = one.standing === 'closed' || one.standing === 'archived';
  const [first, second] = [momentOf(one, now), momentOf(other, now)];
  const byMoment = first < second ? -1 : first > second ? 1 : 0;
  return (isPast ? -byMoment : byMoment) || one.id - other.id;
};
