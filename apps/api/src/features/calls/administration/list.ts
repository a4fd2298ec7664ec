import { type CallHead, listCalls } from '@clearcall/contract/call-administration.ts';
import { callStanding } from '@clearcall/domain/calls/archive-call.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { applyChanges, type Change } from '@clearcall/domain/calls/definition/change.ts';
import { placeOf } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { closesAt, countingWindow } from '@clearcall/domain/deadlines/windows.ts';
import { sql } from 'kysely';
import { operation } from '../../../platform/http/bind.ts';
import { type CallRow, headColumns, headOf } from './call-sql.ts';

interface ListedRow extends CallRow {
  /** The draft of a call that was never live: its cut-offs as they are stored, and the edits since then. */
  neverLive: { cutoffs: CallDefinition['cutoffs']; later: Change[][] } | null;
}

/** All calls, also those that visitors do not see. */
export const list = operation(listCalls, async ({ now, translator }, { db }) => {
  const { rows } = await sql<ListedRow>`
    select ${headColumns(translator.language, now)}, (
      select jsonb_build_object('cutoffs', d.definition -> 'cutoffs', 'later', coalesce((
          select jsonb_agg(l.changes order by l.revision) from call_changes l
          where l.call_id = d.call_id and l.revision > d.revision), '[]'))
      from call_drafts d where d.call_id = c.id
        and not exists (select from flow_versions f where f.call_id = c.id)) as "neverLive"
    from calls c`.execute(db);
  return {
    data: rows.map((row) => ({ ...headOf(row, now), draftCutoffs: draftCutoffsOf(row) })).sort(inOrder(now)),
  };
});

/** The cut-offs of a draft, in the order of their starts. */
function draftCutoffsOf({ id, neverLive }: ListedRow) {
  if (neverLive === null) return [];
  const { cutoffs, later } = neverLive;
  const ofCutoffs = later.flat().filter((change) => placeOf(change)[0] === 'cutoffs');
  const edited = applyChanges({ cutoffs }, ofCutoffs);
  if (!edited.ok) throw new Error(`a stored change of call ${id} does not apply: ${edited.reason}`);
  return edited.definition.cutoffs
    .map(({ start, end }) => ({ start, end }))
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start));
}

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
