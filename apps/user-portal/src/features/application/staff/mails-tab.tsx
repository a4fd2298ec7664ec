import type { SentMail } from '@clearcall/contract/letters.ts';
import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import type { IconName } from '@clearcall/ui/kit/icon.tsx';
import { CallFailure, Empty, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import classes from './staff.module.css';

const tones = {
  planned: { tone: 'quiet', icon: 'clock' },
  sent: { tone: 'ok', icon: 'dial-submitted' },
  failed: { tone: 'bad', icon: 'warning' },
  dropped: { tone: 'quiet', icon: 'ring' },
  stopped: { tone: 'quiet', icon: 'ring' },
} as const satisfies Record<SentMail['state'], { tone: string; icon: IconName }>;

/** The mails that followed from what happened to an application, the newest first. Source: Requirements 2e, 6.1. */
export function MailsTab(props: { application: Application }) {
  const { uid, call: ofCall } = props.application;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['applications', 'mails', uid],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /v2/applications/:id/mails', {
        params: { id: uid },
        query: { ...(pageParam === undefined ? {} : { before: pageParam }) },
        quiet: true,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (error !== null && data === undefined)
    return <CallFailure query={{ error, refetch }} what={t('staff.mails.what')} />;
  if (data === undefined) return <LoadingRows rows={6} />;
  const mails = data.pages.flatMap((page) => page.data);
  if (mails.length === 0) return <Empty title={t('staff.mails.none')}>{t('staff.mails.noneText')}</Empty>;
  return (
    <div className={classes.log}>
      <ol aria-label={t('staff.tab.mails')}>
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} zone={ofCall.timeZone} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('staff.mails.more')}
        </Button>
      ) : null}
    </div>
  );
}

function Mail(props: { mail: SentMail; zone: string }) {
  const { mail, zone } = props;
  const { tone, icon } = tones[mail.state];
  return (
    <li>
      <span>
        <DateTime at={mail.sentAt ?? mail.plannedAt} zone={zone} />
      </span>
      <div>
        <b>{mail.subject ?? t('staff.mails.unwritten')}</b>
        <p className="soft">{mail.recipient}</p>
        {mail.goesAt === null ? null : (
          <p className="small">
            {t('staff.mails.goes')} <DateTime at={mail.goesAt} zone={zone} />
          </p>
        )}
        {mail.error === null ? null : (
          <p className="small">{t('staff.mails.error', { error: mail.error })}</p>
        )}
      </div>
      <span>
        <Chip tone={tone} icon={icon}>
          {t(`staff.mails.state.${mail.state}`)}
        </Chip>
      </span>
    </li>
  );
}
