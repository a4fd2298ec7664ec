import { changeNote } from '@clearcall/contract/applications.ts';
import { decideNote } from '@clearcall/domain/workflow/decide-note.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { lockNote } from './lock-note.ts';

/** Changes an own note. */
export const change = operation(changeNote, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const note = await lockNote(tx, actor, params);
    if (note === null) return refuse('not_found');
    const decision = decideNote(actor, note, body);
    if (decision === 'same') return { revision: note.revision };
    if (decision !== 'do') return refuse(decision);
    const revision = note.revision + 1;
    await tx
      .updateTable('notes')
      .set({ text: body.text, revision, changed_at: now })
      .where('id', '=', params.noteId)
      .execute();
    await platform.emit(tx, [
      {
        type: 'note_changed',
        occurredAt: now,
        applicationId: note.applicationId,
        actorId: actor.userId,
        detail: { noteId: params.noteId },
      },
    ]);
    return { revision };
  }),
);
