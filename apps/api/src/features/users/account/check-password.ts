import { isCommonPassword } from '@clearcall/domain/people/common-passwords.ts';
import { isWeakPassword } from '@clearcall/domain/people/password.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/** Why a new password is refused; null when it is not. */
export function checkPassword(password: string, email: string): Refusal | null {
  if (isWeakPassword(password)) return refuse('weak_password');
  return isCommonPassword(password, email) ? refuse('common_password') : null;
}
