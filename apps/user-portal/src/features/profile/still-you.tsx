import { Button, ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { PasswordField } from '@clearcall/ui/kit/text-field.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { passkeyWords, showPasskey } from '@clearcall/ui/session/passkeys.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import classes from './sign-in-ways.module.css';
import type { Guarded, OwnWays } from './sign-in-ways.ts';

/** Asks who is there once more, before a way to log in changes: the page may have been left open. */
export function StillYou({ ways, guarded }: { ways: OwnWays; guarded: Guarded }) {
  return (
    <Dialog opened={guarded.asks} onClose={guarded.giveUp} title="Is it still you?">
      {guarded.asks ? <Ways ways={ways} guarded={guarded} /> : null}
    </Dialog>
  );
}

function Ways({ ways, guarded }: { ways: OwnWays; guarded: Guarded }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'' | 'password' | 'passkey'>('');
  const [wrong, setWrong] = useState({ password: '', passkey: '' });

  const show = async (how: 'password' | 'passkey') => {
    if (busy !== '') return;
    setBusy(how);
    setWrong({ password: '', passkey: '' });
    try {
      await (how === 'passkey'
        ? showPasskey()
        : call('POST /users/reauthenticate', { body: { password }, quiet: true }));
      guarded.proceed();
    } catch (error) {
      const words = error instanceof CallError ? error.message : passkeyWords(error);
      setWrong({ password: '', passkey: '', [how]: words });
      setBusy('');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void show('password');
  };
  return (
    <div className={classes.dialog}>
      <p>You logged in a while ago. Before this changes, show once more that it is you.</p>
      {ways.password ? (
        <form onSubmit={submit} noValidate className={classes.dialog}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            error={wrong.password === '' ? null : wrong.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className="row">
            <Button type="submit" variant="filled" loading={busy === 'password'} disabled={password === ''}>
              Continue
            </Button>
          </div>
        </form>
      ) : null}
      {ways.passkeys.length > 0 ? (
        <div className="row">
          <Button
            variant={ways.password ? 'default' : 'filled'}
            loading={busy === 'passkey'}
            onClick={() => void show('passkey')}
          >
            Use a passkey
          </Button>
        </div>
      ) : null}
      {ways.password || ways.passkeys.length > 0 ? null : <ProviderAgain />}
      {wrong.passkey === '' ? null : (
        <Note kind="bad" live>
          {wrong.passkey}
        </Note>
      )}
    </div>
  );
}

/** Who has neither password nor passkey comes back from a provider with a session that has just begun. */
function ProviderAgain() {
  const providers = useQuery({
    queryKey: ['providers'],
    queryFn: () => call('GET /users/providers', { quiet: true }),
  });
  return (
    <div className="row">
      {(providers.data?.providers ?? []).map(({ id, label }) => (
        <ButtonAnchor key={id} href={`/api/users/oidc/${id}?app=user_portal&return=%2Fprofile%2Fpwd`}>
          Log in with {label} again
        </ButtonAnchor>
      ))}
    </div>
  );
}
