import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { PasswordField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { type LogInWays, type ProviderReturn, problemText } from '@clearcall/ui/session/log-in-ways.ts';
import { OtherWays } from '@clearcall/ui/session/other-ways.tsx';
import { login, type PasskeyStep } from '@clearcall/ui/session/session.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { useOfferedPasskeys } from './offered-passkeys.ts';
import { ResendLink } from './resend-link.tsx';
import { useWayBack } from './way-back.ts';

// Comes for those who want to be asked for a passkey after their password.
const SecondFactor = lazy(() => import('@clearcall/ui/session/second-factor.tsx'));

/** What the server refused, and for which address. */
interface Refusal {
  code: string;
  sentence: string;
  email: string;
}

/** What went wrong, with the way on where there is one. */
function Trouble({ code, sentence }: { code: string; sentence: string }) {
  return sentence === '' ? null : (
    <Note kind="bad" live>
      <p>{sentence}</p>
      {code === 'use_admin_portal' ? <a href="/admin/">{t('account.adminPortal')}</a> : null}
    </Note>
  );
}

/** Which pages everybody may want to read before they log in. */
function LegalLinks() {
  const { links } = useOrganisation();
  return (
    <nav className={classes.legal} aria-label={t('account.legal')}>
      <a href={links.terms}>{t('frame.foot.terms')}</a>
      <a href={links.privacy}>{t('frame.foot.privacy')}</a>
      <a href={links.accessibility}>{t('frame.foot.accessibility')}</a>
    </nav>
  );
}

/** The login where passwords are off: through identity providers, which also make the account, and passkeys. */
export function LoginWithoutPassword(props: {
  ways: LogInWays;
  outcome: ProviderReturn;
  returnTo?: string | undefined;
}) {
  return (
    <AccountFrame title={t('account.logIn')} tagline={t('account.tagline')}>
      <OtherWays alone ways={props.ways} returnTo={props.returnTo} />
      <p className={`small soft ${classes.text}`}>{t('account.withOrganisation')}</p>
      <Trouble code={props.outcome.problem ?? ''} sentence={problemText(props.outcome, props.ways)} />
      <LegalLinks />
    </AccountFrame>
  );
}

export function LoginForm(props: {
  ways: LogInWays;
  outcome: ProviderReturn;
  returnTo?: string | undefined;
}) {
  const carried = useCarriedEmail();
  const wayBack = useWayBack();
  const email = useField((text) => (isEmail(text) ? null : t('account.fault.loginEmail')), carried);
  const password = useField((text) => (text === '' ? t('account.fault.password') : null));
  const problem = problemText(props.outcome, props.ways);
  const [refusal, setRefusal] = useState<Refusal | null>(
    problem === '' ? null : { code: props.outcome.problem ?? '', sentence: problem, email: '' },
  );
  const [step, setStep] = useState<PasskeyStep | null>(null);
  useOfferedPasskeys(step === null, (sentence) => setRefusal({ code: '', sentence, email: '' }));
  const logIn = useCommand({
    send: (_call, given: { email: string; password: string }) => login(given),
    after: setStep,
    showsError: true,
    onRefused: (refused, given) =>
      setRefusal({ code: refused.code, sentence: failureText(refused), email: given.email }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!allRight([email, password])) return;
    setRefusal(null);
    logIn.send({ email: email.text.trim(), password: password.text });
  };

  const along = (before: object) => ({ ...before, email: email.text.trim() });
  if (step !== null) {
    const over = (sentence: string) => {
      setStep(null);
      setRefusal(sentence === '' ? null : { code: '', sentence, email: email.text.trim() });
    };
    return (
      <AccountFrame title={t('account.logIn')} tagline={t('account.oneMoreStep')}>
        <Suspense fallback={null}>
          <SecondFactor step={step} onOver={over} />
        </Suspense>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t('account.logIn')} tagline={t('account.tagline')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          {...email.input}
          label={t('account.field.email')}
          type="email"
          name="email"
          autoComplete="username webauthn"
        />
        <PasswordField
          {...password.input}
          label={t('account.field.password')}
          name="password"
          autoComplete="current-password"
          maxLength={200}
        />
        <div className={classes.ends}>
          <Button type="submit" variant="filled" size="lg" loading={logIn.isPending}>
            {t('account.logIn')}
          </Button>
          <Link to="/auth/forgot" search={wayBack} state={along}>
            {t('account.forgot.title')}
          </Link>
        </div>
        <Trouble code={refusal?.code ?? ''} sentence={refusal?.sentence ?? failureText(logIn.error)} />
      </form>
      {refusal?.code === 'account_locked' && refusal.email !== '' ? (
        <ResendLink key={refusal.email} email={refusal.email} />
      ) : null}
      <OtherWays ways={props.ways} returnTo={props.returnTo} />
      <div className={classes.other}>
        <p>{t('account.newHere')}</p>
        <ButtonLink to="/auth/register" search={wayBack} state={along}>
          {t('account.register')}
        </ButtonLink>
      </div>
      <LegalLinks />
    </AccountFrame>
  );
}
