import type { z } from 'zod';
import * as administration from './administration.ts';
import * as applications from './applications.ts';
import * as automations from './automations.ts';
import * as bundles from './bundles.ts';
import * as calls from './calls.ts';
import * as changes from './changes.ts';
import * as demo from './demo.ts';
import type { Endpoint } from './endpoint.ts';
import * as legacy from './legacy.ts';
import * as letters from './letters.ts';
import * as lists from './lists.ts';
import * as mailingList from './mailing-list.ts';
import * as people from './people.ts';
import * as printouts from './printouts.ts';
import * as privacy from './privacy.ts';
import * as releases from './releases.ts';
import * as reviews from './reviews.ts';
import * as running from './running.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as users from './users.ts';
import * as workflow from './workflow.ts';

/** Every operation of the API. The server binds exactly these; the tests walk them. */
export const endpoints = [
  users.login,
  users.refreshSession,
  users.logout,
  users.createHumanChallenge,
  users.sendHumanCode,
  users.register,
  users.confirmRegistration,
  users.resendConfirmation,
  users.forgotPassword,
  users.checkMailedLink,
  users.resetPassword,
  users.changeEmail,
  users.confirmEmail,
  users.changePassword,
  users.inviteUser,
  users.acceptInvitation,
  users.listRoles,
  users.openProfile,
  users.listPayees,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  people.listPeople,
  people.listPeopleOfApplication,
  people.suggestPeople,
  users.saveProfile,
  signIn.listProviders,
  signIn.goToProvider,
  signIn.comeBackFromProvider,
  signIn.openProviderRegistration,
  signIn.mailProviderCode,
  signIn.registerWithProvider,
  signIn.linkProvider,
  signIn.goProveAtProvider,
  signIn.openSignInWays,
  signIn.unlinkProvider,
  signIn.challengePasskey,
  signIn.loginWithPasskey,
  signIn.loginWithSecondFactor,
  signIn.beginPasskey,
  signIn.addPasskey,
  signIn.removePasskey,
  signIn.setSecondFactor,
  signIn.makeRecoveryCodes,
  signIn.reauthenticate,
  calls.listPublishedCalls,
  calls.openCall,
  calls.openCallRole,
  calls.downloadCallDocument,
  calls.mailApplicationsCsv,
  calls.mailApplicationsXlsx,
  calls.openReport,
  calls.downloadReport,
  bundles.downloadCallBundle,
  bundles.openBundle,
  bundles.fetchBundle,
  bundles.downloadApplicationFiles,
  calls.listOptions,
  calls.openOptionGroup,
  applications.createApplication,
  applications.countApplications,
  applications.openApplication,
  applications.openPart,
  applications.listDocuments,
  applications.deleteApplication,
  applications.duplicateApplication,
  applications.searchApplications,
  applications.listPendingActions,
  applications.listLateWork,
  lists.exportApplications,
  lists.listSteps,
  lists.surveyApplications,
  lists.listScores,
  lists.exportScores,
  lists.listViews,
  lists.saveView,
  lists.removeView,
  applications.saveAssignment,
  applications.submitAssignment,
  applications.deleteAssignmentData,
  applications.uploadDocument,
  applications.openUpload,
  applications.deleteUpload,
  applications.downloadUpload,
  printouts.downloadApplication,
  printouts.downloadConsolidated,
  printouts.downloadAssignment,
  printouts.downloadForm,
  printouts.downloadCallReport,
  workflow.assign,
  workflow.inviteToStep,
  workflow.answerAssignment,
  workflow.handOnAssignment,
  workflow.takeAssignment,
  workflow.handBackAssignment,
  workflow.declareConflict,
  workflow.decideOnAssignment,
  workflow.reopenAssignment,
  workflow.revokeAssignment,
  workflow.changeDeadline,
  workflow.askForTime,
  workflow.declineTime,
  workflow.makeLead,
  workflow.markRow,
  workflow.withdrawApplication,
  workflow.takeBackApplication,
  releases.releaseStep,
  workflow.unlockStep,
  workflow.lockStep,
  workflow.changePanel,
  workflow.recordOutcome,
  workflow.markConflict,
  workflow.clearConflict,
  workflow.listConflicts,
  workflow.listConflictEvidence,
  workflow.listSubmissions,
  workflow.listReceipts,
  releases.releaseMany,
  workflow.changeDeadlines,
  workflow.previewAssignments,
  letters.previewReminder,
  letters.sendReminder,
  letters.listMails,
  letters.previewRelease,
  releases.listWaitingReleases,
  releases.stopRelease,
  changes.savePoint,
  changes.removePoint,
  changes.addComment,
  changes.markAnswered,
  changes.listChanges,
  automations.listActions,
  automations.listActionsOfAll,
  automations.retryAction,
  automations.skipAction,
  automations.listStragglers,
  automations.startStep,
  applications.listNotes,
  applications.addNote,
  applications.changeNote,
  applications.removeNote,
  applications.listEvents,
  reviews.listFinishedReviews,
  reviews.certifyReviews,
  reviews.checkCertificate,
  legacy.listLegacyRecords,
  legacy.openLegacyRecord,
  legacy.downloadLegacyFile,
  legacy.downloadLegacyFiles,
  privacy.openPrivacy,
  privacy.listConsents,
  privacy.agreeToTexts,
  mailingList.chooseMailingList,
  mailingList.leaveMailingList,
  privacy.downloadOwnData,
  privacy.deleteAccount,
  administration.searchPeople,
  administration.listPeopleChoices,
  administration.openPerson,
  administration.giveRole,
  administration.lockAccount,
  administration.unlockAccount,
  administration.addMembership,
  administration.removeMembership,
  administration.setMandate,
  administration.setFields,
  administration.endSessionsOf,
  administration.sendPasswordLink,
  administration.checkInvitations,
  administration.invitePeople,
  administration.sendInvitationAgain,
  administration.withdrawInvitation,
  administration.searchChanges,
  administration.exportChanges,
  settings.openSettings,
  settings.changeSettings,
  settings.testSender,
  running.listFirstSteps,
  running.openRunning,
  running.searchEmails,
  running.sendEmailAgain,
  running.runJobAgain,
  demo.listKeptMails,
  demo.showClock,
  demo.moveClock,
  demo.openHealth,
  demo.showTime,
] as const satisfies readonly Endpoint[];

type Declared = (typeof endpoints)[number];
type Body<E> = E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined };
type Query<E> = E extends { query: z.ZodType }
  ? { query?: Record<string, string | number> }
  : { query?: undefined };
type Params<E extends Endpoint> = E extends { params: infer P extends z.ZodType }
  ? { params: Record<keyof z.output<P>, string | number> }
  : { params?: undefined };

/** For the browsers, as a type alone: 'METHOD /path' to what goes in and what comes out. */
export type Routes = {
  [E in Declared as `${E['method']} ${E['path']}`]: {
    request: Params<E> & Query<E> & Body<E>;
    reply: z.output<E['reply']>;
    changes: E['changes'];
  };
};
