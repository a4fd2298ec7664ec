import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { applyChanges, type Change } from '@clearcall/domain/calls/definition/change.ts';
import type { Edit } from '@clearcall/domain/calls/definition/merge-changes.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { lockThings } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { loadLiveCall } from './load-live.ts';

/** A publication that waits. Times are ISO instants. */
interface PlannedPublication {
  note: string;
  by: string | null;
  byId: number | null;
  /** When it goes live; null while another administrator has to approve it. */
  dueAt: string | null;
  publishAt: string | null;
  fromCutoff: string | null;
}

/** The edited definition: the draft of a call, or the live call if it has no draft. */
export interface EditedCall {
  definition: CallDefinition;
  revision: number;
  /** Null if the live call has no changes. */
  draft: {
    changedAt: string;
    by: string | null;
    begunAfter: number;
    /** The revision in which the definition is stored. */
    storedRevision: number;
    /** Its publication, if it waits. Until then the draft stays as it is. */
    planned: PlannedPublication | null;
  } | null;
}

/** Locks the draft of a call: other edits and publications wait until the transaction ends. */
export const lockEdits = (tx: Db, callId: number) => lockThings(tx, 'draftOfCall', [callId]);

/** Name of an account `u`. */
const nameOfUser = sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`;

/**
 * Stored definitions by call, those of the calls that were loaded last. `stamp` names the transaction that wrote it and its
 * revision, so that a definition that was written again, or in another database, is loaded again.
 */
const known = new Map<number, { stamp: string; definition: CallDefinition }>();
const mostKnown = 4;

function keep(callId: number, stamp: string, definition: CallDefinition): CallDefinition {
  known.delete(callId);
  known.set(callId, { stamp, definition });
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return definition;
}

/**
 * Loads the edited definition: as it was stored last, with the edits since then; undefined if the call does not exist. It
 * is shared, so nothing may change it.
 */
export async function loadEditedCall(
  db: Db,
  callId: number,
  organisation: Language | undefined,
): Promise<EditedCall | undefined> {
  const kept = known.get(callId);
  const { rows } = await sql<{
    stamp: string | null;
    definition: CallDefinition | null;
    revision: number;
    begunAfter: number;
    storedRevision: number;
    changedAt: string;
    by: string | null;
    later: Change[][];
    planned: PlannedPublication | null;
  }>`
    select s.stamp, case when s.stamp <> ${kept?.stamp ?? ''} then d.definition end as definition, coalesce(e.revision, 0) as revision, d.begun_after as "begunAfter",
      d.revision as "storedRevision", ${iso('e.at')} as "changedAt", ${nameOfUser} as by,
      coalesce((select jsonb_agg(l.changes order by l.revision) from call_changes l
        where l.call_id = d.call_id and l.revision > d.revision), '[]') as later,
      (select jsonb_build_object('note', w.note, 'dueAt', ${iso('w.due_at')}, 'publishAt', ${iso('w.publish_at')},
          'by', (select ${nameOfUser} from users u where u.id = w.planned_by), 'byId', w.planned_by, 'fromCutoff', w.from_cutoff)
        from planned_publications w where w.call_id = c.id) as planned
    from calls c left join call_drafts d on d.call_id = c.id
      left join lateral (select d.xmin || ' ' || d.revision as stamp) s on true
      left join lateral (select revision, at, author_id from call_changes where call_id = c.id
        order by revision desc limit 1) e on true
      left join users u on u.id = e.author_id
    where c.id = ${callId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { stamp, definition, revision, later, ...draft } = row;
  const stored = definition ?? kept?.definition;
  if (stamp !== null && stored !== undefined) {
    const applied = applyChanges(keep(callId, stamp, stored), later.flat());
    if (!applied.ok) throw new Error(`a stored change of call ${callId} does not apply: ${applied.reason}`);
    return { definition: applied.definition, revision, draft };
  }
  const live = await loadLiveCall(db, callId, organisation);
  return live && { definition: live.definition, revision, draft: null };
}

/** The edits of a call after a revision, in their order, with their authors. */
export async function loadEditsAfter(
  db: Db,
  callId: number,
  revision: number,
): Promise<(Edit & { author_id: number | null })[]> {
  return db
    .selectFrom('call_changes')
    .select(['revision', 'changes', 'undoes', 'author_id'])
    .where('call_id', '=', callId)
    .where('revision', '>', revision)
    .orderBy('revision')
    .execute();
}
