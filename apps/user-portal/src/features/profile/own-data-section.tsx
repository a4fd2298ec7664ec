import { personalData, personalDataKinds } from '@clearcall/domain/people/personal-data.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import { type OwnWays, useGuarded, useOwnWays } from '@clearcall/ui/account/sign-in-ways.ts';
import { ShowYourself } from '@clearcall/ui/account/still-you.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { StillNeeded } from '@clearcall/ui/kit/field/still-needed.tsx';
import { PasswordField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { closeSession } from '@clearcall/ui/session/access-token.ts';
import { call, callFile, type Reply, read, saveFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetAsked } from '../../parts/accounts/mailing-list-asked.ts';
import { forgetPerson } from '../../parts/kept/kept-changes.ts';
import classes from './profile.module.css';

type Consent = Reply<'GET /users/:id/consents'>['data'][number];

const subjects = {
  terms: 'profile.agreed.terms',
  privacy: 'profile.agreed.privacy',
  mailing_list: 'profile.agreed.mailing_list',
} as const;

/** Of each subject the latest word; the download has all of them. They come the latest first. */
const whatHolds = (consents: readonly Consent[]): Consent[] =>
  consents.filter((one, at) => consents.findIndex(({ subject }) => subject === one.subject) === at);

function consentText({ given, wording, at, subject }: Consent) {
  return (
    <>
      <RichText
        id={given ? 'profile.agreed.yes' : 'profile.agreed.no'}
        parts={{ time: () => <DateTime at={at} /> }}
      />
      {subject === 'mailing_list' ? null : (
        <>
          , <span className="nowrap">{t('profile.agreed.version', { version: wording })}</span>
        </>
      )}
    </>
  );
}

/** What one agreed to, the download of everything that is kept, and the way out. */
export function OwnDataSection() {
  const user = useUser();
  const [fetching, setFetching] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const consents = useQuery({
    queryKey: ['consents', user.id],
    queryFn: read('GET /users/:id/consents', { params: { id: user.id } }),
  });
  const download = async () => {
    setFetching(true);
    try {
      saveFile(await callFile('GET /users/:id/data', { params: { id: user.id } }));
    } catch (error) {
      // Told already.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setFetching(false);
    }
  };

  return (
    <>
      <Part id="agreed" title={t('profile.agreed.title')}>
        <div className={formClasses.full}>
          {consents.isError ? (
            <CallFailure query={consents} what={t('profile.what.agreed')} />
          ) : consents.isPending ? (
            <LoadingRows rows={2} label={t('profile.loading.agreed')} />
          ) : consents.data.data.length === 0 ? (
            <p>{t('profile.agreed.none')}</p>
          ) : (
            <KeyValue
              rows={whatHolds(consents.data.data).map((consent) => [
                t(subjects[consent.subject]),
                consentText(consent),
              ])}
            />
          )}
        </div>
      </Part>
      <Part
        id="own-data"
        title={t('profile.data.title')}
        hint={
          <RichText
            id="profile.data.hint"
            parts={{ link: (sentence) => <Link to="/privacy">{sentence}</Link> }}
          />
        }
      >
        <div className={`read ${formClasses.full}`}>
          <p>{t('profile.data.text')}</p>
          <Button loading={fetching} onClick={() => void download()}>
            {t('profile.data.download')}
          </Button>
        </div>
      </Part>
      <Part id="leaving" title={t('profile.delete.title')} hint={t('profile.delete.hint')}>
        <div className={`read ${formClasses.full}`}>
          <p>{t('profile.delete.text')}</p>
          <Button variant="danger" className={classes.atEdge} onClick={() => setLeaving(true)}>
            {t('profile.delete.do')}
          </Button>
        </div>
      </Part>
      <Dialog opened={leaving} onClose={() => setLeaving(false)} title={t('profile.delete.title')}>
        <DeleteAccount onKeep={() => setLeaving(false)} />
      </Dialog>
    </>
  );
}

/** What becomes of everything, from the table that the code follows. */
function WhatHappens() {
  const { legacy } = useOrganisation();
  const privacy = useQuery({
    queryKey: ['privacy'],
    queryFn: read('GET /v2/privacy'),
  });
  if (privacy.isError) return <CallFailure query={privacy} what={t('profile.what.delete')} />;
  if (privacy.isPending) return <LoadingRows rows={6} label={t('profile.loading.delete')} />;
  const { retention } = privacy.data;
  const rows = personalDataKinds
    .filter((kind) => legacy || kind !== 'archive')
    .map(personalData)
    .map((row) => [translate(row.name), translate(row.onClosing(retention))] as const);
  const explanations = [...new Set(rows.map(([, explanation]) => explanation))];
  return (
    <ul className="small">
      {explanations.map((explanation) => (
        <li key={explanation}>
          <b>
            {rows
              .filter(([, text]) => text === explanation)
              .map(([name]) => name)
              .join(', ')}
          </b>
          : {explanation}
        </li>
      ))}
    </ul>
  );
}

function DeleteAccount(props: { onKeep: () => void }) {
  const ways = useOwnWays();
  if (ways.isError) return <CallFailure query={ways} what={t('profile.what.logIn')} />;
  if (ways.isPending) return <LoadingRows rows={6} label={t('profile.loading.logIn')} />;
  return <DeleteAccountForm {...props} ways={ways.data} />;
}

function DeleteAccountForm({ ways, onKeep }: { ways: OwnWays; onKeep: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const guarded = useGuarded(() => {});
  const ready = typed.trim() === 'DELETE' && !guarded.busy;

  const remove = async () => {
    setWrong('');
    try {
      await call('DELETE /users/:id', {
        params: { id: user.id },
        body: { confirmation: 'DELETE', ...(ways.password ? { password } : {}) },
        quiet: true,
      });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'wrong_password') throw error;
      setWrong(error.message);
      return;
    }
    // The drafts are gone, and with them what was typed into them here and never sent.
    await forgetPerson(user.id);
    forgetAsked(user.id);
    notify(noticeTexts.accountDeleted);
    // First away from what only the signed-in may see: otherwise the page would ask to log in again.
    await navigate({ to: '/' });
    closeSession();
  };
  if (guarded.asks) return <ShowYourself ways={ways} guarded={guarded} />;
  return (
    <form
      noValidate
      className="read"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) guarded.run(remove);
      }}
    >
      <WhatHappens />
      <p>
        <RichText id="profile.delete.warn" parts={{ b: (sentence) => <b>{sentence}</b> }} />
      </p>
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {ways.password ? (
        <PasswordField
          label={t('profile.delete.password')}
          required
          autoComplete="current-password"
          maxLength={200}
          value={password}
          error={wrong === '' ? null : wrong}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <TextField
        label={t('profile.delete.type')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Note kind="bad" live>
        {guarded.sentence}
      </Note>
      <div className="row">
        <Button variant="filled" onClick={onKeep}>
          {t('profile.delete.keep')}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!ready}
          loading={guarded.busy}
          aria-describedby="delete-needs"
        >
          {t('profile.delete.do')}
        </Button>
      </div>
      <StillNeeded id="delete-needs" needs={[typed.trim() === 'DELETE' ? null : t('profile.delete.word')]} />
    </form>
  );
}
