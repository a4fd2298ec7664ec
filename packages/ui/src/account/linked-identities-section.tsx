import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import formClasses from '../kit/field/field.module.css';
import { Icon } from '../kit/icon.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { Note } from '../kit/state/note.tsx';
import { noticeTexts } from '../kit/state/notice-texts.ts';
import { notify } from '../kit/state/notices.ts';
import { CallFailure, LoadingRows } from '../kit/state/page-states.tsx';
import { RichText } from '../kit/text/rich-text.tsx';
import { t } from '../kit/text/translate.ts';
import { DateTime } from '../kit/time/date-time.tsx';
import { call, type Reply } from '../session/call.ts';
import { problemText } from '../session/log-in-ways.ts';
import { Part } from './part.tsx';
import classes from './sign-in-ways.module.css';
import { type OwnWays, useGuarded, useOwnWays, useProviders } from './sign-in-ways.ts';
import { StillYou } from './still-you.tsx';

type LogInWays = Reply<'GET /users/providers'>;

/** Logins at identity providers that open the own account. Not there where no provider is set up and none is linked. */
export function LinkedIdentitiesSection() {
  const ways = useOwnWays();
  const offered = useProviders();
  const failed = ways.error ?? offered.error;
  if (offered.data?.providers.length === 0 && (ways.data?.identities.length ?? 0) === 0) return null;
  return (
    <Part id="identities" title={t('profile.logins.title')} hint={t('profile.logins.hint')}>
      <div className={formClasses.full}>
        {failed ? (
          <CallFailure
            query={{ error: failed, refetch: () => Promise.all([ways.refetch(), offered.refetch()]) }}
            what={t('profile.what.logins')}
          />
        ) : ways.data && offered.data ? (
          <Identities ways={ways.data} offered={offered.data} reload={() => void ways.refetch()} />
        ) : (
          <LoadingRows rows={2} height={64} label={t('profile.loading.logins')} />
        )}
      </div>
    </Part>
  );
}

/** How a visit at a provider went, from the address that it led back to; the address then forgets it. */
function takeReturn(offered: LogInWays): string {
  const search = new URLSearchParams(window.location.search);
  const linked = search.get('linked');
  const shown = search.get('shown');
  const problem = search.get('problem');
  if (linked === null && shown === null && problem === null) return '';
  window.history.replaceState(window.history.state, '', window.location.pathname);
  if (problem !== null) return problemText({ problem, provider: search.get('provider') ?? '' }, offered);
  notify(linked === null ? noticeTexts.shownAgain : noticeTexts.loginAdded);
  return '';
}

function Identities(props: { ways: OwnWays; offered: LogInWays; reload: () => void }) {
  const { ways, offered } = props;
  const [came] = useState(() => takeReturn(offered));
  const [leaving, setLeaving] = useState<{ id: string; provider: string } | null>(null);
  const guarded = useGuarded(props.reload);
  const link = (provider: string) =>
    guarded.run(async () => {
      const { address } = await call('POST /users/oidc/:provider/link', {
        params: { provider },
        body: {},
        quiet: true,
      });
      window.location.assign(address);
    });
  const unlink = (id: string) => {
    setLeaving(null);
    guarded.run(async () => {
      await call('DELETE /users/identities/:id', { params: { id }, quiet: true });
      notify(noticeTexts.loginRemoved);
    });
  };
  const sentence = guarded.sentence || came;
  return (
    <>
      {ways.identities.length === 0 ? null : (
        <ul className={classes.list} aria-label={t('profile.logins.title')}>
          {ways.identities.map(({ id, provider, label, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <p>
                  <b>{provider}</b> {label}
                </p>
                <p className="small soft">
                  <span className="nowrap">
                    <RichText id="profile.added" parts={{ time: () => <DateTime at={createdAt} /> }} />
                  </span>{' '}
                  <span className="nowrap">
                    <RichText
                      id="profile.lastUsed"
                      parts={{ time: () => <DateTime at={lastUsedAt} unset={t('profile.never')} /> }}
                    />
                  </span>
                </p>
              </div>
              <Button
                size="sm"
                variant="subtle"
                leftSection={<Icon name="trash" />}
                aria-label={t('profile.removeOne', { name: `${provider} ${label}` })}
                onClick={() => setLeaving({ id, provider })}
              >
                {t('profile.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.below}>
        <Note kind="bad" live>
          {sentence}
        </Note>
        <div className="row">
          {offered.providers.map(({ id, label }) => (
            <Button key={id} loading={guarded.busy} onClick={() => link(id)}>
              {t('profile.logins.add', { provider: label })}
            </Button>
          ))}
        </div>
      </div>
      <Dialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('profile.logins.remove')}
        actions={
          <>
            <Button variant="danger-filled" onClick={() => leaving && unlink(leaving.id)}>
              {t('profile.remove')}
            </Button>
            <Button variant="subtle" onClick={() => setLeaving(null)}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        }
      >
        <p>{leaving ? t('profile.logins.removeText', { provider: leaving.provider }) : null}</p>
      </Dialog>
      <StillYou ways={ways} guarded={guarded} />
    </>
  );
}
