import * as contract from '@clearcall/contract/call-drafts.ts';
import { type Change, placeOfChange } from '@clearcall/domain/calls/definition/change.ts';
import { faultsOfShape } from '@clearcall/domain/calls/definition/definition-schema.ts';
import { isSame } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { mergeChanges } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { liveRichText, namedRichText } from './document-links.ts';
import { type EditedCall, loadEditedCall, loadEditsAfter, lockEdits } from './load-draft.ts';

interface Wanted {
  callId: number;
  /** The revision that the author has seen. */
  base: number;
  changes: readonly Change[];
  undoes: number | null;
  authorId: number;
  at: Date;
}

/** A change whose rich text is cleaned. */
function cleanChange(change: Change, callId: number): Change {
  if (change.do !== 'set' || change.at[0] !== 'info' || change.value === undefined) return change;
  const clean = (value: unknown) =>
    typeof value === 'string' ? namedRichText(liveRichText(value, callId), callId) : value;
  const { value } = change;
  return {
    ...change,
    value:
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([language, text]) => [language, clean(text)]))
        : clean(value),
  };
}

/**
 * Whether the definition may stay as it is stored: small edits are applied when it is loaded. To write a definition of a
 * megabyte takes far longer than to write an edit.
 */
const mayWait = ({ draft, revision }: EditedCall, changes: string): boolean =>
  draft !== null && revision - draft.storedRevision < 50 && changes.length < 20_000;

/** Writes changes as one edit, and with the first one the draft. Nothing is written if they change nothing. */
export async function writeEdit(tx: Db, edited: EditedCall, wanted: Wanted) {
  const { callId, base, undoes, authorId, at } = wanted;
  const changes = wanted.changes.map((change) => cleanChange(change, callId));
  const since = await loadEditsAfter(tx, callId, base);
  const merged = mergeChanges(edited.definition, changes, since);
  if (!merged.ok && 'conflicts' in merged)
    return refuse('changed_meanwhile', { body: { conflicts: merged.conflicts } });
  // The author sends an edit again if its answer was lost.
  const repeated = since.find(
    (edit) =>
      edit.author_id === authorId &&
      edit.undoes === undoes &&
      isSame(edit.changes, changes) &&
      since.every((later) => later.undoes !== edit.revision),
  );
  if (repeated !== undefined && (!merged.ok || isSame(edited.definition, merged.definition)))
    return { revision: repeated.revision, changes };
  if (!merged.ok) return refuse('place_gone');
  const faults = faultsOfShape(merged.definition, changes.map(placeOfChange));
  if (faults.length > 0) return refuse('invalid_value', { body: { places: faults } });
  if (isSame(edited.definition, merged.definition)) return { revision: edited.revision, changes: [] };

  const revision = edited.revision + 1;
  const stored = JSON.stringify(changes);
  await tx
    .insertInto('call_changes')
    .values({
      call_id: callId,
      revision,
      at,
      author_id: authorId,
      changes: stored,
      inverses: JSON.stringify(merged.inverses),
      undoes,
    })
    .execute();
  if (mayWait(edited, stored)) return { revision, changes };
  const definition = JSON.stringify(merged.definition);
  await tx
    .insertInto('call_drafts')
    .values({ call_id: callId, definition, revision, begun_after: edited.revision })
    .onConflict((conflict) => conflict.column('call_id').doUpdateSet({ definition, revision }))
    .execute();
  return { revision, changes };
}

/** Runs an edit in a transaction of its own. Other edits and publications of the call wait for it. */
export const editing = <Result>(
  { db, organisation }: Platform,
  callId: number,
  edit: (tx: Db, edited: EditedCall) => Promise<Result | Refusal>,
): Promise<Result | Refusal> =>
  db.transaction().execute(async (tx) => {
    await lockEdits(tx, callId);
    const edited = await loadEditedCall(tx, callId, organisation.language());
    if (edited === undefined) return refuse('not_found');
    return edited.draft?.planned ? refuse('publication_planned') : edit(tx, edited);
  });

const change = operation(
  contract.changeCall,
  ({ params: { id: callId }, body: { base, changes }, actor, now }, platform) =>
    editing(platform, callId, (tx, edited) =>
      writeEdit(tx, edited, {
        callId,
        base,
        changes: changes as Change[],
        undoes: null,
        authorId: actor.userId,
        at: now,
      }),
    ),
);

const undo = operation(
  contract.undoCallChanges,
  ({ params: { id: callId }, body: { revision, seen }, actor, now }, platform) =>
    editing(platform, callId, async (tx, edited) => {
      // Edits that a publication made live are no longer part of the draft.
      if (edited.draft === null || revision <= edited.draft.begunAfter) return refuse('not_found');
      const row = await tx
        .selectFrom('call_changes')
        .select('inverses')
        .where('call_id', '=', callId)
        .where('revision', '=', revision)
        .executeTakeFirst();
      if (row === undefined) return refuse('not_found');
      return writeEdit(tx, edited, {
        callId,
        base: Math.max(revision, seen ?? revision),
        changes: row.inverses,
        undoes: revision,
        authorId: actor.userId,
        at: now,
      });
    }),
);

const discard = configurationCommand(
  contract.discardCallDraft,
  async (tx, { params: { id }, body: { revision } }, { organisation }) => {
    await lockEdits(tx, id);
    const edited = await loadEditedCall(tx, id, organisation.language());
    if (edited === undefined) return refuse('not_found');
    if (edited.draft === null) return refuse('no_draft');
    if (edited.draft.planned !== null) return refuse('publication_planned');
    if (edited.revision !== revision) return refuse('stale_revision');
    await tx.deleteFrom('call_drafts').where('call_id', '=', id).execute();
    return {
      change: { subject: { kind: 'call', id }, action: 'draft_discarded', before: { revision } },
      reply: done,
    };
  },
);

export const edits: readonly Operation[] = [change, undo, discard];
