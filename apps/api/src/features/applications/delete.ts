import { deleteApplication } from '@clearcall/contract/applications.ts';
import type { AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { scope } from '@clearcall/domain/permissions/scope.ts';
import { decideDelete } from '@clearcall/domain/workflow/decide-delete.ts';
import { sql } from 'kysely';
import { deed } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { eraseApplication } from './erase.ts';
import { whereInScope, whereKey } from './sql.ts';

interface Deletable {
  id: number;
  uid: string;
  ownerId: number;
  firstAssignment: AssignmentStatus;
}

/** Deletes a draft with all that is in it. Its files are removed from the storage later. */
export const remove = deed(deleteApplication, ({ params, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    // The lock is on the first assignment, like that of a submit: whoever comes second sees what the other one did.
    const found = await sql<Deletable>`
      select ap.id, ap.uid, ap.owner_id as "ownerId", a.status as "firstAssignment"
      from applications ap join assignments a on a.application_id = ap.id
      where ${whereKey({ key: params.id })} and ${whereInScope(scope(actor))}
        and a.id = (select f.id from assignments f where f.application_id = ap.id order by f.created_at, f.id limit 1)
      for update of a
    `.execute(tx);
    const application = found.rows[0];
    if (application === undefined) return refuse('not_found');
    const decision = decideDelete(actor, application);
    if (!decision.ok) return refuse(decision.code);

    await eraseApplication(tx, application.id, now);
    await platform.emit(tx, [
      {
        type: 'application_deleted',
        occurredAt: now,
        applicationId: application.id,
        userId: application.ownerId,
        actorId: actor.userId,
        detail: { uid: application.uid },
      },
    ]);
    return { done: true as const };
  }),
);
