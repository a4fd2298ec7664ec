import { deleteApplication } from '@clearcall/contract/applications.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { carryOut } from './workflow/carry-out.ts';

/** Deletes a draft with all that is in it. Its files are removed from the storage later. */
export const remove = operation(deleteApplication, ({ params, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const done = await carryOut(tx, platform, {
      key: { key: params.id },
      actor,
      now,
      make: () => ({ type: 'delete' }),
    });
    // To everybody but its owner there is nothing to delete.
    if (!done.ok) return refuse(done.code === 'not_a_draft' ? done.code : 'not_found');
    await platform.emit(tx, [
      {
        type: 'application_deleted',
        occurredAt: now,
        applicationId: done.applicationId,
        userId: done.facts.application.ownerId,
        actorId: actor.userId,
        detail: { uid: done.uid },
      },
    ]);
    return { done: true as const };
  }),
);
