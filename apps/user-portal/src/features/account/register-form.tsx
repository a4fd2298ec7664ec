import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { NameFields, useOwnName } from '@clearcall/ui/account/name-fields.tsx';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { needOf, StillNeeded } from '@clearcall/ui/kit/field/still-needed.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import {
  forgetAfterReload,
  keepBeforeReload,
  leaveForReload,
  readAfterReload,
} from '@clearcall/ui/kit/page/new-version.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { codeOf } from '@clearcall/ui/session/call-error.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import type { HumanOutcome } from './human-check.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

// Comes when the form is sent for the first time.
const HumanCheck = lazy(() => import('./human-check.tsx'));

type Left = Record<'firstName' | 'lastName' | 'email', string>;

/** The registration. Its last step shows that a person is there. Source: Requirements 1, 2.57 and 2.62. */
export function RegisterForm() {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const [left] = useState(() => readAfterReload<Left>('register'));
  useEffect(() => forgetAfterReload('register'), []);
  const name = useOwnName(left ?? {});
  const carried = useCarriedEmail();
  const email = useField(
    (text) => (isEmail(text) ? null : t('account.fault.email')),
    left?.email ?? carried,
    'needed',
  );
  const chosen = useNewPassword(email.text);
  const [accepted, setAccepted] = useState(false);
  // Stays once it was there, so that it can give the focus back.
  const [check, setCheck] = useState<'not-yet' | 'opened' | 'closed'>('not-yet');
  const address = email.text.trim();

  // The check is what may be missing when it is wanted. Passwords are never kept.
  const typed: Left = { firstName: name.first.text, lastName: name.last.text, email: email.text };
  const latest = useRef(typed);
  latest.current = typed;
  useEffect(() => keepBeforeReload(async () => leaveForReload('register', latest.current)), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!accepted) return;
    // What the server would refuse is said before a picture is turned for nothing.
    await chosen.judge.load();
    if (allRight([...name.fields, email, chosen.password, chosen.confirm])) setCheck('opened');
  };

  const attempt = async (answer: { challengeId: string; answer: string }) => {
    await call('PUT /users/register', {
      body: {
        ...answer,
        ...name.values,
        email: address,
        password: chosen.password.text,
        acceptedTerms: true,
        ...wayBack,
      },
      quiet: true,
    });
  };

  const ended = (outcome: HumanOutcome, refusal?: unknown) => {
    if (outcome === 0) return;
    setCheck('closed');
    if (outcome === 1) {
      void navigate({
        to: '/auth/register/confirmation',
        search: wayBack,
        state: (before) => ({ ...before, email: address }),
      });
      return;
    }
    const code = codeOf(refusal);
    if ((code === 'weak_password' || code === 'common_password') && refusal instanceof Error) {
      chosen.password.refuse(refusal.message);
      // After the dialog has given the focus back.
      setTimeout(chosen.password.focus, 50);
    }
  };

  return (
    <AccountFrame title={t('account.register')} tagline={t('account.tagline')} long>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <NameFields {...name} />
        <TextField
          {...email.input}
          required
          label={t('account.field.email')}
          hint={t('account.hint.organisationEmail')}
          type="email"
          name="email"
          autoComplete="username"
        />
        <NewPasswordFields {...chosen} label={t('account.field.password')} />
        <TermsConsent checked={accepted} onChange={setAccepted} />
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            size="lg"
            disabled={!accepted}
            aria-describedby="register-needs"
          >
            {t('account.register')}
          </Button>
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email: address })}
            variant="subtle"
          >
            {t('account.haveAccount')}
          </ButtonLink>
        </div>
        <StillNeeded
          id="register-needs"
          needs={[
            ...name.needs,
            needOf(email, t('account.field.email')),
            needOf(chosen.password, t('account.field.password')),
            needOf(chosen.confirm, t('account.field.confirmPassword')),
            accepted ? null : termsNeed(),
          ]}
        />
      </form>
      <Suspense fallback={null}>
        {check === 'not-yet' ? null : (
          <HumanCheck opened={check === 'opened'} email={address} attempt={attempt} report={ended} />
        )}
      </Suspense>
    </AccountFrame>
  );
}
