import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { NameFields, useOwnName } from '@clearcall/ui/account/name-fields.tsx';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { needOf, StillNeeded } from '@clearcall/ui/kit/field/still-needed.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { EmailSent } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { openSession } from '@clearcall/ui/session/access-token.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { CallError, codeOf, failureText } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

type Guest = Reply<'GET /users/provider-registration'>;

/** Where an identity provider leads who has no account yet: names, consent, and an address where none is proven. */
export function ProviderRegistration() {
  const guest = useQuery({
    queryKey: ['provider-registration'],
    queryFn: read('GET /users/provider-registration'),
    // What one types must not be laid over by a newer answer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const over =
    guest.error instanceof CallError && guest.error.code === 'step_expired' ? guest.error.message : null;
  return (
    <AccountFrame
      title={t('account.provider.title')}
      tagline={guest.data ? t('account.provider.from', { provider: guest.data.provider }) : undefined}
      long
    >
      {guest.data ? (
        <RegistrationForm guest={guest.data} />
      ) : over !== null ? (
        <Over sentence={over} />
      ) : guest.isError ? (
        <CallFailure query={guest} what={t('account.provider.what')} />
      ) : (
        <LoadingRows rows={5} height={64} label={t('account.provider.reading')} />
      )}
    </AccountFrame>
  );
}

function Over({ sentence }: { sentence: string }) {
  const wayBack = useWayBack();
  return (
    <div className={classes.text}>
      <p>{sentence}</p>
      <div className="row">
        <ButtonLink to="/auth/login" search={wayBack} variant="filled">
          {t('account.login')}
        </ButtonLink>
      </div>
    </div>
  );
}

const given = (sentence: string) => (text: string) => (text.trim() === '' ? sentence : null);

function RegistrationForm({ guest }: { guest: Guest }) {
  const router = useRouter();
  const wayBack = useWayBack();
  const name = useOwnName(guest);
  const email = useField((text) => (isEmail(text) ? null : t('account.fault.email')), guest.email);
  const code = useField(given(t('account.fault.code')));
  const [mailedTo, setMailedTo] = useState('');
  const [accepted, setAccepted] = useState(false);
  const address = email.text.trim();
  const askCode = !guest.emailProven;
  const waits = askCode && mailedTo !== address;

  const sendCode = useCommand({
    send: (call, to: string) => call('POST /users/provider-registration/code', { body: { email: to } }),
    after: (_sent, to) => setMailedTo(to),
    showsError: true,
  });
  const register = useCommand({
    send: (call) =>
      call('POST /users/provider-registration', {
        body: { ...name.values, acceptedTerms: true, ...(askCode ? { code: code.text } : {}) },
      }),
    after: (opened) => {
      openSession(opened);
      router.history.replace(wayBack.return ?? '/applications');
    },
    showsError: true,
    onRefused: (refusal) => {
      if (refusal.code !== 'code_wrong') return;
      code.refuse(refusal.message);
      code.focus();
    },
  });
  const isPending = sendCode.isPending || register.isPending;
  const mailCode = () => {
    if (isPending || !allRight([email])) return;
    register.reset();
    sendCode.send(address);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !accepted || waits) return;
    if (!allRight([...name.fields, ...(askCode ? [email, code] : [])])) return;
    sendCode.reset();
    register.send();
  };
  const error = register.error ?? sendCode.error;
  if (codeOf(error) === 'step_expired') return <Over sentence={failureText(error)} />;
  const failure = codeOf(error) === 'code_wrong' ? '' : failureText(error);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t('account.provider.text')}</p>
      <NameFields {...name} />
      {guest.emailProven ? (
        <TextField
          label={t('account.field.email')}
          hint={t('account.hint.provenBy', { provider: guest.provider })}
          value={guest.email}
          readOnly
        />
      ) : (
        <>
          <TextField
            {...email.input}
            required
            label={t('account.field.email')}
            hint={t('account.hint.codeGoesThere')}
            type="email"
            name="email"
            autoComplete="email"
          />
          <div className="row">
            <Button loading={sendCode.isPending} variant={waits ? 'filled' : 'default'} onClick={mailCode}>
              {t(mailedTo === '' ? 'account.provider.sendCode' : 'account.provider.sendAnother')}
            </Button>
            <span className="small soft" role="status">
              {mailedTo === '' ? null : (
                <EmailSent>{t('account.provider.codeSent', { email: mailedTo })}</EmailSent>
              )}
            </span>
          </div>
          {mailedTo === '' ? null : (
            <TextField
              {...code.input}
              required
              label={t('account.field.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
            />
          )}
        </>
      )}
      <TermsConsent checked={accepted} onChange={setAccepted} />
      <Note kind="bad" live>
        {failure}
      </Note>
      <div className="row">
        <Button
          type="submit"
          variant={waits ? 'default' : 'filled'}
          size="lg"
          disabled={!accepted || waits}
          loading={register.isPending}
          aria-describedby="continue-needs"
        >
          {t('account.provider.continue')}
        </Button>
        <ButtonLink to="/auth/login" search={wayBack} variant="subtle">
          {t('account.back')}
        </ButtonLink>
      </div>
      <StillNeeded
        id="continue-needs"
        needs={[
          ...name.needs,
          ...(askCode
            ? [needOf(email, t('account.field.email')), waits || code.wrong ? t('account.need.code') : null]
            : []),
          accepted ? null : termsNeed(),
        ]}
      />
    </form>
  );
}
