import { removeNote } from '@clearcall/contract/applications.ts';
import { decideNote } from '@clearcall/domain/workflow/decide-note.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { lockNote } from './lock-note.ts';

/** Removes an own note; that there was one stays in the log. */
export const remove = operation(removeNote, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const note = await lockNote(tx, actor, params);
    if (note === null) return refuse('not_found');
    const decision = decideNote(actor, note, { text: null, revision: body.revision });
    if (decision !== 'do') return refuse(decision === 'same' ? 'not_found' : decision);
    await tx.deleteFrom('notes').where('id', '=', params.noteId).execute();
    await platform.emit(tx, [
      {
        type: 'note_removed',
        occurredAt: now,
        applicationId: note.applicationId,
        actorId: actor.userId,
        detail: { noteId: params.noteId },
      },
    ]);
    return { done: true as const };
  }),
);
