import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useCommand } from '../kit/command/use-command.ts';
import { StillNeeded } from '../kit/field/still-needed.tsx';
import { PasswordField } from '../kit/field/text-field.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { Note } from '../kit/state/note.tsx';
import { t } from '../kit/text/translate.ts';
import type { Reply } from '../session/call.ts';
import { passkeyText, showPasskey } from '../session/passkeys.ts';
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

type Way = 'password' | 'passkey' | { provider: string };

/** The ways to show it; in a dialog that asks for something else it takes the place of that. */
export function ShowYourself({ ways, guarded }: { ways: OwnWays; guarded: Guarded }) {
  const [password, setPassword] = useState('');
  const why = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), []);

  const show = useCommand<unknown, Way>({
    send: async (call, way) => {
      if (way === 'password') return call('POST /users/reauthenticate', { body: { password } });
      if (way === 'passkey') return showPasskey();
      const params = { provider: way.provider };
      return call('POST /users/oidc/:provider/reauthenticate', { params, body: {} });
    },
    after: (reply, way) => {
      if (typeof way === 'string') guarded.proceed();
      else window.location.assign((reply as Reply<'POST /users/oidc/:provider/reauthenticate'>).address);
    },
    reloads: true,
    showsError: passkeyText,
  });
  const sent = show.isPending ? show.input : undefined;

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
            show.send('password');
          }}
          noValidate
          className={classes.dialog}
        >
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            error={show.input === 'password' ? show.sentence : null}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className="row">
            <Button
              type="submit"
              variant="filled"
              loading={sent === 'password'}
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
              loading={sent === 'passkey'}
              onClick={() => show.send('passkey')}
            >
              {t('profile.stillYou.passkey')}
            </Button>
          ) : null}
          {providers.map(({ id, label }) => (
            <Button
              key={id}
              variant={takesPassword || takesPasskey || providers.length > 1 ? 'default' : 'filled'}
              loading={typeof sent === 'object' && sent.provider === id}
              onClick={() => show.send({ provider: id })}
            >
              {t('profile.stillYou.provider', { provider: label })}
            </Button>
          ))}
        </div>
      ) : null}
      {takesPassword || takesPasskey || providers.length > 0 ? null : <p>{t('profile.stillYou.logOut')}</p>}
      {ways.secondFactor ? <p className="small soft">{t('profile.stillYou.recovery')}</p> : null}
      {providers.length > 0 ? <p className="small soft">{t('profile.stillYou.back')}</p> : null}
      {show.sentence === null || show.input === 'password' ? null : (
        <Note kind="bad" live>
          {show.sentence}
        </Note>
      )}
    </fieldset>
  );
}
