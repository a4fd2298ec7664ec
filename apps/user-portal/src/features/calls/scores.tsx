import type { ScoredApplication, ScoreTable } from '@clearcall/domain/applications/score-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import type { SelectFilter } from '@clearcall/ui/kit/list/select-filters.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { call, callFile } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type ScoreColumn, type ScoresSearch, scoreColumns } from '../../search-params.ts';
import { NotYours } from '../../shell/staff-only.tsx';
import { firstDirection, scoresIn, sortedScores } from './score-rows.ts';
import classes from './scores.module.css';

const rowsAtOnce = 100;

/** The applications of a cut-off side by side: scores, spread, rank, requests and decisions. */
export function ScoresPage() {
  const { id } = useParams({ from: '/signed-in/calls/$id/scores' });
  const search = useSearch({ from: '/signed-in/calls/$id/scores' });
  const go = useListAddress<ScoresSearch>();
  const [shown, setShown] = useState(rowsAtOnce);
  const list = useQuery({
    queryKey: ['applications', 'scores', id, search.cutoff],
    queryFn: ({ signal }) =>
      call('GET /v2/calls/:callId/scores', {
        params: { callId: id },
        query: search.cutoff === undefined ? {} : { cutoffId: search.cutoff },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = list;
  if (error instanceof CallError && error.status === 403)
    return <NotYours title={t('lists.scores.notYours')} />;
  const stepId = data?.steps.find((step) => step.id === search.step)?.id ?? data?.steps[0]?.id;
  const column = search.order ?? 'mean';
  const direction = search.direction ?? firstDirection(column);
  // Without a step there are no scores, and nothing is listed.
  const rows = data && (stepId === undefined ? [] : sortedScores(data.data, stepId, { column, direction }));
  const left = (rows?.length ?? 0) - shown;
  return (
    <ListPage
      head={{
        title: t('lists.scores.title'),
        crumb: (
          <BackLink to="/calls/$id" params={{ id }}>
            {data?.callTitle ?? t('lists.scores.back')}
          </BackLink>
        ),
        actions:
          data === undefined ? undefined : (
            <ExportButtons
              label={t('lists.export.label')}
              text={(format) => t('lists.scores.download', { format })}
              fetch={(format) =>
                callFile('GET /v2/calls/:callId/scores/file', {
                  params: { callId: id },
                  query: { format, ...(data.cutoffId === null ? {} : { cutoffId: data.cutoffId }) },
                })
              }
            />
          ),
        children: (
          <p role="status">{data === undefined ? '\u00a0' : t('lists.scores.count', { n: data.total })}</p>
        ),
      }}
      list={{ ...list, data: rows && { data: rows.slice(0, shown), total: rows.length } }}
      what={t('lists.scores.what')}
      className={classes.table}
      columns={columns(data, stepId ?? '')}
      filters={filters(data, stepId, search, go)}
      order={{
        column,
        direction,
        onSort: (order, next) => go({ ...search, order: order as ScoreColumn, direction: next }),
      }}
      note={
        data !== undefined && data.total > data.data.length ? (
          <p>{t('lists.scores.capped', { shown: data.data.length, n: data.total })}</p>
        ) : null
      }
      empty={<Empty title={t('lists.scores.none')}>{t('lists.scores.noneText')}</Empty>}
      more={
        left > 0 && {
          label: t('lists.scores.more', { n: Math.min(left, rowsAtOnce) }),
          isLoading: false,
          onMore: () => setShown(shown + rowsAtOnce),
        }
      }
    />
  );
}

const titles = {
  id: 'lists.column.id',
  mean: 'lists.scores.average',
  spread: 'lists.scores.spread',
  reviews: 'lists.scores.reviews',
  rank: 'lists.scores.rank',
} as const satisfies Record<ScoreColumn, string>;

function filters(
  table: ScoreTable | undefined,
  stepId: string | undefined,
  search: ScoresSearch,
  go: (search: ScoresSearch) => void,
): SelectFilter[] {
  return [
    {
      key: 'cutoff',
      label: t('lists.scores.cutoff'),
      value: table?.cutoffId ?? undefined,
      choices:
        table?.cutoffs.map(({ id, end }) => ({
          value: id,
          label: end === null ? t('lists.scores.openEnd') : dateText(end, table.timeZone),
        })) ?? [],
      set: (value) => go({ ...search, cutoff: Number(value) }),
    },
    {
      key: 'step',
      label: t('lists.scores.step'),
      value: stepId,
      hidesEmpty: true,
      choices:
        table === undefined || table.steps.length < 2
          ? []
          : table.steps.map(({ id, title }) => ({ value: id, label: title })),
      set: (value) => go({ ...search, step: value }),
    },
    {
      key: 'order',
      label: t('lists.drawer.sortBy'),
      value: search.order ?? 'mean',
      isForNarrow: true,
      choices: scoreColumns.map((value) => ({ value, label: t(titles[value]) })),
      set: (value) =>
        go({
          ...search,
          order: scoreColumns.find((column) => column === value),
          direction: undefined,
        }),
    },
  ];
}

const numberOrNone = (value: string | null) => (value === null ? null : numberText(value));

/** A column of numbers that the table can be sorted by. */
const numbers = (
  key: ScoreColumn,
  cell: Column<ScoredApplication>['cell'],
  card: Pick<Column<ScoredApplication>, 'card' | 'label'> = { label: t(titles[key]) },
): Column<ScoredApplication> => ({
  key,
  head: t(titles[key]),
  align: 'right',
  sort: firstDirection(key),
  cell,
  ...card,
});

const columns = (table: ScoreTable | undefined, stepId: string): Column<ScoredApplication>[] => [
  {
    key: 'id',
    head: t(titles.id),
    sort: firstDirection('id'),
    card: '1 / 1',
    cell: ({ uid, title, pi }) => (
      <>
        <Link data-id="" to="/applications/$uid" params={{ uid }}>
          {unbroken(uid)}
        </Link>
        <Second title={title}>{title}</Second>
        <Second>{pi}</Second>
      </>
    ),
  },
  {
    key: 'scores',
    head: t('lists.scores.scores'),
    align: 'right',
    cell: (row) => scoresIn(row, stepId).values.map(numberText).join(' · '),
  },
  numbers(
    'mean',
    (row) => {
      const mean = numberOrNone(scoresIn(row, stepId).mean);
      return mean === null ? null : <b>{mean}</b>;
    },
    { card: '1 / 2' },
  ),
  numbers('spread', (row) => numberOrNone(scoresIn(row, stepId).spread)),
  numbers('reviews', (row) => {
    const { values, needed } = scoresIn(row, stepId);
    return t('lists.scores.inOf', { n: values.length, needed });
  }),
  numbers('rank', ({ rank }) => numberOrNone(rank)),
  {
    key: 'asked',
    head: t('lists.scores.asked', { unit: table?.unit ?? '' }),
    cell: ({ asked }) => (
      <ul>
        {asked.map(({ partitionId, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a partition may be asked for twice, and nothing moves
          <li key={at}>
            {table?.partitions[partitionId] ?? partitionId}
            {amount === null ? '' : unbroken(` ${numberText(amount)}`)}
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'decision',
    head: t('lists.column.decision'),
    cell: ({ decisions }) =>
      decisions.length === 0 ? null : (
        <ul>
          {decisions.map(({ partition, outcome }) => (
            <li key={partition}>
              {t('lists.export.decided', { partition, decided: message(`lists.decision.${outcome}`) })}
            </li>
          ))}
        </ul>
      ),
  },
];
