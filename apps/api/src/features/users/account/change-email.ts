import type { changeEmail as endpoint } from '@clearcall/contract/users.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { mayMail } from './throttling.ts';
import { verifyPerson } from './verify-person.ts';

type Endpoint = typeof endpoint;

/**
 * Notes the address that the account is to have. The mails follow from the event, and only there is it looked up whether
 * the new address has an account: answer, statements and time cannot tell. A newer wish takes the older one's place, so
 * that a link to a mistyped address opens nothing any more.
 */
export async function changeEmail(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, body, now } = call;
  const refusal = await verifyPerson(platform, body.password, call);
  if (refusal !== null) return refusal;
  if (body.email.toLowerCase() === actor.email.toLowerCase()) {
    return refuse('invalid_input', { message: [message('refusals.input.sameEmail')] });
  }
  const wanted = await mayMail(platform.db, 'email_change_requested', body.email, now);
  await platform.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ wanted_email: body.email }).where('id', '=', actor.userId).execute();
    const event = { type: 'email_change_requested', occurredAt: now, actorId: actor.userId } as const;
    await platform.emit(tx, [
      { ...event, userId: wanted ? actor.userId : undefined, detail: { email: body.email } },
    ]);
  });
  return { done: true };
}
