import type { FinishedReview } from '@clearcall/domain/model/finished-review.ts';
import { BackLink, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { pageCount, pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { Pager } from '@clearcall/ui/kit/table/pager.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MakeCertificate } from './make-certificate.tsx';
import { finishedReviews } from './review-queries.ts';
import classes from './reviews.module.css';

const columns = ['application', 'call', 'step', 'submitted', 'state'] as const;

/** Everything that the reader handed in about applications of others, over all calls. Source: Requirements 2c, 4.1. */
export function FinishedReviews() {
  const { page = 1 } = useSearch({ from: '/signed-in/reviews' });
  const navigate = useNavigate();
  const list = useQuery(finishedReviews(page));
  const { data } = list;
  const go = (wanted: number, replace = false) =>
    void navigate({ to: '/reviews', search: searchOf(wanted), replace, resetScroll: false });

  // An address behind the last page leads to the last one.
  const pages = pageCount(data?.total ?? 0);
  const beyond = data !== undefined && !list.isPlaceholderData && page > Math.max(1, pages);
  useEffect(() => {
    if (beyond) void navigate({ to: '/reviews', search: searchOf(pages), replace: true, resetScroll: false });
  }, [beyond, pages, navigate]);

  return (
    <div className="page">
      <PageHead
        title={t('reviews.title')}
        crumb={<BackLink to="/applications">{t('reviews.back')}</BackLink>}
      >
        <p>{t('reviews.text')}</p>
      </PageHead>
      {list.isError && data === undefined ? (
        <CallFailure error={list.error} what={t('reviews.what')} onRetry={() => void list.refetch()} />
      ) : data?.total === 0 ? (
        <Empty title={t('reviews.empty.title')}>{t('reviews.empty.text')}</Empty>
      ) : (
        <>
          <ReviewTable rows={data?.data} stale={list.isPlaceholderData} />
          <Pager
            page={page}
            total={data?.total}
            onPage={(wanted) => go(wanted)}
            link={(wanted, label, children) => (
              <Link
                to="/reviews"
                search={searchOf(wanted)}
                resetScroll={false}
                aria-label={label}
                activeOptions={{ exact: true }}
              >
                {children}
              </Link>
            )}
          />
          {data === undefined ? null : <MakeCertificate />}
        </>
      )}
    </div>
  );
}

/** The first page is the plain address. */
const searchOf = (page: number): { page?: number } => (page <= 1 ? {} : { page });

function ReviewTable(props: { rows: readonly FinishedReview[] | undefined; stale: boolean }) {
  const { rows } = props;
  return (
    <div aria-busy={props.stale || rows === undefined} data-loading={rows === undefined ? '' : undefined}>
      <TableFrame label={t('reviews.table')} cards className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`reviews.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: pageSize }, (_none, index) => index).map((index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column} data-column={column}>
                      <Bar width="72%" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => <Row key={row.id} row={row} />)}
        </tbody>
      </TableFrame>
    </div>
  );
}

function Row({ row }: { row: FinishedReview }) {
  return (
    <tr>
      <td data-column="application" data-lines="2">
        {row.uid === null ? (
          <span className="muted">{t('reviews.closed')}</span>
        ) : (
          <Link data-id="" to="/applications/$uid" params={{ uid: row.uid }} search={{ assignment: row.id }}>
            {unbroken(row.uid)}
          </Link>
        )}
        {row.projectTitle === null || row.projectTitle === '' ? null : (
          <p className={classes.project} title={row.projectTitle}>
            {row.projectTitle}
          </p>
        )}
      </td>
      <td data-column="call" data-lines="2" title={row.callTitle}>
        <span>{row.callTitle}</span>
      </td>
      <td data-column="step">
        {row.step}
        {row.partition === null ? null : <p className={classes.project}>{row.partition}</p>}
      </td>
      <td data-column="submitted">
        <DateTime at={row.submittedAt} dateOnly />
      </td>
      <td data-column="state">
        {row.released === null ? (
          <span className="muted">-</span>
        ) : row.released ? (
          <Chip tone="ok" icon="eye">
            {t('reviews.released')}
          </Chip>
        ) : (
          <Chip tone="quiet" icon="eye-off">
            {t('reviews.notReleased')}
          </Chip>
        )}
      </td>
    </tr>
  );
}
