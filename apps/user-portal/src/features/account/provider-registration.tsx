import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { isEmail } from '@clearcall/ui/kit/email-address.ts';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { needOf, StillNeeded } from '@clearcall/ui/kit/still-needed.tsx';
import { TextField } from '@clearcall/ui/kit/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/use-field.ts';
import { openSession } from '@clearcall/ui/session/access-token.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { codeOf, wordsOf } from './failure-words.ts';
import { NameFields } from './name-fields.tsx';
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

type Guest = Reply<'GET /users/provider-registration'>;

/** Where an identity provider leads who has no account yet: names, consent, and an address where none is proven. */
export function ProviderRegistration() {
  const guest = useQuery({
    queryKey: ['provider-registration'],
    queryFn: () => call('GET /users/provider-registration', { quiet: true }),
    // What one types must not be laid over by a newer answer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const over =
    guest.error instanceof CallError && guest.error.code === 'step_expired' ? guest.error.message : null;
  return (
    <AccountFrame
      title="Almost there"
      tagline={guest.data ? `You come from ${guest.data.provider}` : undefined}
      long
    >
      {guest.data ? (
        <RegistrationForm guest={guest.data} />
      ) : over !== null ? (
        <Over words={over} />
      ) : guest.isError ? (
        <CallFailure
          error={guest.error}
          what="what your provider said"
          onRetry={() => void guest.refetch()}
        />
      ) : (
        <LoadingRows rows={5} height={64} label="Reading what your provider said" />
      )}
    </AccountFrame>
  );
}

function Over({ words }: { words: string }) {
  const wayBack = useWayBack();
  return (
    <div className={classes.text}>
      <p>{words}</p>
      <div className="row">
        <ButtonLink to="/auth/login" search={wayBack} variant="filled">
          Login
        </ButtonLink>
      </div>
    </div>
  );
}

const given = (sentence: string) => (text: string) => (text.trim() === '' ? sentence : null);

function RegistrationForm({ guest }: { guest: Guest }) {
  const router = useRouter();
  const wayBack = useWayBack();
  const firstName = useField(given('First Name is required.'), guest.firstName);
  const lastName = useField(given('Last Name is required.'), guest.lastName);
  const email = useField((text) => (isEmail(text) ? null : 'Invalid E-mail Address.'), guest.email);
  const code = useField(given('Type the code from the mail.'));
  const [mailedTo, setMailedTo] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState<'' | 'code' | 'form'>('');
  const [failure, setFailure] = useState({ code: '', words: '' });
  const address = email.text.trim();
  const askCode = !guest.emailProven;
  const waits = askCode && mailedTo !== address;

  const attempt = async (what: 'code' | 'form', deed: () => Promise<void>) => {
    setBusy(what);
    setFailure({ code: '', words: '' });
    try {
      await deed();
    } catch (error) {
      if (codeOf(error) === 'code_wrong') {
        code.refuse(wordsOf(error));
        code.focus();
      } else setFailure({ code: codeOf(error), words: wordsOf(error) });
    } finally {
      setBusy('');
    }
  };
  const mailCode = async () => {
    if (busy !== '' || !allRight([email])) return;
    await attempt('code', async () => {
      await call('POST /users/provider-registration/code', { body: { email: address }, quiet: true });
      setMailedTo(address);
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy !== '' || !accepted || waits) return;
    if (!allRight([firstName, lastName, ...(askCode ? [email, code] : [])])) return;
    await attempt('form', async () => {
      const body = {
        firstName: firstName.text.trim(),
        lastName: lastName.text.trim(),
        acceptedTerms: true as const,
        ...(askCode ? { code: code.text } : {}),
      };
      openSession(await call('POST /users/provider-registration', { body, quiet: true }));
      router.history.replace(wayBack.return ?? '/applications');
    });
  };
  if (failure.code === 'step_expired') return <Over words={failure.words} />;
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>
        There is no account with this login yet. Check your name, and it will be made. If you have an account,
        use its address: this login then opens it.
      </p>
      <NameFields firstName={firstName} lastName={lastName} />
      {guest.emailProven ? (
        <TextField label="Email" hint={`${guest.provider} vouches for it`} value={guest.email} readOnly />
      ) : (
        <>
          <TextField
            {...email.input}
            required
            label="Email"
            hint="We send a code there, to see that it is yours"
            type="email"
            name="email"
            autoComplete="email"
          />
          <div className="row">
            <Button
              loading={busy === 'code'}
              variant={waits ? 'filled' : 'default'}
              onClick={() => void mailCode()}
            >
              {mailedTo === '' ? 'Send the code' : 'Send another code'}
            </Button>
            <span className="small soft" role="status">
              {mailedTo === '' ? '' : `We sent a code of six digits to ${mailedTo}.`}
            </span>
          </div>
          {mailedTo === '' ? null : (
            <TextField
              {...code.input}
              required
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
            />
          )}
        </>
      )}
      <TermsConsent checked={accepted} onChange={setAccepted} />
      {failure.words === '' ? null : (
        <Note kind="bad" live>
          {failure.words}
        </Note>
      )}
      <div className="row">
        <Button
          type="submit"
          variant={waits ? 'default' : 'filled'}
          size="lg"
          disabled={!accepted || waits}
          loading={busy === 'form'}
          aria-describedby="continue-needs"
        >
          Continue
        </Button>
        <ButtonLink to="/auth/login" search={wayBack} variant="subtle">
          Back
        </ButtonLink>
      </div>
      <StillNeeded
        id="continue-needs"
        needs={[
          needOf(firstName, 'First name'),
          needOf(lastName, 'Last name'),
          ...(askCode
            ? [needOf(email, 'Email'), waits || code.wrong ? 'the code that we mail to your address' : null]
            : []),
          accepted ? null : termsNeed,
        ]}
      />
    </form>
  );
}
