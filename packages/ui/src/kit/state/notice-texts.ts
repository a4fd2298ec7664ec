import type { notify } from './notices.ts';

/**
 * Every notice that the portals show by themselves: `notify(noticeTexts.profileSaved)`. What a failed call says comes
 * from the API, in the language of the page (packages/contract/src/refusals.ts). Source: Requirements 1, 8.11 and 8.12.
 */
export const noticeTexts = {
  passwordChanged: { type: 'success', message: { id: 'parts.said.passwordChanged' } },
  profileSaved: { type: 'success', message: { id: 'parts.said.profileSaved' } },
  passwordUpdated: { type: 'success', message: { id: 'parts.said.passwordUpdated' } },
  confirmationSent: { type: 'success', message: { id: 'parts.said.confirmationSent' } },
  emailUpdated: { type: 'success', message: { id: 'parts.said.emailUpdated' } },
  accountConfirmed: { type: 'success', message: { id: 'parts.said.accountConfirmed' } },
  passwordSaved: { type: 'success', message: { id: 'parts.said.passwordSaved' } },
  reportRequested: { type: 'success', message: { id: 'parts.said.reportRequested' }, closesAfterMs: 5_000 },
  reportEmailed: { type: 'info', message: { id: 'parts.said.reportEmailed' }, closesAfterMs: 5_000 },
  reportInTheMaking: { type: 'info', message: { id: 'parts.said.reportInTheMaking' }, closesAfterMs: 5_000 },
  changesSaved: { type: 'success', message: { id: 'parts.said.changesSaved' } },
  taken: { type: 'success', message: { id: 'parts.said.taken' }, closesAfterMs: 5_000 },
  conflictDeclared: { type: 'success', message: { id: 'parts.said.conflictDeclared' } },
  assignmentCreated: { type: 'success', message: { id: 'parts.said.assignmentCreated' } },
  assignmentUpdated: { type: 'success', message: { id: 'parts.said.assignmentUpdated' } },
  submitted: { type: 'success', message: { id: 'parts.said.submitted' } },
  applicationDeleted: { type: 'success', message: { id: 'parts.said.applicationDeleted' } },
  deleted: { type: 'success', message: { id: 'parts.said.deleted' } },
  fileComing: { type: 'warning', message: { id: 'parts.said.fileComing' }, closesAfterMs: 5_000 },
  fileUploaded: { type: 'success', message: { id: 'parts.said.fileUploaded' } },
  userAssigned: { type: 'success', message: { id: 'parts.said.userAssigned' } },
  fileDeleted: { type: 'success', message: { id: 'parts.said.fileDeleted' } },
  sessionEnded: { type: 'success', message: { id: 'parts.said.sessionEnded' } },
  accountDeleted: { type: 'success', message: { id: 'parts.said.accountDeleted' }, closesAfterMs: 6_000 },
  passkeyAdded: { type: 'success', message: { id: 'parts.said.passkeyAdded' } },
  passkeyRemoved: { type: 'success', message: { id: 'parts.said.passkeyRemoved' } },
  loginAdded: { type: 'success', message: { id: 'parts.said.loginAdded' } },
  shownAgain: { type: 'success', message: { id: 'parts.said.shownAgain' }, closesAfterMs: 6_000 },
  loginRemoved: { type: 'success', message: { id: 'parts.said.loginRemoved' } },
  otherSessionsEnded: { type: 'success', message: { id: 'parts.said.otherSessionsEnded' } },
} as const satisfies Record<string, Parameters<typeof notify>[0]>;
