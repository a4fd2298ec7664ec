import { archiveCall } from '@clearcall/contract/call-administration.ts';
import { whyNotArchive } from '@clearcall/domain/calls/archive-call.ts';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { standingOf } from './call-sql.ts';
import { loadLockedCall } from './locked-call.ts';

/** Archives a call, or takes it back. */
export const archive = configurationCommand(
  archiveCall,
  async (tx, { params: { id }, body: { archived }, now }) => {
    const call = await loadLockedCall(tx, id);
    if (call === undefined) return refuse('not_found');
    if ((call.archivedAt !== null) === archived) return { change: null, reply: done };
    const refusal = archived ? whyNotArchive(standingOf(call, now)) : null;
    if (refusal !== null) return refuse(refusal);
    await tx
      .updateTable('calls')
      .set({ archived_at: archived ? now : null })
      .where('id', '=', id)
      .execute();
    const action = archived ? 'call_archived' : 'call_restored';
    return { change: { subject: { kind: 'call', id }, action }, reply: done };
  },
);
