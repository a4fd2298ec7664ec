import type { listPayees as endpoint } from '@clearcall/contract/users.ts';
import { handedInStatuses } from '@clearcall/domain/applications/statuses.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import { type PaymentFacts, seesPayees } from '@clearcall/domain/permissions/see-payees.ts';
import { sql } from 'kysely';
import { lastName } from '../../../platform/db/last-name.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { type MaybeSealed, openBankDetails } from './bank-details.ts';

type Endpoint = typeof endpoint;
interface Payee extends MaybeSealed {
  id: number;
  firstName: string;
  lastName: string | null;
  reviews: number;
}

/** Lists the people who submitted scientific reviews of an application, and notes whose bank details were read. */
export async function listPayees(
  { actor, params, now, request, translator }: Call<Endpoint>,
  { db, vault, emit }: Platform,
): Promise<Outcome<Endpoint>> {
  const payment = await sql<PaymentFacts & { applicationId: number }>`
    select f.kind as "stepType", a.owner_id as "ownerId", a.status, ap.owner_id as "applicantId", ap.id as "applicationId",
      exists (select from conflicts q where q.application_id = ap.id and q.user_id = ${actor.userId}
        and q.cleared_at is null) as "inConflict"
    from assignments a join applications ap on ap.id = a.application_id
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
    where a.id = ${params.id}`.execute(db);
  const [facts] = payment.rows;
  if (facts === undefined || !seesPayees(actor, facts)) return refuse('not_found');
  const { rows } = await sql<Payee>`
    select u.id, u.first_name as "firstName", ${lastName('u')} as "lastName", count(*)::int as reviews, b.key_id, b.nonce, b.sealed
    from assignments a join applications ap on ap.id = a.application_id
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
      join users u on u.id = a.owner_id left join bank_details b on b.user_id = u.id
    where a.application_id = ${facts.applicationId} and f.kind = 'scientific_review' and a.status = any(${[...handedInStatuses]})
    group by u.id, b.user_id order by min(a.submitted_at), u.id`.execute(db);
  // A HEAD request reads nothing.
  if (request.method !== 'HEAD')
    await emit(
      db,
      rows
        .filter(({ sealed }) => sealed !== null)
        .map(({ id }) => ({ type: 'bank_details_read', occurredAt: now, userId: id, actorId: actor.userId })),
    );
  return rows.map(({ key_id, nonce, sealed, ...payee }) => ({
    ...payee,
    lastName: translator.translate(lastNameMessage(payee.lastName)),
    ...openBankDetails(vault, payee.id, { key_id, nonce, sealed }),
  }));
}
