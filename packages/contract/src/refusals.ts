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
  column_hidden: {
    status: 403,
    message: 'In this role you cannot see this column, so the list cannot be sorted or filtered by it.',
  },
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
  already_ongoing: { status: 409, message: 'This user already has an ongoing assignment' },
  role_not_assignable: { status: 422, message: 'This step cannot be given to this person in this role.' },
  partition_not_asked_for: {
    status: 422,
    message: 'This partition is not one that the application still asks for. Choose another one.',
  },
  in_conflict: { status: 409, message: 'There is a conflict of interest' },
  conflict_possible: {
    status: 409,
    message: 'Something speaks for a conflict of interest. Look at it, and decide.',
  },
  own_application: { status: 409, message: 'Nobody can review an application of their own.' },
  step_locked: { status: 409, message: 'This step is locked. Unlock it first.' },
  step_has_no_lead: { status: 409, message: 'Nobody leads this step.' },
  not_begun: { status: 409, message: 'This step has not begun yet.' },
  not_triggered: { status: 409, message: 'This assignment does not wait for its start.' },
  not_waiting: { status: 409, message: 'This assignment does not wait for an answer any more.' },
  not_unowned: { status: 409, message: 'Somebody else has taken this assignment.' },
  not_taken: { status: 409, message: 'Nobody has taken this assignment yet. Take it first.' },
  not_to_hand_back: {
    status: 409,
    message: 'This assignment was given to you in person. Refuse it instead.',
  },
  agreement_needed: {
    status: 422,
    message: 'Read the rules on conflicts of interest and agree to them first.',
  },
  reason_needed: { status: 422, message: 'Give a reason.' },
  deadline_needed: { status: 422, message: 'Say until when the changes are due: a time still to come.' },
  deadline_invalid: { status: 422, message: 'Choose a day after 01-01-2000.' },
  deadline_not_passed: { status: 409, message: 'The deadline of this assignment has not passed.' },
  nothing_to_judge: {
    status: 409,
    message: 'There is nothing to decide here now. Reload the page to see what has changed.',
  },
  not_submitted: { status: 409, message: 'Only what was submitted can be decided on.' },
  not_ongoing: { status: 409, message: 'This assignment has come to its end.' },
  not_revocable: { status: 409, message: 'This is the applicant’s own part. It cannot be taken away.' },
  refused_already: { status: 409, message: 'This assignment was refused or taken back.' },
  no_conflict_noted: { status: 409, message: 'No conflict of interest is noted for this person.' },
  step_not_unlockable: { status: 409, message: 'This step is never locked.' },
  nothing_to_release: { status: 409, message: 'There is nothing new to release in this step.' },
  step_not_done: { status: 409, message: 'Somebody is still at work on this step.' },
  not_under_way: {
    status: 409,
    message: 'This application is a draft, was turned down, or has come to its end.',
  },
  not_withdrawable: {
    status: 409,
    message: 'Only an application that is under review can be withdrawn, until its result is released.',
  },
  review_begun: {
    status: 409,
    message:
      'The review has begun. You can withdraw the application, but no longer go on with it as a draft.',
  },
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
  files_in_check: {
    status: 503,
    message:
      'Your files are still being checked. Your submission is kept and counts as of when it came. Send it again in a minute.',
  },
  files_away: {
    status: 503,
    message: 'Files cannot be stored or opened just now. Nothing was changed. Try again in a few minutes.',
  },
  unavailable: { status: 503, message: 'We are starting up. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;
