import * as contract from '@clearcall/contract/call-drafts.ts';
import { decideClosing } from '@clearcall/domain/calls/definition/close-call.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import { configurationCommand } from '../../../platform/audit/configuration-command.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { workflowNow } from '../../../platform/platform.ts';
import { writeEdit } from './edit.ts';
import { writeLive } from './go-live.ts';
import { loadEditedCall, lockEdits } from './load-draft.ts';
import { loadLiveCall } from './load-live.ts';

/** What closing a call would do. A draft counts for the cut-off in which it is submitted, so all of them count. */
const check = operation(contract.checkClosing, async ({ params: { id }, now }, { db, organisation }) => {
  const [live, { drafts }] = await Promise.all([
    loadLiveCall(db, id, organisation.language()),
    db
      .selectFrom('applications')
      .select(({ fn }) => fn.countAll<string>().as('drafts'))
      .where('call_id', '=', id)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow(),
  ]);
  if (live === undefined) return refuse('not_found');
  const decided = decideClosing(live.definition, live.definition, now);
  if (!decided.ok) return refuse(decided.code);
  const { cutoffs, opensAgain } = decided;
  return { cutoffs, drafts: coarseCount(Number(drafts)), opensAgain };
});

/** Closes a call at once, as a publication of the live call with other ends. Its draft stays, with the same ends. */
const close = configurationCommand(contract.closeCall, async (tx, { params: { id }, actor }, platform) => {
  const language = platform.organisation.language();
  await lockEdits(tx, id);
  // New applications to the call wait until it is closed.
  await sql`select from calls where id = ${id} for update`.execute(tx);
  // Nobody may have closed it after the time of this request, so the time is taken now.
  const now = workflowNow(platform);
  const edited = await loadEditedCall(tx, id, language);
  const live = await loadLiveCall(tx, id, language);
  if (edited === undefined || live === undefined) return refuse('not_found');
  if (edited.draft?.planned) return refuse('publication_planned');
  const decided = decideClosing(live.definition, edited.definition, now);
  if (!decided.ok) return refuse(decided.code);

  const { closed, changes, cutoffs } = decided;
  const edit = { callId: id, base: edited.revision, changes, undoes: null, authorId: actor.userId, at: now };
  const written = await writeEdit(tx, edited, edit);
  if (isRefusal(written)) return written;
  if (edited.draft === null) await tx.deleteFrom('call_drafts').where('call_id', '=', id).execute();
  const { number, change } = await writeLive(
    tx,
    platform,
    {
      id,
      edited: {
        definition: closed,
        revision: written.revision,
        draft: { begunAfter: edited.revision },
      },
      live,
      checked: { plan: { ok: true, newFlow: false, removedCutoffs: [] } },
      effect: { extended: [] },
    },
    { publisherId: actor.userId, approverId: null, fromCutoff: null, note: '', now },
  );
  await tx.updateTable('cutoffs').set({ closed_at: now }).where('id', 'in', cutoffs.map(Number)).execute();
  return { change: { ...change, action: 'call_closed' }, reply: { number } };
});

export const closing: readonly Operation[] = [check, close];
