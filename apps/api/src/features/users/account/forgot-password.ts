import type { forgotPassword as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuseWithoutPasswords } from './password-login.ts';
import { requestMail } from './request-mail.ts';

type Endpoint = typeof endpoint;

/** Has a link to choose a new password sent, if there is an account. The answer is always the same. */
export async function forgotPassword(
  { body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const of = { email: body.email, status: ['locked', 'active'], wayBack: body.return } as const;
  await requestMail(platform, 'password_reset_requested', of, now);
  return { done: true };
}
