import type { notify } from './notices.ts';

/**
 * Every notice that the portals show by themselves: `notify(noticeTexts.profileSaved)`. What a failed call says comes
 * from the API, in the language of the page (packages/contract/src/refusals.ts). Source: Specification 1 and 2, section 8.
 */
export const noticeTexts = {
  passwordChanged: { type: 'success', message: { id: 'frame.said.passwordChanged' } },
  profileSaved: { type: 'success', message: { id: 'frame.said.profileSaved' } },
  passwordUpdated: { type: 'success', message: { id: 'frame.said.passwordUpdated' } },
  confirmationSent: { type: 'success', message: { id: 'frame.said.confirmationSent' } },
  emailUpdated: { type: 'success', message: { id: 'frame.said.emailUpdated' } },
  accountConfirmed: { type: 'success', message: { id: 'frame.said.accountConfirmed' } },
  passwordSaved: { type: 'success', message: { id: 'frame.said.passwordSaved' } },
  reportRequested: { type: 'success', message: { id: 'frame.said.reportRequested' }, closesAfterMs: 5_000 },
  reportInTheMaking: { type: 'info', message: { id: 'frame.said.reportInTheMaking' }, closesAfterMs: 5_000 },
  submitted: { type: 'success', message: { id: 'frame.said.submitted' } },
  applicationDeleted: { type: 'success', message: { id: 'frame.said.applicationDeleted' } },
  errorsLeft: { type: 'error', message: { id: 'frame.said.errorsLeft' } },
  fileComing: { type: 'warning', message: { id: 'frame.said.fileComing' }, closesAfterMs: 5_000 },
  fileUploaded: { type: 'success', message: { id: 'frame.said.fileUploaded' } },
  fileDeleted: { type: 'success', message: { id: 'frame.said.fileDeleted' } },
  sessionEnded: { type: 'success', message: { id: 'frame.said.sessionEnded' } },
  accountDeleted: { type: 'success', message: { id: 'frame.said.accountDeleted' }, closesAfterMs: 6_000 },
  passkeyAdded: { type: 'success', message: { id: 'frame.said.passkeyAdded' } },
  passkeyRemoved: { type: 'success', message: { id: 'frame.said.passkeyRemoved' } },
  loginAdded: { type: 'success', message: { id: 'frame.said.loginAdded' } },
  shownAgain: { type: 'success', message: { id: 'frame.said.shownAgain' }, closesAfterMs: 6_000 },
  loginRemoved: { type: 'success', message: { id: 'frame.said.loginRemoved' } },
  otherSessionsEnded: { type: 'success', message: { id: 'frame.said.otherSessionsEnded' } },
} as const satisfies Record<string, Parameters<typeof notify>[0]>;
