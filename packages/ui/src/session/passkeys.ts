import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { t } from '../kit/text/translate.ts';
import { currentApp, openSession } from './access-token.ts';
import { call, type Input } from './call.ts';
import { CallError } from './call-error.ts';
import type { PasskeyStep } from './session.ts';

// The browser's interface for passkeys wants its answers packed; that comes when the first one is used.
const webauthn = () => import('@simplewebauthn/browser');

type Used = Input<'POST /users/login/passkey'>['body']['response'];

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

async function use({ options }: PasskeyStep, autofill = false): Promise<Used> {
  const { startAuthentication } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })) as unknown as Used;
}

const challenge = () => call('POST /users/passkeys/challenge', { body: {}, quiet: true });

/** Opens a session with a passkey that the reader chooses. */
export async function logInWithPasskey(): Promise<void> {
  await answerChallenge(await challenge());
}

/** With `autofill` the reader chooses from the list under the address field. */
async function answerChallenge(step: PasskeyStep, autofill = false): Promise<void> {
  const response = await use(step, autofill);
  const body = { key: step.key, response, app: currentApp() };
  openSession(await call('POST /users/login/passkey', { body, quiet: true }));
}

/** Offers passkeys under the address field, where the browser can; until one is chosen nothing happens. */
export async function offerPasskeys(): Promise<void> {
  const { browserSupportsWebAuthnAutofill } = await webauthn();
  if (!(await browserSupportsWebAuthnAutofill())) return;
  // Nobody asked yet, so nobody hears why there is nothing to offer.
  const step = await challenge().catch(() => null);
  if (step !== null) await answerChallenge(step, true);
}

/** Takes back an offer: the page that made it is gone. */
export async function withdrawPasskeys(): Promise<void> {
  (await webauthn()).WebAuthnAbortService.cancelCeremony();
}

/** Opens the session of a right password with the passkey that is asked for after it. */
export async function answerWithPasskey(step: PasskeyStep): Promise<void> {
  const body = { key: step.key, response: await use(step), app: currentApp() };
  openSession(await call('POST /users/login/second', { body, quiet: true }));
}

/** The same with a recovery code. */
export async function answerWithCode(step: PasskeyStep, recoveryCode: string): Promise<void> {
  const body = { key: step.key, recoveryCode, app: currentApp() };
  openSession(await call('POST /users/login/second', { body, quiet: true }));
}

/** Shows with a passkey that it is still oneself. */
export async function showPasskey(): Promise<void> {
  const step = await challenge();
  const passkey = { key: step.key, response: await use(step) };
  await call('POST /users/reauthenticate', { body: { passkey }, quiet: true });
}

/** Makes a passkey on a device of the reader's choice and adds it to the own account. */
export async function makePasskey(name: string): Promise<void> {
  const { key, options } = await call('POST /users/passkeys/options', { body: {}, quiet: true });
  const { startRegistration } = await webauthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = (await startRegistration({
    optionsJSON,
  })) as unknown as Input<'POST /users/passkeys'>['body']['response'];
  await call('POST /users/passkeys', { body: { key, name, response }, quiet: true });
}

/** What to say when something with a passkey failed: the server's sentence, or ours where the browser ended it. */
export function passkeyText(error: unknown): string {
  if (error instanceof CallError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('account.passkey.there');
  return t('account.passkey.none');
}
