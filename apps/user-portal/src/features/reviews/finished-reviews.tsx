import type { FinishedReview } from '@clearcall/domain/applications/finished-review.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { MakeCertificate } from './make-certificate.tsx';
import { finishedReviews } from './review-queries.ts';

/** Everything that the reader handed in about applications of others, over all calls. Source: Requirements 2c, 4.1. */
export function FinishedReviews() {
  const search = useSearch({ from: '/signed-in/reviews' });
  const list = useQuery(finishedReviews(search.page ?? 1));
  return (
    <ListPage
      head={{
        title: t('reviews.title'),
        crumb: <BackLink to="/applications">{t('reviews.back')}</BackLink>,
        children: <p>{t('reviews.text')}</p>,
      }}
      label={t('reviews.table')}
      list={list}
      what={t('reviews.what')}
      lines={2}
      columns={columns()}
      search={search}
      empty={<Empty title={t('reviews.empty.title')}>{t('reviews.empty.text')}</Empty>}
    >
      {list.data === undefined || list.data.total === 0 ? null : <MakeCertificate />}
    </ListPage>
  );
}

const columns = (): Column<FinishedReview>[] => [
  {
    key: 'application',
    head: t('reviews.column.application'),
    width: 208,
    grow: 2,
    cell: ({ id, uid, projectTitle }) => (
      <>
        {uid === null ? (
          <span className="muted">{t('reviews.closed')}</span>
        ) : (
          <Link data-id="" to="/applications/$uid" params={{ uid }} search={{ assignment: id }}>
            {unbroken(uid)}
          </Link>
        )}
        <Second title={projectTitle ?? ''}>{projectTitle}</Second>
      </>
    ),
  },
  {
    key: 'call',
    head: t('reviews.column.call'),
    width: 120,
    grow: 3,
    lang: (row) => langOf(row, 'callTitle'),
    cell: ({ callTitle }) => callTitle,
  },
  {
    key: 'step',
    head: t('reviews.column.step'),
    width: 120,
    grow: 3,
    cell: (row) => (
      <>
        <AuthorText of={row} name="step" />
        <Second>{row.partition}</Second>
      </>
    ),
  },
  {
    key: 'submitted',
    head: t('reviews.column.submitted'),
    width: 120,
    card: 'auto / 1',
    cell: ({ submittedAt }) => <DateTime at={submittedAt} dateOnly />,
  },
  {
    key: 'state',
    head: t('reviews.column.state'),
    width: 152,
    card: 'auto / 2',
    cell: ({ released }) =>
      released === null ? null : released ? (
        <Chip tone="ok" icon="eye">
          {t('reviews.released')}
        </Chip>
      ) : (
        <Chip tone="quiet" icon="eye-off">
          {t('reviews.notReleased')}
        </Chip>
      ),
  },
];
