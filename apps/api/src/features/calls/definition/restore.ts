import * as contract from '@clearcall/contract/call-drafts.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { isNode } from '@clearcall/domain/calls/definition/change.ts';
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { isInPlace } from '@clearcall/domain/calls/definition/edit-differences.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { editing, writeEdit } from './edit.ts';
import { loadEditedCall } from './load-draft.ts';

/** What a publication made live; undefined if it does not exist. */
async function loadPublication(db: Db, callId: number, number: number): Promise<CallDefinition | undefined> {
  const row = await db
    .selectFrom('publications')
    .select('definition')
    .where('call_id', '=', callId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.definition;
}

/** The way from a definition to what a publication made live. The next publication gives the flow its version. */
function wayBack(from: CallDefinition, to: CallDefinition) {
  const flow = isNode(to.flow) && isNode(from.flow) ? { ...to.flow, version: from.flow.version } : to.flow;
  return diffCalls(from, { ...to, flow });
}

const openPublication = operation(
  contract.openPublication,
  async ({ params: { id, number } }, { db, organisation }) => {
    const [definition, edited] = await Promise.all([
      loadPublication(db, id, number),
      loadEditedCall(db, id, organisation.language()),
    ]);
    if (definition === undefined || edited === undefined) return refuse('not_found');
    return {
      definition,
      revision: edited.revision,
      differences: wayBack(edited.definition, definition),
    };
  },
);

const restore = operation(
  contract.restorePublication,
  ({ params: { id: callId }, body: { revision, publication, at }, actor, now }, platform) =>
    editing(platform, callId, async (tx, edited) => {
      const definition = await loadPublication(tx, callId, publication);
      if (definition === undefined) return refuse('not_found');
      if (edited.revision !== revision) return refuse('stale_revision');
      const changes = wayBack(edited.definition, definition)
        .map(({ change }) => change)
        .filter((change) => isInPlace(change, at));
      return writeEdit(tx, edited, {
        callId,
        base: revision,
        changes,
        undoes: null,
        authorId: actor.userId,
        at: now,
      });
    }),
);

export const restoring: readonly Operation[] = [openPublication, restore];
