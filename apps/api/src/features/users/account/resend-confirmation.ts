import type { resendConfirmation as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { requestMail } from './request-mail.ts';

type Endpoint = typeof endpoint;

/** Has the confirmation link sent again, if the account waits for it. The answer is always the same. */
export async function resendConfirmation(
  { body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const of = { email: body.email, status: ['locked'], wayBack: body.return } as const;
  await requestMail(platform, 'confirmation_requested', of, now);
  return { done: true };
}
