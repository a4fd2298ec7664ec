import { commonPasswordWords } from '@clearcall/domain/model/common-passwords.ts';

/**
 * Every refusal that the API can give: its status and its sentence, in one table. A refusal that concerns one input
 * may carry its own sentence instead. Source: Specification 1 and 2, section 8.
 */
export const refusals = {
  invalid_input: {
    status: 400,
    message: 'Something in this request could not be read. Reload the page and try again.',
  },
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrong_credentials: { status: 401, message: 'Wrong e-mail or password.' },
  wrong_password: { status: 422, message: 'Your current password is not right.' },
  password_needed: {
    status: 422,
    message:
      'The link alone shows only who reads the mail. Enter your password too, or open the link where you are logged in.',
  },
  not_that_password: {
    status: 422,
    message: 'This is not the password of the registration. Try again, or choose a new one.',
  },
  password_login_off: {
    status: 403,
    message: 'Passwords are switched off here. Log in with one of the providers on the login page.',
  },
  passkey_refused: {
    status: 403,
    message: 'This passkey did not open an account. Try again, or log in another way.',
  },
  passkey_known: { status: 409, message: 'This passkey was added already.' },
  too_many_passkeys: { status: 409, message: 'You have 20 passkeys. Remove one before you add another.' },
  second_factor_needs: {
    status: 409,
    message: 'A passkey can be asked for after the password once you have both. Add what is missing first.',
  },
  not_fresh: { status: 403, message: 'Show once more that it is you, then try again.' },
  last_way: { status: 409, message: 'This is your last way to log in. Add another one first.' },
  step_expired: { status: 410, message: 'That took too long or was done already. Begin again.' },
  code_wrong: { status: 422, message: 'This code is not right. Check it and try again.' },
  no_account: { status: 403, message: 'No account can be opened with this login.' },
  passkey_first: {
    status: 403,
    message: 'Your account asks for a passkey. Log in to it first, then add this login in your profile.',
  },
  passkey_too: {
    status: 403,
    message:
      'Your account asks for a passkey after the password, so the password alone does not show that it is you. Use your passkey, or log in anew with a recovery code.',
  },
  provider_down: { status: 503, message: 'The identity provider does not answer. Try again later.' },
  account_locked: {
    status: 403,
    message:
      'This account is not confirmed yet. Open the link in the mail that we sent you, or have it sent again.',
  },
  account_closed: { status: 409, message: 'The account of this address was closed.' },
  use_admin_portal: { status: 403, message: 'Please use ADMIN Portal' },
  portal_forbidden: { status: 403, message: 'You dont have permission to access this portal.' },
  last_administrator: {
    status: 409,
    message: 'You are the last administrator. Make somebody else one before you delete your account.',
  },
  foreign_page: {
    status: 403,
    message: 'This request came from a page of another site. Open the portal itself and try again.',
  },
  forbidden: { status: 403, message: 'You may not do this.' },
  not_found: { status: 404, message: 'Not found' },
  link_invalid: { status: 410, message: 'This link is no longer valid. It may have been used already.' },
  link_expired: { status: 410, message: 'This link has expired. Have a new one sent.' },
  human_check_failed: { status: 422, message: 'The picture is not upright yet. Try again.' },
  human_check_expired: { status: 422, message: 'This check has expired. Here is a new one.' },
  weak_password: {
    status: 422,
    message:
      'Password must have one lowercase, one uppercase, one symbol and be at least 12 characters long.',
  },
  common_password: { status: 422, message: commonPasswordWords },
  clock_goes_forward: {
    status: 409,
    message: 'The clock of the demonstration only goes forward. Choose a time after the one that it shows.',
  },
  clock_too_far: {
    status: 422,
    message: 'The clock of the demonstration may be ten years ahead at most. Choose an earlier time.',
  },
  call_closed: { status: 409, message: 'This call is not open now.' },
  key_reused: {
    status: 422,
    message: 'This was sent before with something else in it. Reload the page and try again.',
  },
  not_editable: { status: 409, message: 'This can no longer be changed.' },
  deadline_passed: { status: 409, message: 'The deadline has passed. Nothing was changed.' },
  already_submitted: { status: 409, message: 'This was submitted already.' },
  not_a_draft: { status: 409, message: 'Only a draft can be deleted.' },
  stale_revision: { status: 409, message: 'This was changed in another window or on another device.' },
  has_errors: { status: 422, message: 'Solve all errors before submitting' },
  invalid_value: { status: 422, message: 'This value cannot be saved here.' },
  too_many_rows: { status: 422, message: 'There are too many entries in this group.' },
  not_a_pdf: { status: 422, message: 'This file is not a PDF that can be read. Choose a PDF.' },
  encrypted_pdf: { status: 422, message: 'This PDF is protected with a password. Upload it without one.' },
  unchecked_pdf: {
    status: 422,
    message: 'This PDF is too complex to be checked here. Print it to a new PDF, and upload that one.',
  },
  too_many_pages: { status: 422, message: 'This PDF has more pages than are allowed here.' },
  file_too_large: { status: 413, message: 'This file is larger than is allowed here.' },
  no_room: { status: 413, message: 'Your files here take up as much as one person may keep.' },
  body_too_large: { status: 413, message: 'This request is larger than is allowed here.' },
  unsupported_media: { status: 415, message: 'This kind of content is not understood here.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  busy: {
    status: 503,
    message: 'The portal is very busy at the moment. Wait a few seconds and try again.',
  },
  out_of_reach: {
    status: 503,
    message: 'The portal cannot reach its data at the moment. Wait a minute and try again.',
  },
  files_away: {
    status: 503,
    message: 'Files cannot be stored or opened just now. Nothing was changed. Try again in a few minutes.',
  },
  unavailable: { status: 503, message: 'We are starting up. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;
