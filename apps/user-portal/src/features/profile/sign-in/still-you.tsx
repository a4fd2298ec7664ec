import { Button } from '@clearcall/ui/kit/button.tsx';
import { StillNeeded } from '@clearcall/ui/kit/field/still-needed.tsx';
import { PasswordField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { passkeyText, showPasskey } from '@clearcall/ui/session/passkeys.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './sign-in-ways.module.css';
import type { Guarded, OwnWays } from './sign-in-ways.ts';

/** Asks who is there once more, before a way to log in changes: the page may have been left open. */
export function StillYou({ ways, guarded }: { ways: OwnWays; guarded: Guarded }) {
  return (
    <Dialog opened={guarded.asks} onClose={guarded.giveUp} title={t('profile.stillYou.title')}>
      {guarded.asks ? <ShowYourself ways={ways} guarded={guarded} /> : null}
    </Dialog>
  );
}

/** The providers that open the account, each once. */
function providersOf({ identities }: OwnWays): { id: string; label: string }[] {
  const found = new Map(identities.map(({ providerId, provider }) => [providerId, provider]));
  return [...found].flatMap(([id, label]) => (id === null ? [] : [{ id, label }]));
}

/** The ways to show it; in a dialog that asks for something else it takes the place of that. */
export function ShowYourself({ ways, guarded }: { ways: OwnWays; guarded: Guarded }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState('');
  const [wrong, setWrong] = useState({ password: '', elsewhere: '' });
  const why = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), []);

  const show = async (how: string, action: () => Promise<unknown>) => {
    if (busy !== '') return;
    setBusy(how);
    setWrong({ password: '', elsewhere: '' });
    try {
      await action();
    } catch (error) {
      const sentence = passkeyText(error);
      setWrong({ password: '', elsewhere: '', [how === 'password' ? 'password' : 'elsewhere']: sentence });
      setBusy('');
    }
  };
  const byPassword = async () => {
    await call('POST /users/reauthenticate', { body: { password }, quiet: true });
    guarded.proceed();
  };
  const byPasskey = async () => {
    await showPasskey();
    guarded.proceed();
  };
  const byProvider = async (provider: string) => {
    const { address } = await call('POST /users/oidc/:provider/reauthenticate', {
      params: { provider },
      body: {},
      quiet: true,
    });
    window.location.assign(address);
  };

  // Whoever wants a passkey after the password shows too little with the password alone.
  const takesPassword = ways.password && !ways.secondFactor;
  const takesPasskey = ways.passkeys.length > 0;
  const providers = providersOf(ways);
  return (
    // Whoever hears the page hears the sentence with the first way that gets the focus.
    <fieldset className={classes.dialog} ref={box} aria-labelledby={why}>
      <p id={why}>{t('profile.stillYou.text')}</p>
      {takesPassword ? (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            event.stopPropagation();
            void show('password', byPassword);
          }}
          noValidate
          className={classes.dialog}
        >
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            error={wrong.password === '' ? null : wrong.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className="row">
            <Button
              type="submit"
              variant="filled"
              loading={busy === 'password'}
              disabled={password === ''}
              aria-describedby="still-you-needs"
            >
              {t('profile.continue')}
            </Button>
            <StillNeeded
              id="still-you-needs"
              needs={[password === '' ? t('profile.currentPassword') : null]}
            />
          </div>
        </form>
      ) : null}
      {takesPasskey || providers.length > 0 ? (
        <div className="row">
          {takesPasskey ? (
            <Button
              variant={takesPassword ? 'default' : 'filled'}
              loading={busy === 'passkey'}
              onClick={() => void show('passkey', byPasskey)}
            >
              {t('profile.stillYou.passkey')}
            </Button>
          ) : null}
          {providers.map(({ id, label }) => (
            <Button
              key={id}
              variant={takesPassword || takesPasskey || providers.length > 1 ? 'default' : 'filled'}
              loading={busy === `at ${id}`}
              onClick={() => void show(`at ${id}`, () => byProvider(id))}
            >
              {t('profile.stillYou.provider', { provider: label })}
            </Button>
          ))}
        </div>
      ) : null}
      {takesPassword || takesPasskey || providers.length > 0 ? null : <p>{t('profile.stillYou.logOut')}</p>}
      {ways.secondFactor ? <p className="small soft">{t('profile.stillYou.recovery')}</p> : null}
      {providers.length > 0 ? <p className="small soft">{t('profile.stillYou.back')}</p> : null}
      {wrong.elsewhere === '' ? null : (
        <Note kind="bad" live>
          {wrong.elsewhere}
        </Note>
      )}
    </fieldset>
  );
}
