import formClasses from '@clearcall/ui/form/form.module.css';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { StillNeeded } from '@clearcall/ui/kit/still-needed.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { call, saveFile } from '@clearcall/ui/session/call.ts';
import { knowsPasskeys, makePasskey } from '@clearcall/ui/session/passkeys.ts';
import { type FormEvent, useState } from 'react';
import classes from './sign-in-ways.module.css';
import { type OwnWays, useGuarded, useOwnWays } from './sign-in-ways.ts';
import { StillYou } from './still-you.tsx';
import { Part } from './tab-parts.tsx';

/** Passkeys of the own account, and whether one is asked for after the password. */
export function PasskeysSection() {
  const ways = useOwnWays();
  return (
    <Part
      id="passkeys"
      title="Passkeys"
      hint="A passkey lives on your device or in your password manager and opens your account with a fingerprint, a face or a PIN. It cannot be guessed, and it works on this site alone."
    >
      <div className={formClasses.full}>
        {ways.isError ? (
          <CallFailure error={ways.error} what="your passkeys" onRetry={() => void ways.refetch()} />
        ) : ways.isPending ? (
          <LoadingRows rows={2} height={64} label="Loading your passkeys" />
        ) : (
          <Passkeys ways={ways.data} reload={() => void ways.refetch()} />
        )}
      </div>
    </Part>
  );
}

type Open = { what: 'add' } | { what: 'remove'; id: string; name: string } | { what: 'codes' } | null;

function Passkeys({ ways, reload }: { ways: OwnWays; reload: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const guarded = useGuarded(reload);
  const close = () => setOpen(null);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || guarded.busy) return;
    close();
    guarded.run(async () => {
      await makePasskey(name.trim());
      notify(noticeTexts.passkeyAdded);
      setName('');
    });
  };
  const remove = (id: string) => {
    close();
    guarded.run(async () => {
      await call('DELETE /users/passkeys/:id', { params: { id }, quiet: true });
      notify(noticeTexts.passkeyRemoved);
    });
  };
  const ask = (on: boolean) =>
    guarded.run(async () => {
      const { recoveryCodes } = await call('PUT /users/second-factor', { body: { on }, quiet: true });
      show(recoveryCodes);
    });
  const renew = () =>
    guarded.run(async () => {
      show((await call('POST /users/recovery-codes', { body: {}, quiet: true })).recoveryCodes);
    });
  const show = (made: readonly string[]) => {
    setCodes(made);
    if (made.length > 0) setOpen({ what: 'codes' });
  };

  return (
    <>
      {ways.passkeys.length === 0 ? null : (
        <ul className={classes.list} aria-label="Passkeys">
          {ways.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <p>
                  <b>{passkey.name}</b>
                </p>
                <p className="small soft">
                  <span className="nowrap">
                    Added <DateTime at={passkey.createdAt} />,
                  </span>{' '}
                  <span className="nowrap">
                    last used <DateTime at={passkey.lastUsedAt} unset="never" />
                  </span>
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Remove: ${passkey.name}`}
                onClick={() => setOpen({ what: 'remove', id: passkey.id, name: passkey.name })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.below}>
        {guarded.words === '' ? null : (
          <Note kind="bad" live>
            {guarded.words}
          </Note>
        )}
        {knowsPasskeys() ? (
          <Button loading={guarded.busy} onClick={() => setOpen({ what: 'add' })}>
            Add a passkey
          </Button>
        ) : (
          <p className="small soft">This browser does not know passkeys.</p>
        )}
        {ways.password && ways.passkeys.length > 0 ? (
          <CheckField
            label="Ask for my passkey after the password"
            hint="Nobody gets in with your password alone. You get recovery codes for the day when no passkey is at hand."
            checked={ways.secondFactor}
            disabled={guarded.busy}
            onChange={(event) => ask(event.currentTarget.checked)}
          />
        ) : null}
        {ways.secondFactor ? (
          <div className="row">
            <Button size="sm" loading={guarded.busy} onClick={renew}>
              New recovery codes
            </Button>
            <span className="small soft">
              {ways.recoveryCodesLeft} of 10 recovery codes are left. New ones end the old ones.
            </span>
          </div>
        ) : null}
      </div>
      <Dialog opened={open?.what === 'add'} onClose={close} title="Add a passkey">
        <form className={classes.dialog} onSubmit={add} noValidate>
          <TextField
            label="Name"
            hint="By which you will know it, such as the device that it is on"
            data-autofocus
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div className="row">
            <Button
              type="submit"
              variant="filled"
              disabled={name.trim() === ''}
              aria-describedby="passkey-needs"
            >
              Continue
            </Button>
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
          </div>
          <StillNeeded id="passkey-needs" needs={[name.trim() === '' ? 'Name' : null]} />
        </form>
      </Dialog>
      <Dialog
        opened={open?.what === 'remove'}
        onClose={close}
        title="Remove this passkey?"
        actions={
          <>
            <Button variant="danger-filled" onClick={() => open?.what === 'remove' && remove(open.id)}>
              Remove
            </Button>
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
          </>
        }
      >
        <p>
          {open?.what === 'remove' ? `‘${open.name}’` : 'It'} will no longer open your account. Remove it from
          your device or password manager as well.
          {ways.secondFactor && ways.passkeys.length === 1
            ? ' It is your last one: you will no longer be asked for a passkey after your password.'
            : ''}
        </p>
      </Dialog>
      <Dialog
        opened={open?.what === 'codes'}
        onClose={close}
        title="Keep these recovery codes"
        actions={
          <>
            <Button variant="filled" onClick={() => saveCodes(codes)}>
              Download
            </Button>
            <Button variant="subtle" onClick={close}>
              I have kept them
            </Button>
          </>
        }
      >
        <div className={classes.dialog}>
          <p>
            Each opens your account once, after your password, in place of a passkey. They are shown only now.
            Keep them where you will find them without your device.
          </p>
          <ul className={classes.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      </Dialog>
      <StillYou ways={ways} guarded={guarded} />
    </>
  );
}

function saveCodes(codes: readonly string[]): void {
  const text = `Recovery codes of ${window.location.host}\nEach works once, after your password.\n\n${codes.join('\n')}\n`;
  saveFile({ content: new Blob([text], { type: 'text/plain' }), filename: 'recovery-codes.txt' });
}
