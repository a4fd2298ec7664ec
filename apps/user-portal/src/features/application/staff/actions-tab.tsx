import type { Application } from '@clearcall/domain/model/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Actions, carryOut } from './deed-parts.tsx';
import classes from './staff.module.css';

type Action = Reply<'GET /v2/applications/:id/actions'>['data'][number];

const signs = {
  planned: { tone: 'quiet', icon: 'clock' },
  done: { tone: 'ok', icon: 'dial-approved' },
  failed: { tone: 'bad', icon: 'dial-rejected' },
  skipped: { tone: 'quiet', icon: 'dial-minus' },
} as const;

const nameOf = ({ words, step }: Action): string => (step === null ? words : `${words}: ${step}`);

/** What the flow of the call has planned, done and failed to do by itself about an application, the newest first. */
export function ActionsTab(props: { application: Application; onDone: () => void }) {
  const { uid } = props.application;
  const zone = props.application.call.timeZone;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['applications', 'actions', uid],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /v2/applications/:id/actions', {
        params: { id: uid },
        query: pageParam === undefined ? {} : { before: String(pageParam) },
        quiet: true,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const top = useRef<HTMLParagraphElement>(null);
  if (error !== null && data === undefined)
    return <CallFailure error={error} what={t('staff.actions.what')} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows rows={6} />;
  const actions = data.pages.flatMap((page) => page.data);
  // The worker has begun by the time that the list is read again.
  const changed = () => {
    void refetch().then(() => top.current?.focus());
    props.onDone();
  };
  return (
    <div className={classes.log}>
      <p ref={top} tabIndex={-1} className="small soft" role="status">
        {actions.length === 0
          ? t('staff.actions.none')
          : t('staff.log.shown', { n: actions.length, place: zonePlace(zone) })}
      </p>
      <ol>
        {actions.map((action) => (
          <OneAction key={action.id} uid={uid} action={action} zone={zone} onChanged={changed} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('staff.actions.more')}
        </Button>
      ) : null}
    </div>
  );
}

function OneAction(props: { uid: string; action: Action; zone: string; onChanged: () => void }) {
  const { uid, action, zone, onChanged } = props;
  const [skipping, setSkipping] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const params = { id: uid, actionId: action.id };
  const what = nameOf(action);
  const act = async (send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    const done = await carryOut(send);
    setBusy(false);
    setSkipping(false);
    if (done) notify(noticeTexts.changesSaved);
    onChanged();
  };
  const retry = () =>
    act(() => call('POST /v2/applications/:id/actions/:actionId/retry', { params, body: {} }));
  const skip = () => {
    if (reason.trim() === '') return setMissing(true);
    void act(() => call('POST /v2/applications/:id/actions/:actionId/skip', { params, body: { reason } }));
  };
  const { tone, icon } = signs[action.state];
  const by = action.by === null ? null : `${action.by.firstName} ${action.by.lastName}`;
  return (
    <li>
      <span>
        <DateTime at={action.settledAt ?? action.plannedAt} zone={zone} />
      </span>
      <div>
        <b>{what}</b>
        <p className="soft">{t('staff.actions.because', { cause: action.cause })}</p>
        {action.result === null ? null : <p>{action.result}</p>}
        {action.reason === null ? null : <p>{action.reason}</p>}
        {by === null ? null : <p className="soft">{t('staff.actions.by', { name: by })}</p>}
      </div>
      <div className="row">
        <Chip tone={tone} icon={icon}>
          {t(`staff.actions.state.${action.state}`)}
        </Chip>
        {action.state === 'failed' || action.state === 'skipped' ? (
          <Button
            size="sm"
            loading={busy}
            aria-label={t('staff.actions.retryOf', { what })}
            onClick={() => void retry()}
          >
            {t('staff.actions.retry')}
          </Button>
        ) : null}
        {action.state === 'failed' || action.state === 'planned' ? (
          <Button
            size="sm"
            variant="subtle"
            aria-label={t('staff.actions.skipOf', { what })}
            onClick={() => setSkipping(true)}
          >
            {t('staff.actions.skip')}
          </Button>
        ) : null}
      </div>
      <Dialog
        opened={skipping}
        onClose={() => setSkipping(false)}
        title={t('staff.actions.skipTitle')}
        actions={
          <Actions
            verb={t('staff.actions.skip')}
            busy={busy}
            onSend={skip}
            onClose={() => setSkipping(false)}
          />
        }
      >
        <p>{what}</p>
        <AreaField
          label={t('staff.actions.reason')}
          data-autofocus
          error={missing ? t('refusals.reason_needed') : null}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Dialog>
    </li>
  );
}
