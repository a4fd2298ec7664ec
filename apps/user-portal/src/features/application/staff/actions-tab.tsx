import type { Application } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CallFailure, Empty, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  ActionCommands,
  ActionState,
  actionText,
  type PlannedAction,
} from '../../../parts/automations/planned-action.tsx';
import classes from './staff.module.css';

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
    return <CallFailure query={{ error, refetch }} what={t('staff.actions.what')} />;
  if (data === undefined) return <LoadingRows rows={6} />;
  const actions = data.pages.flatMap((page) => page.data);
  // The worker has begun by the time that the list is read again.
  const changed = () => {
    void refetch().then(() => top.current?.focus());
    props.onDone();
  };
  if (actions.length === 0)
    return <Empty title={t('staff.actions.none')}>{t('staff.actions.noneText')}</Empty>;
  return (
    <div className={classes.log}>
      <p ref={top} tabIndex={-1} className="small soft" role="status">
        {t('staff.actions.shown', { n: actions.length, place: zonePlace(zone) })}
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

function OneAction(props: { uid: string; action: PlannedAction; zone: string; onChanged: () => void }) {
  const { uid, action, zone, onChanged } = props;
  const by = action.by === null ? null : fullName(action.by);
  return (
    <li>
      <span>
        <DateTime at={action.settledAt ?? action.plannedAt} zone={zone} />
      </span>
      <div>
        <b>{actionText(action)}</b>
        <p className="soft">{t('staff.actions.because', { cause: action.cause })}</p>
        {action.result === null ? null : <p>{action.result}</p>}
        {action.reason === null ? null : <p>{action.reason}</p>}
        {by === null ? null : <p className="soft">{t('staff.actions.by', { name: by })}</p>}
      </div>
      <div className="row">
        <ActionState state={action.state} />
        <ActionCommands uid={uid} action={action} onChanged={onChanged} />
      </div>
    </li>
  );
}
