import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import formClasses from '../kit/field/field.module.css';
import { Icon } from '../kit/icon.tsx';
import { noticeTexts } from '../kit/state/notice-texts.ts';
import { notify } from '../kit/state/notices.ts';
import { CallFailure, LoadingRows } from '../kit/state/page-states.tsx';
import { RichText } from '../kit/text/rich-text.tsx';
import { t } from '../kit/text/translate.ts';
import { DateTime } from '../kit/time/date-time.tsx';
import { call, type Reply, read } from '../session/call.ts';
import { Part } from './part.tsx';
import classes from './sessions-section.module.css';

type Session = Reply<'GET /users/sessions'>[number];

/** More than these are folded: whoever logs in every day from one place has a row for each. */
const shownFirst = 5;

/** Where one is logged in, and the way to log out elsewhere: one session by itself, or all but this one. */
export function SessionsSection() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: read('GET /users/sessions'),
    staleTime: 0,
  });
  const endOthers = useMutation({
    mutationFn: () => call('DELETE /users/sessions'),
    onSuccess: () => notify(noticeTexts.otherSessionsEnded),
    onSettled: () => void sessions.refetch(),
  });
  const [unfolded, setUnfolded] = useState(false);
  const shown = unfolded ? Number.POSITIVE_INFINITY : shownFirst;
  const others = (sessions.data ?? []).filter(({ current }) => !current);
  // This one first: it must not be folded away.
  const sorted = [...(sessions.data ?? []).filter(({ current }) => current), ...others];

  return (
    <Part title={t('profile.sessions.title')} id="sessions" hint={t('profile.sessions.hint')}>
      <div className={formClasses.full}>
        {sessions.isError ? (
          <CallFailure query={sessions} what={t('profile.what.sessions')} />
        ) : sessions.isPending ? (
          <LoadingRows rows={2} height={64} label={t('profile.loading.sessions')} />
        ) : (
          <>
            <ul className={classes.list} aria-label={t('profile.sessions.name')}>
              {sorted.slice(0, shown).map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void sessions.refetch()} />
              ))}
            </ul>
            <div className={`row ${classes.all}`}>
              <Button
                disabled={others.length === 0}
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate()}
                aria-describedby="others"
              >
                {t('profile.sessions.endOthers')}
              </Button>
              <span id="others" className="small soft">
                {others.length === 0 ? t('profile.sessions.nowhere') : ''}
              </span>
              {sorted.length > shown ? (
                <Button variant="subtle" onClick={() => setUnfolded(true)}>
                  {t('profile.sessions.all', { n: sorted.length })}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </div>
    </Part>
  );
}

function SessionRow(props: { session: Session; onEnd: () => void }) {
  const { id, device, app, openedAt, lastUsedAt, current } = props.session;
  const browser = device === '' ? t('profile.sessions.unknown') : device;
  const name = app === 'admin_portal' ? t('profile.sessions.inAdmin', { browser }) : browser;
  const end = useMutation({
    mutationFn: () => call('DELETE /users/sessions/:id', { params: { id } }),
    onSuccess: () => notify(noticeTexts.sessionEnded),
    onSettled: props.onEnd,
  });
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>
          {current ? <span className={classes.here}>{t('profile.sessions.this')}</span> : null}
        </p>
        <p className="small soft">
          <span className="nowrap">
            <RichText id="profile.sessions.since" parts={{ time: () => <DateTime at={openedAt} /> }} />
          </span>{' '}
          <span className="nowrap">
            <RichText id="profile.lastUsed" parts={{ time: () => <DateTime at={lastUsedAt} /> }} />
          </span>
        </p>
      </div>
      {current ? null : (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Icon name="logout" />}
          aria-label={t('profile.sessions.endOne', { name })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('profile.sessions.end')}
        </Button>
      )}
    </li>
  );
}
