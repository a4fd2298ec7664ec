import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { mailPaces } from '@clearcall/domain/people/mail-pace.ts';
import { type ProfileText, profileTextNames } from '@clearcall/domain/people/profile.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { payeeSchema, profileSchema } from '@clearcall/domain/people/user.ts';
import { isWayBack } from '@clearcall/domain/people/way-back.ts';
import { uuid } from '@clearcall/domain/values/uuid.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { openedSession, ownName, passkeyAsked } from './sign-in.ts';
import { done, emailAddress as email, givenEmail, numericId, textId } from './values.ts';

const app = z.enum(['user_portal', 'admin_portal']);
const password = z.string().min(1).max(200);
/** One that is only compared. */
const givenPassword = z.string().max(200);
const token = z.string().min(1).max(200);
/** The page to come back to after the login, however late that is. */
const wayBack = z
  .string()
  .refine(isWayBack, { error: textId('refusals.input.wayBack') })
  .optional();
/** A course that registers together comes from one address. What one mailbox can get is limited on its own. */
const courseOfThirty = 30;
/** Why the link of a mail does not open. */
const closedLink = ['link_invalid', 'link_used', 'link_password_changed', 'link_expired'] as const;

export const login = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/login',
  summary:
    'Opens a session: access token in the answer, refresh token in a cookie. Or asks for the passkey that its owner wants asked for.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email: givenEmail, password: z.string().max(200), app }),
  reply: z.union([openedSession, passkeyAsked]),
  refusals: [
    'wrong_credentials',
    'password_login_off',
    'account_locked',
    'account_suspended',
    'use_admin_portal',
    'portal_forbidden',
  ],
  perMinute: courseOfThirty,
});

export const refreshSession = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/refresh',
  summary: 'Exchanges the refresh cookie for a new access token.',
  changes: 'accounts',
  access: 'public',
  byCookie: true,
  body: z.strictObject({ app }),
  reply: openedSession,
  refusals: ['portal_forbidden'],
});

export const logout = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/logout',
  summary: 'Ends the session of this browser, or late the one that is named.',
  changes: 'accounts',
  access: 'public',
  byCookie: true,
  body: z.strictObject({
    app,
    /**
     * For a logout that could not be told when it was made: the SHA-256, in hexadecimal digits, of an access token of the
     * session that is meant. Only that one ends, whoever is logged in by now, and the cookie stays.
     */
    of: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  reply: done,
  refusals: [],
});

export const createHumanChallenge = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/challenge',
  summary: 'A picture that was turned; the one who registers turns it back.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({}),
  reply: z.strictObject({
    challengeId: uuid,
    /** PNG or WebP as a data address, round mask, 50 % opacity outside. */
    image: z.string(),
    /** How far off upright is fine. */
    toleranceDegrees: z.number().int(),
    expiresInS: z.number(),
  }),
  refusals: [],
  perMinute: courseOfThirty,
});

export const sendHumanCode = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/challenge/code',
  summary: 'The same check by a code sent by mail, for those who cannot see or turn the picture.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email }),
  reply: z.strictObject({ challengeId: uuid, expiresInS: z.number() }),
  refusals: [],
  perMinute: courseOfThirty,
});

export const register = endpoint({
  kind: 'json',
  method: 'PUT',
  path: '/users/register',
  summary:
    'Creates an account that a mailed link unlocks. Answers the same whether or not the address has one already.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({
    ...ownName,
    email,
    password,
    challengeId: uuid,
    /** Degrees by which the picture was turned, clockwise, or the mailed code. */
    answer: z.string().min(1).max(20),
    acceptedTerms: z.literal(true, { error: textId('refusals.input.acceptTerms') }),
    return: wayBack,
  }),
  reply: done,
  refusals: [
    'password_login_off',
    'human_check_failed',
    'human_check_expired',
    'weak_password',
    'common_password',
  ],
  perMinute: courseOfThirty,
});

export const confirmRegistration = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/register/confirmation',
  summary:
    'Unlocks a registered account with its email and the token of the mailed link. The operation for invitations takes the same token with a new password.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email: givenEmail, token }),
  reply: done,
  refusals: closedLink,
  perMinute: courseOfThirty,
});

export const resendConfirmation = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/register/resend',
  summary: 'Sends the confirmation link again. Never tells whether the address has an account.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email, return: wayBack }),
  reply: done,
  refusals: [],
  perMinute: courseOfThirty,
});

export const forgotPassword = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/forgot',
  summary: 'Mails a link to choose a new password. Never tells whether the address has an account.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email, return: wayBack }),
  reply: done,
  refusals: ['password_login_off'],
  perMinute: courseOfThirty,
});

export const checkMailedLink = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/links/check',
  summary:
    'Whether a mailed link still opens, and if not, why. Uses nothing up, and tells nothing to who has not the whole token.',
  changes: 'nothing',
  access: 'public',
  body: z.strictObject({
    purpose: z.enum(['confirm_account', 'reset_password', 'change_email', 'invite']),
    email: givenEmail,
    token,
  }),
  reply: done,
  refusals: [...closedLink],
});

export const resetPassword = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/users/reset',
  summary: 'Sets a new password with the token of the mailed link and ends all sessions.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({ email: givenEmail, password, token }),
  reply: done,
  refusals: ['password_login_off', ...closedLink, 'weak_password', 'common_password'],
  perMinute: courseOfThirty,
});

export const changeEmail = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/users/email',
  summary:
    'Mails a link to the new address that changes the address of the own account, and tells the old one. Never tells whether the new address has an account. Without a password one must have shown within ten minutes who one is.',
  changes: 'accounts',
  access: 'signed_in',
  body: z.strictObject({
    email: givenEmail.refine(isEmail, { error: textId('refusals.input.invalidEmail') }),
    password: givenPassword.optional(),
  }),
  reply: done,
  refusals: ['wrong_password', 'not_fresh'],
  perMinute: courseOfThirty,
});

export const confirmEmail = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/email/confirmation',
  summary: 'Changes the address of an account with the token of the mailed link and ends all sessions.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    email: givenEmail,
    token,
  }),
  reply: done,
  refusals: closedLink,
  perMinute: courseOfThirty,
});

export const changePassword = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/users/password',
  summary: 'Changes the own password and ends all other sessions.',
  changes: 'accounts',
  access: 'signed_in',
  body: z
    .strictObject({ oldPassword: givenPassword, newPassword: password, verifyPassword: password })
    .refine((given) => given.newPassword === given.verifyPassword, {
      error: textId('refusals.input.passwordAgain'),
    }),
  reply: done,
  refusals: ['wrong_password', 'weak_password', 'common_password'],
  perMinute: courseOfThirty,
});

export const inviteUser = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/users/invite',
  summary:
    'Invites a person by mail, and answers whose account it is. One that waits already gets a reminder, one that is in use nothing.',
  changes: 'accounts',
  access: 'staff',
  body: z.strictObject({
    email,
    firstName: z.string().trim().max(80).optional(),
    lastName: z.string().trim().max(80).optional(),
  }),
  reply: z.strictObject({ id: z.number().int() }),
  refusals: ['account_closed', 'account_suspended'],
  perMinute: 120,
});

export const acceptInvitation = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/users/invite/password',
  summary:
    'Sets the first password of an account with the token of the mailed link, of an invitation or a registration, and unlocks it. Nothing of a registration is kept.',
  changes: 'accounts',
  access: 'public',
  body: z.strictObject({
    email: givenEmail,
    password,
    token,
    firstName: z.string().trim().max(80).optional(),
    lastName: z.string().trim().max(80).optional(),
    acceptedTerms: z.literal(true, { error: textId('refusals.input.acceptTerms') }),
  }),
  reply: done,
  refusals: ['password_login_off', ...closedLink, 'weak_password', 'common_password'],
  perMinute: courseOfThirty,
});

export const listRoles = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/roles',
  summary: 'The roles and their labels.',
  changes: 'nothing',
  access: 'signed_in',
  reply: z.array(z.strictObject({ role: z.enum(roleCodes), label: z.string(), short: z.string() })),
  refusals: [],
});

export const openProfile = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/users/:id',
  summary: 'The own profile; nobody gets that of somebody else.',
  changes: 'nothing',
  access: 'signed_in',
  params: z.strictObject({ id: numericId }),
  reply: profileSchema,
  refusals: ['not_found'],
});

export const listPayees = endpoint({
  kind: 'json',
  method: 'GET',
  path: '/v2/assignments/:id/payees',
  summary:
    'The people who submitted scientific reviews of an application, with their bank details: for the finance manager who accepted its payment.',
  changes: 'nothing',
  access: 'signed_in',
  time: 'workflow',
  portal: 'user_portal',
  params: z.strictObject({ id: uuid }),
  reply: z.array(payeeSchema),
  refusals: ['not_found'],
});

// How long a text may be and what it must say stands in the domain, with a sentence for each; this bounds the request.
const profileText = z.string().max(4000).nullable().exactOptional();

export const saveProfile = endpoint({
  kind: 'json',
  method: 'PATCH',
  path: '/users/:id',
  summary:
    'Saves fields of the own profile; those that are not sent stay as they are. A refusal names each wrong field in `fields`. Whether somebody is available at present and the mandate are set by staff, the e-mail address has an operation of its own.',
  changes: 'accounts',
  access: 'signed_in',
  params: z.strictObject({ id: numericId }),
  body: z.strictObject({
    ...(Object.fromEntries(profileTextNames.map((name) => [name, profileText])) as Record<
      ProfileText,
      typeof profileText
    >),
    /** Without it a last name is required. */
    oneName: z.literal(true).exactOptional(),
    fields: z.array(z.string().max(120)).max(20).exactOptional(),
    isReviewer: z.boolean().exactOptional(),
    acceptMailingList: z.boolean().exactOptional(),
    language: z.enum(languages).exactOptional(),
    mailPace: z.enum(mailPaces).exactOptional(),
  }),
  reply: profileSchema,
  refusals: ['not_found'],
});
