import { sessionUserSchema } from '@clearcall/domain/people/user.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, emailAddress as email, textId } from './values.ts';

/** The name with which somebody makes an account, each part trimmed. A person with one name gives it as the first. */
export const ownName = {
  firstName: z
    .string()
    .trim()
    .min(1, { error: textId('refusals.input.firstName') })
    .max(80),
  lastName: z.string().trim().max(80),
  /** Without it a last name is required. */
  oneName: z.literal(true).optional(),
};

const app = z.enum(['user_portal', 'admin_portal']);
const providerId = z.string().regex(/^[a-z][a-z0-9-]{0,29}$/);
/** Names what was begun and not ended; single use. */
const stepKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** What the browser's own interface for passkeys takes; we hand it on. */
const browserOptions = z.record(z.string(), z.unknown());
const step = z.strictObject({ key: stepKey, options: browserOptions });

/** An open session, as every way to log in answers. */
export const openedSession = z.strictObject({
  token: z.string(),
  expiresInS: z.number(),
  user: sessionUserSchema,
});
/** The password was right and a passkey is asked for. There is no session yet. */
export const passkeyAsked = z.strictObject({ secondFactor: step });

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/)
  .max(20_000);
const fromAuthenticator = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};
/** What the browser answers when a passkey was made (WebAuthn, RegistrationResponseJSON). */
const madePasskey = z.strictObject({
  ...fromAuthenticator,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url.optional(),
    transports: z.array(z.string().max(30)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: base64url.optional(),
  }),
});
/** What the browser answers when a passkey was used (WebAuthn, AuthenticationResponseJSON). */
const usedPasskey = z.strictObject({
  ...fromAuthenticator,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

export const listProviders = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/providers',
  summary: 'How one may log in: identity providers, and whether passwords are taken.',
  changes: 'nothing',
  access: 'public',
  reply: z.strictObject({
    passwordLogin: z.boolean(),
    providers: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  }),
  refusals: [],
});

export const goToProvider = endpoint({
  kind: 'redirect',
  method: 'GET',
  path: '/users/oidc/:provider',
  summary: 'Sends the browser to an identity provider. `return` is a page of the portal to come back to.',
  changes: 'accounts',
  access: 'public',
  params: z.strictObject({ provider: providerId }),
  query: z.strictObject({ app: app.default('user_portal'), return: z.string().max(2000).optional() }),
  reply: z.unknown(),
  refusals: ['not_found'],
  perMinute: 60,
});

export const comeBackFromProvider = endpoint({
  kind: 'redirect',
  method: 'GET',
  path: '/users/oidc/:provider/callback',
  summary:
    'Where an identity provider sends the browser back to, with what OpenID Connect says. Leads to a page, whatever it says.',
  changes: 'accounts',
  access: 'public',
  params: z.strictObject({ provider: providerId }),
  reply: z.unknown(),
  refusals: ['not_found'],
  perMinute: 60,
});

export const openProviderRegistration = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/provider-registration',
  summary: 'Who came back from an identity provider without an account here. Known by a cookie.',
  changes: 'nothing',
  access: 'public',
  reply: z.strictObject({
    provider: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Empty: the provider names none. */
    email: z.string(),
    /** The provider vouches for the address; otherwise a mailed code must. */
    emailProven: z.boolean(),
  }),
  refusals: ['step_expired'],
});

export const mailProviderCode = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/provider-registration/code',
  summary:
    'Mails a code to the address that a new login is to belong to. Never tells whether it has an account.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email }),
  reply: done,
  refusals: ['step_expired'],
  perMinute: 30,
});

export const registerWithProvider = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/provider-registration',
  summary:
    'Makes the account of who came from an identity provider, or adds the login to the account of a proven address. Opens a session.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({
    ...ownName,
    /** The mailed code, where the provider does not vouch for the address. */
    code: z.string().max(20).optional(),
    acceptedTerms: z.literal(true, { error: textId('refusals.input.acceptTerms') }),
  }),
  reply: openedSession,
  refusals: [
    'step_expired',
    'code_wrong',
    'no_account',
    'passkey_first',
    'use_admin_portal',
    'portal_forbidden',
  ],
  perMinute: 30,
});

export const linkProvider = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/oidc/:provider/link',
  summary:
    'Begins to add a login at an identity provider to the own account. The browser goes to `address` next.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ provider: providerId }),
  body: z.strictObject({}),
  reply: z.strictObject({ address: z.string() }),
  refusals: ['not_found', 'not_fresh', 'provider_down'],
});

export const goProveAtProvider = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/oidc/:provider/reauthenticate',
  summary:
    'Begins to show once more who one is, by logging in anew at an identity provider that opens the own account. The browser goes to `address` next.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ provider: providerId }),
  body: z.strictObject({}),
  reply: z.strictObject({ address: z.string() }),
  refusals: ['not_found', 'provider_down'],
});

export const openSignInWays = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/sign-in',
  summary: 'The ways in which one may log in to the own account.',
  changes: 'nothing',
  access: 'signed_in',
  reply: z.strictObject({
    password: z.boolean(),
    /** One has just shown who one is, and may change these ways. */
    fresh: z.boolean(),
    /** A passkey is asked for after the password. */
    secondFactor: z.boolean(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(
      z.strictObject({
        id: uuid,
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
    identities: z.array(
      z.strictObject({
        id: uuid,
        /** As people know it. */
        provider: z.string(),
        /** As it is set up here; null when it no longer is. */
        providerId: z.string().nullable(),
        label: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
});

export const unlinkProvider = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/users/identities/:id',
  summary: 'Takes a login at an identity provider from the own account.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ id: uuid }),
  reply: done,
  refusals: ['not_found', 'not_fresh', 'last_way'],
});

export const challengePasskey = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/passkeys/challenge',
  summary: 'What a browser needs to use a passkey, whoever it belongs to.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({}),
  reply: step,
  refusals: [],
  perMinute: 60,
});

export const loginWithPasskey = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/login/passkey',
  summary: 'Opens a session with a passkey instead of a password.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ key: stepKey, response: usedPasskey, app }),
  reply: openedSession,
  refusals: [
    'passkey_refused',
    'step_expired',
    'account_locked',
    'account_suspended',
    'use_admin_portal',
    'portal_forbidden',
  ],
  perMinute: 30,
});

export const loginWithSecondFactor = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/login/second',
  summary: 'Opens the session of a right password with a passkey, or with a recovery code in its place.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({
    key: stepKey,
    response: usedPasskey.optional(),
    recoveryCode: z.string().max(40).optional(),
    app,
  }),
  reply: openedSession,
  refusals: ['passkey_refused', 'step_expired', 'code_wrong', 'use_admin_portal', 'portal_forbidden'],
  perMinute: 30,
});

export const beginPasskey = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/passkeys/options',
  summary: 'What a browser needs to make a passkey for the own account.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({}),
  reply: step,
  refusals: ['not_fresh', 'too_many_passkeys'],
});

export const addPasskey = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/passkeys',
  summary: 'Adds a passkey to the own account.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({
    key: stepKey,
    name: z
      .string()
      .trim()
      .min(1, { error: textId('refusals.input.passkeyName') })
      .max(60),
    response: madePasskey,
  }),
  reply: done,
  refusals: ['not_fresh', 'step_expired', 'passkey_refused', 'passkey_known', 'too_many_passkeys'],
});

export const removePasskey = endpoint({
  kind: 'json',
  method: 'DELETE',
  path: '/users/passkeys/:id',
  summary: 'Removes a passkey. With the last one, a passkey is no longer asked for after the password.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ id: uuid }),
  reply: done,
  refusals: ['not_found', 'not_fresh', 'last_way'],
});

const recoveryCodes = z.strictObject({
  /** Shown once. Empty when none were made. */
  recoveryCodes: z.array(z.string()),
});

export const setSecondFactor = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/users/second-factor',
  summary: 'Whether a passkey is asked for after the password. Switching it on makes recovery codes.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({ on: z.boolean() }),
  reply: recoveryCodes,
  refusals: ['not_fresh', 'second_factor_needs'],
});

export const makeRecoveryCodes = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/recovery-codes',
  summary: 'Makes new recovery codes; the old ones end.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({}),
  reply: recoveryCodes,
  refusals: ['not_fresh', 'second_factor_needs'],
});

export const reauthenticate = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/reauthenticate',
  summary: 'Shows once more who one is, by password or passkey, before ways to log in are changed.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({
    password: z.string().max(200).optional(),
    passkey: z.strictObject({ key: stepKey, response: usedPasskey }).optional(),
  }),
  reply: done,
  refusals: ['wrong_password', 'password_login_off', 'passkey_too', 'passkey_refused', 'step_expired'],
  perMinute: 30,
});
