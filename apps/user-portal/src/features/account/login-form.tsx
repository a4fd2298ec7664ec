import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { isEmail } from '@clearcall/ui/kit/email-address.ts';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { PasswordField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/use-field.ts';
import { t } from '@clearcall/ui/kit/words.ts';
import { type LogInWays, type ProviderReturn, problemWords } from '@clearcall/ui/session/log-in-ways.ts';
import { OtherWays } from '@clearcall/ui/session/other-ways.tsx';
import { login, type PasskeyStep } from '@clearcall/ui/session/session.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { codeOf, wordsOf } from './failure-words.ts';
import { useOfferedPasskeys } from './offered-passkeys.ts';
import { ResendLink } from './resend-link.tsx';
import { useWayBack } from './way-back.ts';

// Comes for those who want to be asked for a passkey after their password.
const SecondFactor = lazy(() => import('@clearcall/ui/session/second-factor.tsx'));

/** What the server refused, and for which address. */
interface Refusal {
  code: string;
  words: string;
  email: string;
}

/** What went wrong, with the way on where there is one. */
function Trouble({ code, words }: { code: string; words: string }) {
  return words === '' ? null : (
    <Note kind="bad" live>
      <p>{words}</p>
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
  said: ProviderReturn;
  returnTo?: string | undefined;
}) {
  return (
    <AccountFrame title={t('account.logIn')} tagline={t('account.tagline')}>
      <OtherWays alone ways={props.ways} returnTo={props.returnTo} />
      <p className={`small soft ${classes.text}`}>{t('account.withOrganisation')}</p>
      <Trouble code={props.said.problem ?? ''} words={problemWords(props.said, props.ways)} />
      <LegalLinks />
    </AccountFrame>
  );
}

export function LoginForm(props: { ways: LogInWays; said: ProviderReturn; returnTo?: string | undefined }) {
  const carried = useCarriedEmail();
  const wayBack = useWayBack();
  const email = useField((text) => (isEmail(text) ? null : t('account.fault.loginEmail')), carried);
  const password = useField((text) => (text === '' ? t('account.fault.password') : null));
  const [busy, setBusy] = useState(false);
  const problem = problemWords(props.said, props.ways);
  const [refusal, setRefusal] = useState<Refusal | null>(
    problem === '' ? null : { code: props.said.problem ?? '', words: problem, email: '' },
  );
  const [step, setStep] = useState<PasskeyStep | null>(null);
  useOfferedPasskeys(step === null, (words) => setRefusal({ code: '', words, email: '' }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !allRight([email, password])) return;
    setBusy(true);
    setRefusal(null);
    const given = email.text.trim();
    try {
      setStep(await login({ email: given, password: password.text }));
    } catch (error) {
      setRefusal({ code: codeOf(error), words: wordsOf(error), email: given });
      setBusy(false);
    }
  };

  const along = (before: object) => ({ ...before, email: email.text.trim() });
  if (step !== null) {
    const over = (words: string) => {
      setStep(null);
      setBusy(false);
      setRefusal(words === '' ? null : { code: '', words, email: email.text.trim() });
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
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
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
          <Button type="submit" variant="filled" size="lg" loading={busy}>
            {t('account.logIn')}
          </Button>
          <Link to="/auth/forgot" search={wayBack} state={along}>
            {t('account.forgot.title')}
          </Link>
        </div>
        {refusal === null ? null : <Trouble code={refusal.code} words={refusal.words} />}
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
