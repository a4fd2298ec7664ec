import * as people from '@clearcall/contract/people.ts';
import * as privacy from '@clearcall/contract/privacy.ts';
import * as sessions from '@clearcall/contract/sessions.ts';
import * as signIn from '@clearcall/contract/sign-in.ts';
import * as users from '@clearcall/contract/users.ts';
import { type Deed, deed } from '../../platform/http/bind.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
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

export const routes: readonly Deed[] = [
  deed(users.login, logIn),
  deed(users.refreshSession, refreshSession),
  deed(users.logout, logOut),
  deed(users.createHumanChallenge, createHumanChallenge),
  deed(users.sendHumanCode, sendHumanCode),
  deed(users.register, register),
  deed(users.confirmRegistration, confirmRegistration),
  deed(users.resendConfirmation, resendConfirmation),
  deed(users.forgotPassword, forgotPassword),
  deed(users.resetPassword, resetPassword),
  deed(users.changeEmail, changeEmail),
  deed(users.confirmEmail, confirmEmail),
  deed(users.changePassword, changePassword),
  deed(users.inviteUser, inviteUser),
  deed(users.acceptInvitation, acceptInvitation),
  deed(users.listRoles, listRoles),
  deed(users.openProfile, openProfile),
  deed(sessions.listSessions, listSessions),
  deed(sessions.endSession, endSession),
  deed(sessions.endOtherSessions, endOtherSessions),
  deed(people.listPeople, listPeople),
  deed(people.listPeopleOfApplication, listPeopleOfApplication),
  deed(people.suggestPeople, suggestPeople),
  deed(privacy.listConsents, listConsents),
  deed(privacy.agreeToTexts, agreeToTexts),
  deed(users.saveProfile, saveProfile),
  deed(signIn.listProviders, listProviders),
  deed(signIn.goToProvider, goToProvider),
  deed(signIn.comeBackFromProvider, comeBackFromProvider),
  deed(signIn.openProviderRegistration, openRegistration),
  deed(signIn.mailProviderCode, mailCode),
  deed(signIn.registerWithProvider, registerWithProvider),
  deed(signIn.linkProvider, goLinkProvider),
  deed(signIn.goProveAtProvider, goProve),
  deed(signIn.openSignInWays, openWays),
  deed(signIn.unlinkProvider, unlinkProvider),
  deed(signIn.challengePasskey, challengeAnybody),
  deed(signIn.loginWithPasskey, logInWithPasskey),
  deed(signIn.loginWithSecondFactor, logInWithSecondFactor),
  deed(signIn.beginPasskey, beginAdding),
  deed(signIn.addPasskey, addPasskey),
  deed(signIn.removePasskey, removePasskey),
  deed(signIn.setSecondFactor, setSecondFactor),
  deed(signIn.makeRecoveryCodes, renewRecoveryCodes),
  deed(signIn.reauthenticate, reauthenticate),
];
