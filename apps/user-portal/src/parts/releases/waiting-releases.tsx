import type { WaitingRelease } from '@clearcall/contract/releases.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { remainingText, timeText } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call, read } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import classes from './releases.module.css';

/** Below the key of the lists: after a change of many applications both are loaded again. */
export const waitingReleasesKey = ['applications', 'waiting-releases'];
const askedEveryMs = 5_000;

/** Query of the releases that can still be stopped: of one application, or of all that the reader deals with. */
export const waitingReleasesOf = (applicationId?: number) => ({
  queryKey: [...waitingReleasesKey, applicationId ?? 'all'],
  queryFn: read('GET /v2/releases/waiting', {
    query: applicationId === undefined ? {} : { applicationId: String(applicationId) },
  }),
});

/**
 * The releases that can still be stopped, undefined until they are loaded: what is drawn below them waits for them.
 * `onChange` is called when one of them took effect or was stopped.
 */
export function useWaitingReleases(of: {
  applicationId?: number;
  enabled: boolean;
  onChange?: () => void;
}): readonly WaitingRelease[] | undefined {
  const { applicationId, enabled, onChange } = of;
  const { data, isError } = useQuery({
    ...waitingReleasesOf(applicationId),
    refetchInterval: askedEveryMs,
    enabled,
  });
  const number = data?.length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    if (number < before.current) onChange?.();
    before.current = number;
  }, [number, onChange]);
  return data ?? (enabled && !isError ? undefined : []);
}

/** Says until when each release can be stopped, and stops it. Source: Requirements 2e, 7.2. */
export function WaitingReleases(props: { waiting: readonly WaitingRelease[]; applicationId?: number }) {
  return props.waiting.map((one) => (
    <div key={`${one.id} ${one.step}`} className={classes.waiting}>
      <One release={one} applicationId={props.applicationId} />
    </div>
  ));
}

function One(props: { release: WaitingRelease; applicationId: number | undefined }) {
  const { release, applicationId } = props;
  const { id, title, dueAt, releasedBy, applications } = release;
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      call('POST /v2/releases/:id/stop', {
        params: { id },
        body: applicationId === undefined ? {} : { applicationId },
      }),
    onSuccess: () => {
      notify({ type: 'success', message: message('parts.release.stopped') });
      focusHeading();
    },
    onSettled: () => client.invalidateQueries({ queryKey: waitingReleasesKey }),
  });
  const time = timeText(dueAt);
  return (
    <Note kind="time">
      <span role="status">
        {quoting(
          applicationId === undefined
            ? t('parts.release.waits', { step: title, time, n: applications })
            : t('parts.release.waitsHere', { step: title, time }),
          quoted(release, 'title'),
        )}{' '}
        {releasedBy === null
          ? t('parts.release.byAutomation')
          : t('parts.release.by', { name: fullName(releasedBy) })}
      </span>{' '}
      <Left until={Date.parse(dueAt)} />{' '}
      <Button size="sm" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('parts.release.stop')}
        <span className="hidden-visually">
          {' '}
          <AuthorText of={release} name="title" />
        </span>
      </Button>
    </Note>
  );
}

/** The time left to stop it. Not read aloud. */
function Left(props: { until: number }) {
  useNow('second');
  const left = remainingText(props.until, workflowNow());
  return left === null ? null : <b className="num">{t('parts.release.left', { left })}</b>;
}
