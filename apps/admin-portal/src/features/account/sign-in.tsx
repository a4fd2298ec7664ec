import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { PasswordField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { AuthFrame } from '@clearcall/ui/kit/page/auth-frame.tsx';
import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { problemText, useComingIn, useLogInWays } from '@clearcall/ui/session/log-in-ways.ts';
import { OtherWays } from '@clearcall/ui/session/other-ways.tsx';
import { safeReturnAddress } from '@clearcall/ui/session/return-address.ts';
import { login, type PasskeyStep, useSession } from '@clearcall/ui/session/session.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import classes from './sign-in.module.css';

// Comes for those who want to be asked for a passkey after their password.
const SecondFactor = lazy(() => import('@clearcall/ui/session/second-factor.tsx'));

// The server judges addresses; here we only keep out what is none at all.
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The login of the administration. What it refuses, and why, the server says. Source: Requirements 1, 5.1, 5.2 and 6.5.
 */
export function SignIn() {
  const router = useRouter();
  const session = useSession();
  const search = useSearch({ from: '/auth/login' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState({ email: false, password: false });
  const ways = useLogInWays();
  const coming = useComingIn(search.came === 'in');
  const [refusal, setRefusal] = useState(problemText(search, ways));
  const [step, setStep] = useState<PasskeyStep | null>(null);
  const logIn = useCommand({
    send: () => login({ email: email.trim(), password }),
    after: setStep,
    showsError: true,
  });
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const emailError = looksLikeEmail.test(email.trim()) ? null : t('account.fault.loginEmail');
  const shownEmailError = useSettled(left.email ? emailError : null);
  const passwordError = password === '' ? t('account.fault.password') : null;

  const target = safeReturnAddress(search.return, '/');
  useEffect(() => {
    if (session.state === 'signed-in') router.history.replace(`/admin${target === '/' ? '/' : target}`);
  }, [session.state, router, target]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft({ email: true, password: true });
    if (emailError) return emailField.current?.focus();
    if (passwordError) return passwordField.current?.focus();
    setRefusal('');
    logIn.send();
  };

  const brand = (cover: boolean) => <Brand to="/" cover={cover} />;
  if (coming === 'waiting') {
    return (
      <AuthFrame title={t('account.logIn')} tagline={t('account.oneMoment')} brand={brand}>
        <LoadingRows rows={3} label={t('account.loggingIn')} />
      </AuthFrame>
    );
  }
  const trouble =
    coming === 'failed' ? problemText({ problem: 'not_in' }, ways) : failureText(logIn.error) || refusal;
  if (step !== null) {
    const over = (sentence: string) => {
      setStep(null);
      setRefusal(sentence);
    };
    return (
      <AuthFrame title={t('account.logIn')} tagline={t('account.oneMoreStep')} brand={brand}>
        <Suspense fallback={null}>
          <SecondFactor step={step} onOver={over} />
        </Suspense>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('account.logIn')} tagline={t('frame.adminTitle')} brand={brand}>
      {ways.passwordLogin ? (
        <form className={classes.form} onSubmit={submit} noValidate>
          <TextField
            ref={emailField}
            label={t('account.field.email')}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            error={shownEmailError}
            onChange={(event) => setEmail(event.currentTarget.value)}
            onBlur={() => setLeft((before) => ({ ...before, email: email !== '' }))}
          />
          <PasswordField
            ref={passwordField}
            label={t('account.field.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            error={left.password ? passwordError : null}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className="row">
            <Button type="submit" variant="filled" size="lg" loading={logIn.isPending}>
              {t('account.logIn')}
            </Button>
            <a href="/auth/forgot">{t('account.forgot.title')}</a>
          </div>
        </form>
      ) : null}
      {trouble === '' ? null : (
        <div className={classes.trouble}>
          <Note kind="bad" live>
            {trouble}
          </Note>
        </div>
      )}
      <OtherWays ways={ways} returnTo={search.return} alone={!ways.passwordLogin} />
      <p className="small soft" style={{ marginTop: 'var(--s-10)' }}>
        <RichText id="admin.toUserPortal" parts={{ link: (sentence) => <a href="/">{sentence}</a> }} />
      </p>
    </AuthFrame>
  );
}
