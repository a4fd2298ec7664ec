import * as people from '@clearcall/contract/people.ts';
import * as privacy from '@clearcall/contract/privacy.ts';
import * as sessions from '@clearcall/contract/sessions.ts';
import * as signIn from '@clearcall/contract/sign-in.ts';
import * as users from '@clearcall/contract/users.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { checkMailedLink } from './check-mailed-link.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { agreeToTexts, listConsents } from './consents.ts';
import { createHumanChallenge } from './create-human-challenge.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { forgotPassword } from './forgot-password.ts';
import { comeBackFromProvider } from './identities/come-back.ts';
import { goLinkProvider, goProve, goToProvider } from './identities/go-to-provider.ts';
import { listProviders } from './identities/list-providers.ts';
import { mailCode, openRegistration, registerWithProvider } from './identities/registration.ts';
import { unlinkProvider } from './identities/unlink-provider.ts';
import { inviteUser } from './invite-user.ts';
import { listRoles } from './list-roles.ts';
import { listSessions } from './list-sessions.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { openProfile } from './open-profile.ts';
import { addPasskey, beginAdding } from './passkeys/add-passkey.ts';
import { challengeAnybody } from './passkeys/ask-for-passkey.ts';
import { logInWithPasskey, logInWithSecondFactor } from './passkeys/log-in-with-passkey.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renewRecoveryCodes, setSecondFactor } from './passkeys/second-factor.ts';
import { listPeople, listPeopleOfApplication, suggestPeople } from './people.ts';
import { refreshSession } from './refresh-session.ts';
import { register } from './register.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { resetPassword } from './reset-password.ts';
import { saveProfile } from './save-profile.ts';
import { sendHumanCode } from './send-human-code.ts';
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
];
