import { type FormEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import formClasses from '../kit/field/field.module.css';
import { StillNeeded } from '../kit/field/still-needed.tsx';
import { CheckField, TextField } from '../kit/field/text-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { Note } from '../kit/state/note.tsx';
import { noticeTexts } from '../kit/state/notice-texts.ts';
import { notify } from '../kit/state/notices.ts';
import { CallFailure, LoadingRows } from '../kit/state/page-states.tsx';
import { RichText } from '../kit/text/rich-text.tsx';
import { t } from '../kit/text/translate.ts';
import { DateTime } from '../kit/time/date-time.tsx';
import { call, saveFile } from '../session/call.ts';
import { knowsPasskeys, makePasskey } from '../session/passkeys.ts';
import { Part } from './part.tsx';
import classes from './sign-in-ways.module.css';
import { type OwnWays, useGuarded, useOwnWays } from './sign-in-ways.ts';
import { StillYou } from './still-you.tsx';

/** Passkeys of the own account, and whether one is asked for after the password. */
export function PasskeysSection() {
  const ways = useOwnWays();
  return (
    <Part id="passkeys" title={t('profile.passkeys.title')} hint={t('profile.passkeys.hint')}>
      <div className={formClasses.full}>
        {ways.isError ? (
          <CallFailure query={ways} what={t('profile.what.passkeys')} />
        ) : ways.isPending ? (
          <LoadingRows rows={2} height={64} label={t('profile.loading.passkeys')} />
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
        <ul className={classes.list} aria-label={t('profile.passkeys.title')}>
          {ways.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <p>
                  <b>{passkey.name}</b>
                </p>
                <p className="small soft">
                  <span className="nowrap">
                    <RichText
                      id="profile.added"
                      parts={{ time: () => <DateTime at={passkey.createdAt} /> }}
                    />
                  </span>{' '}
                  <span className="nowrap">
                    <RichText
                      id="profile.lastUsed"
                      parts={{ time: () => <DateTime at={passkey.lastUsedAt} unset={t('profile.never')} /> }}
                    />
                  </span>
                </p>
              </div>
              <Button
                size="sm"
                variant="subtle"
                leftSection={<Icon name="trash" />}
                aria-label={t('profile.removeOne', { name: passkey.name })}
                onClick={() => setOpen({ what: 'remove', id: passkey.id, name: passkey.name })}
              >
                {t('profile.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.below}>
        <Note kind="bad" live>
          {guarded.sentence}
        </Note>
        {knowsPasskeys() ? (
          <Button loading={guarded.busy} onClick={() => setOpen({ what: 'add' })}>
            {t('profile.passkeys.add')}
          </Button>
        ) : (
          <p className="small soft">{t('profile.passkeys.notHere')}</p>
        )}
        {ways.password && ways.passkeys.length > 0 ? (
          <CheckField
            label={t('profile.passkeys.ask')}
            hint={t('profile.passkeys.askHint')}
            checked={ways.secondFactor}
            disabled={guarded.busy}
            onChange={(event) => ask(event.currentTarget.checked)}
          />
        ) : null}
        {ways.secondFactor ? (
          <div className="row">
            <Button size="sm" loading={guarded.busy} onClick={renew}>
              {t('profile.codes.new')}
            </Button>
            <span className="small soft">{t('profile.codes.left', { n: ways.recoveryCodesLeft })}</span>
          </div>
        ) : null}
      </div>
      <Dialog opened={open?.what === 'add'} onClose={close} title={t('profile.passkeys.add')}>
        <form className={classes.dialog} onSubmit={add} noValidate>
          <TextField
            label={t('profile.passkeys.name')}
            hint={t('profile.passkeys.nameHint')}
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
              {t('profile.continue')}
            </Button>
            <Button variant="subtle" onClick={close}>
              {t('frame.kit.cancel')}
            </Button>
          </div>
          <StillNeeded id="passkey-needs" needs={[name.trim() === '' ? t('profile.passkeys.name') : null]} />
        </form>
      </Dialog>
      <Dialog
        opened={open?.what === 'remove'}
        onClose={close}
        title={t('profile.passkeys.remove')}
        actions={
          <>
            <Button variant="danger-filled" onClick={() => open?.what === 'remove' && remove(open.id)}>
              {t('profile.remove')}
            </Button>
            <Button variant="subtle" onClick={close}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        }
      >
        <p>
          {open?.what === 'remove' ? t('profile.passkeys.removeText', { name: open.name }) : null}
          {ways.secondFactor && ways.passkeys.length === 1 ? ` ${t('profile.passkeys.removeLast')}` : null}
        </p>
      </Dialog>
      <Dialog
        opened={open?.what === 'codes'}
        onClose={close}
        title={t('profile.codes.title')}
        actions={
          <>
            <Button variant="filled" onClick={() => saveCodes(codes)}>
              {t('profile.codes.download')}
            </Button>
            <Button variant="subtle" onClick={close}>
              {t('profile.codes.kept')}
            </Button>
          </>
        }
      >
        <div className={classes.dialog}>
          <p>{t('profile.codes.text')}</p>
          <ul className={classes.codes} aria-label={t('profile.codes.name')}>
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
  const text = `${t('profile.codes.file', { site: window.location.host })}\n${t('profile.codes.fileHint')}\n\n${codes.join('\n')}\n`;
  saveFile({ content: new Blob([text], { type: 'text/plain' }), filename: 'recovery-codes.txt' });
}
