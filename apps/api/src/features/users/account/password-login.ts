import { takesPasswords } from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/** Whether passwords open accounts here: the organisation's choice, unless the operator forces them on. */
export async function passwordsTaken({ config, organisation }: Platform): Promise<boolean> {
  const { passwordLogin } = await organisation();
  return takesPasswords({
    passwordLogin,
    providers: config.oidcProviders.length,
    forced: config.passwordLoginForced,
  });
}

/** The refusal of everything that takes or makes a password where passwords are off: the same for every address. */
export async function refuseWithoutPasswords(platform: Platform): Promise<Refusal | null> {
  return (await passwordsTaken(platform)) ? null : refuse('password_login_off');
}
