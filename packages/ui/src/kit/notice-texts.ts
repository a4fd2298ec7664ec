import type { notify } from './notices.ts';

/**
 * Every notice that the portals show by themselves: `notify(noticeTexts.profileSaved)`. What a failed call says comes
 * from the API's own table (packages/contract/src/refusals.ts). Source: Specification 1 and 2, section 8.
 */
export const noticeTexts = {
  passwordChanged: { type: 'success', message: 'Password changed, you can login!' },
  profileSaved: { type: 'success', message: 'Profile saved successfully' },
  passwordUpdated: { type: 'success', message: 'Password updated successfully' },
  confirmationSent: { type: 'success', message: 'Confirmation email sent' },
  emailUpdated: { type: 'success', message: 'We have updated your email, you can login!' },
  accountConfirmed: { type: 'success', message: 'We have confirmed your account, you can login!' },
  passwordSaved: { type: 'success', message: 'Password saved, you can login!' },
  reportRequested: {
    type: 'success',
    message: 'The applications report will be sent to your email address. This could take up to 5 minutes.',
    closesAfterMs: 5_000,
  },
  reportInTheMaking: {
    type: 'info',
    message: 'This report is being made already. You will get one mail with it.',
    closesAfterMs: 5_000,
  },
  submitted: { type: 'success', message: 'Submission successful' },
  applicationDeleted: { type: 'success', message: 'Application deleted' },
  errorsLeft: { type: 'error', message: 'Solve all errors before submitting' },
  fileComing: {
    type: 'warning',
    message: 'A file is still on its way. Submit when it has arrived.',
    closesAfterMs: 5_000,
  },
  fileUploaded: { type: 'success', message: 'File uploaded' },
  fileDeleted: { type: 'success', message: 'File deleted' },
  sessionEnded: { type: 'success', message: 'Logged out on that device' },
  accountDeleted: { type: 'success', message: 'Your account was deleted', closesAfterMs: 6_000 },
  passkeyAdded: { type: 'success', message: 'Passkey added' },
  passkeyRemoved: { type: 'success', message: 'Passkey removed' },
  loginAdded: { type: 'success', message: 'Login added' },
  shownAgain: {
    type: 'success',
    message: 'Thank you. For ten minutes you can change how you log in.',
    closesAfterMs: 6_000,
  },
  loginRemoved: { type: 'success', message: 'Login removed' },
  otherSessionsEnded: { type: 'success', message: 'Logged out everywhere else' },
} as const satisfies Record<string, Parameters<typeof notify>[0]>;
