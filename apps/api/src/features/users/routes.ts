import * as people from '@clearcall/contract/people.ts';
import * as privacy from '@clearcall/contract/privacy.ts';
import * as sessions from '@clearcall/contract/sessions.ts';
import * as signIn from '@clearcall/contract/sign-in.ts';
import * as users from '@clearcall/contract/users.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { changeEmail } from './account/change-email.ts';
import { changePassword } from './account/change-password.ts';
import { checkMailedLink } from './account/check-mailed-link.ts';
import { confirmEmail } from './account/confirm-email.ts';
import { confirmRegistration } from './account/confirm-registration.ts';
import { createHumanChallenge } from './account/create-human-challenge.ts';
import { forgotPassword } from './account/forgot-password.ts';
import { inviteUser } from './account/invite-user.ts';
import { register } from './account/register.ts';
import { resendConfirmation } from './account/resend-confirmation.ts';
import { resetPassword } from './account/reset-password.ts';
import { sendHumanCode } from './account/send-human-code.ts';
import { changes } from './administration/changes.ts';
import { invitations } from './administration/invitations.ts';
import { membershipCommands } from './administration/memberships.ts';
import { openOne } from './administration/open-person.ts';
import { listChoices } from './administration/people-choices.ts';
import { commands } from './administration/person-commands.ts';
import { searchPeople } from './administration/search-people.ts';
import { comeBackFromProvider } from './identities/come-back.ts';
import { goLinkProvider, goProve, goToProvider } from './identities/go-to-provider.ts';
import { listProviders } from './identities/list-providers.ts';
import { mailCode, openRegistration, registerWithProvider } from './identities/registration.ts';
import { unlinkProvider } from './identities/unlink-provider.ts';
import { addPasskey, beginAdding } from './passkeys/add-passkey.ts';
import { challengeAnybody } from './passkeys/ask-for-passkey.ts';
import { logInWithPasskey, logInWithSecondFactor } from './passkeys/log-in-with-passkey.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renewRecoveryCodes, setSecondFactor } from './passkeys/second-factor.ts';
import { agreeToTexts, listConsents } from './profile/consents.ts';
import { listPayees } from './profile/list-payees.ts';
import { listRoles } from './profile/list-roles.ts';
import { openProfile } from './profile/open-profile.ts';
import { listPeople, listPeopleOfApplication, suggestPeople } from './profile/people.ts';
import { saveProfile } from './profile/save-profile.ts';
import { endOtherSessions, endSession } from './sessions/end-sessions.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { logIn } from './sessions/log-in.ts';
import { logOut } from './sessions/log-out.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { openWays } from './sign-in/open-ways.ts';
import { reauthenticate } from './sign-in/reauthenticate.ts';

export const routes: readonly Operation[] = [
  operation(users.login, logIn),
  operation(users.refreshSession, refreshSession),
  operation(users.logout, logOut),
  operation(users.createHumanChallenge, createHumanChallenge),
  operation(users.sendHumanCode, sendHumanCode),
  operation(users.register, register),
  operation(users.confirmRegistration, confirmRegistration),
  operation(users.resendConfirmation, resendConfirmation),
  operation(users.forgotPassword, forgotPassword),
  operation(users.checkMailedLink, checkMailedLink),
  operation(users.resetPassword, resetPassword),
  operation(users.changeEmail, changeEmail),
  operation(users.confirmEmail, confirmEmail),
  operation(users.changePassword, changePassword),
  operation(users.inviteUser, inviteUser),
  operation(users.acceptInvitation, acceptInvitation),
  operation(users.listRoles, listRoles),
  operation(users.openProfile, openProfile),
  operation(users.listPayees, listPayees),
  operation(sessions.listSessions, listSessions),
  operation(sessions.endSession, endSession),
  operation(sessions.endOtherSessions, endOtherSessions),
  operation(people.listPeople, listPeople),
  operation(people.listPeopleOfApplication, listPeopleOfApplication),
  operation(people.suggestPeople, suggestPeople),
  operation(privacy.listConsents, listConsents),
  operation(privacy.agreeToTexts, agreeToTexts),
  operation(users.saveProfile, saveProfile),
  operation(signIn.listProviders, listProviders),
  operation(signIn.goToProvider, goToProvider),
  operation(signIn.comeBackFromProvider, comeBackFromProvider),
  operation(signIn.openProviderRegistration, openRegistration),
  operation(signIn.mailProviderCode, mailCode),
  operation(signIn.registerWithProvider, registerWithProvider),
  operation(signIn.linkProvider, goLinkProvider),
  operation(signIn.goProveAtProvider, goProve),
  operation(signIn.openSignInWays, openWays),
  operation(signIn.unlinkProvider, unlinkProvider),
  operation(signIn.challengePasskey, challengeAnybody),
  operation(signIn.loginWithPasskey, logInWithPasskey),
  operation(signIn.loginWithSecondFactor, logInWithSecondFactor),
  operation(signIn.beginPasskey, beginAdding),
  operation(signIn.addPasskey, addPasskey),
  operation(signIn.removePasskey, removePasskey),
  operation(signIn.setSecondFactor, setSecondFactor),
  operation(signIn.makeRecoveryCodes, renewRecoveryCodes),
  operation(signIn.reauthenticate, reauthenticate),
  searchPeople,
  listChoices,
  openOne,
  ...commands,
  ...membershipCommands,
  ...invitations,
  ...changes,
];
