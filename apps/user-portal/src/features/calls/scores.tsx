import type { ScoredApplication, ScoreTable } from '@clearcall/domain/model/score-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { BackLink, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, Empty, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { SortButton, TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { call, callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Fragment, useId, useState } from 'react';
import { type ScoreColumn, type ScoresSearch, scoreColumns } from '../../search-params.ts';
import { StaffOnly } from '../../shell/staff-only.tsx';
import { firstDirection, scoresIn, sortedScores } from './score-rows.ts';
import classes from './scores.module.css';

const rowsAtOnce = 100;

/** The applications of a cut-off side by side: scores, spread, rank, requests and decisions. */
export function ScoresPage() {
  return (
    <StaffOnly>
      <Scores />
    </StaffOnly>
  );
}

function Scores() {
  const { id } = useParams({ from: '/signed-in/calls/$id/scores' });
  const search = useSearch({ from: '/signed-in/calls/$id/scores' });
  const navigate = useNavigate();
  const go = (next: ScoresSearch) =>
    void navigate({ to: '/calls/$id/scores', params: { id }, search: next, resetScroll: false });
  const { data, error, refetch } = useQuery({
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
  const stepId = data?.steps.find((step) => step.id === search.step)?.id ?? data?.steps[0]?.id;
  return (
    <div className="page">
      <PageHead
        title={t('lists.scores.title')}
        crumb={
          <BackLink to="/calls/$id" params={{ id }}>
            {data?.callTitle ?? t('lists.scores.back')}
          </BackLink>
        }
        actions={data === undefined ? undefined : <Downloads callId={id} cutoffId={data.cutoffId} />}
      >
        <p role="status">{data === undefined ? '\u00a0' : t('lists.scores.count', { n: data.total })}</p>
      </PageHead>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={8} />
        ) : (
          <CallFailure error={error} what={t('lists.scores.what')} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Choices table={data} search={search} stepId={stepId} go={go} />
          {data.total > data.data.length ? (
            <p>{t('lists.scores.capped', { shown: data.data.length, n: data.total })}</p>
          ) : null}
          {stepId === undefined || data.data.length === 0 ? (
            <Empty title={t('lists.scores.none')}>{t('lists.scores.noneText')}</Empty>
          ) : (
            <Rows table={data} stepId={stepId} search={search} go={go} />
          )}
        </>
      )}
    </div>
  );
}

function Downloads(props: { callId: string; cutoffId: number | null }) {
  const fetching = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      callFile('GET /v2/calls/:callId/scores/file', {
        params: { callId: props.callId },
        query: { format, ...(props.cutoffId === null ? {} : { cutoffId: props.cutoffId }) },
      }),
    onSuccess: saveFile,
  });
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      size="sm"
      leftSection={<Icon name="download" />}
      loading={fetching.isPending && fetching.variables === format}
      onClick={() => fetching.mutate(format)}
    >
      {t('lists.scores.download', { format: format.toUpperCase() })}
    </Button>
  ));
}

const titles = {
  id: 'lists.column.id',
  mean: 'lists.scores.average',
  spread: 'lists.scores.spread',
  reviews: 'lists.scores.reviews',
  rank: 'lists.scores.rank',
} as const satisfies Record<ScoreColumn, string>;

function Choices(props: {
  table: ScoreTable;
  search: ScoresSearch;
  stepId: string | undefined;
  go: (search: ScoresSearch) => void;
}) {
  const { table, search, go } = props;
  const id = useId();
  return (
    <search className={classes.choices}>
      <label htmlFor={`${id}:cutoff`}>
        <span>{t('lists.scores.cutoff')}</span>
        <ListSelect
          id={`${id}:cutoff`}
          value={table.cutoffId ?? ''}
          onChange={(event) => go({ ...search, cutoff: Number(event.target.value) })}
        >
          {table.cutoffs.map(({ id: cutoffId, end }) => (
            <option key={cutoffId} value={cutoffId}>
              {end === null ? t('lists.scores.openEnd') : dateText(end, table.timeZone)}
            </option>
          ))}
        </ListSelect>
      </label>
      {table.steps.length > 1 ? (
        <label htmlFor={`${id}:step`}>
          <span>{t('lists.scores.step')}</span>
          <ListSelect
            id={`${id}:step`}
            value={props.stepId}
            onChange={(event) => go({ ...search, step: event.target.value })}
          >
            {table.steps.map((step) => (
              <option key={step.id} value={step.id}>
                {step.title}
              </option>
            ))}
          </ListSelect>
        </label>
      ) : null}
      {/* The head of the table sorts it, where there is room for one. */}
      <label htmlFor={`${id}:order`} className="only-narrow">
        <span>{t('lists.drawer.sortBy')}</span>
        <ListSelect
          id={`${id}:order`}
          value={search.order ?? 'mean'}
          onChange={(event) => {
            const order = scoreColumns.find((column) => column === event.target.value);
            const { direction: _direction, ...rest } = search;
            if (order !== undefined) go({ ...rest, order });
          }}
        >
          {scoreColumns.map((column) => (
            <option key={column} value={column}>
              {t(titles[column])}
            </option>
          ))}
        </ListSelect>
      </label>
    </search>
  );
}

function Rows(props: {
  table: ScoreTable;
  stepId: string;
  search: ScoresSearch;
  go: (search: ScoresSearch) => void;
}) {
  const { table, stepId, search, go } = props;
  const [shown, setShown] = useState(rowsAtOnce);
  const column = search.order ?? 'mean';
  const direction = search.direction ?? firstDirection(column);
  const rows = sortedScores(table.data, stepId, { column, direction });
  const left = rows.length - shown;
  const press = (wanted: ScoreColumn) =>
    go({
      ...search,
      order: wanted,
      direction: wanted !== column ? firstDirection(wanted) : direction === 'ASC' ? 'DESC' : 'ASC',
    });
  const head = (name: ScoreColumn) => (
    <th
      scope="col"
      data-column={name}
      data-align={name === 'id' ? undefined : 'right'}
      aria-sort={name !== column ? undefined : direction === 'ASC' ? 'ascending' : 'descending'}
    >
      <SortButton
        title={t(titles[name])}
        ascending={name === column ? direction === 'ASC' : undefined}
        onClick={() => press(name)}
      />
    </th>
  );
  const [idColumn, ...numbers] = scoreColumns;
  return (
    <>
      <TableFrame label={t('lists.scores.title')} cards className={classes.table}>
        <thead>
          <tr>
            {head(idColumn)}
            <th scope="col" data-column="scores" data-align="right">
              {t('lists.scores.scores')}
            </th>
            {numbers.map((name) => (
              <Fragment key={name}>{head(name)}</Fragment>
            ))}
            <th scope="col" data-column="asked">
              {t('lists.scores.asked', { unit: table.unit })}
            </th>
            <th scope="col" data-column="decision">
              {t('lists.column.decision')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <Row key={row.id} row={row} stepId={stepId} partitions={table.partitions} />
          ))}
        </tbody>
      </TableFrame>
      {left > 0 ? (
        <p className={classes.more}>
          <Button onClick={() => setShown(shown + rowsAtOnce)}>
            {t('lists.scores.more', { n: Math.min(left, rowsAtOnce) })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

const none = <span className="muted">-</span>;
const numberOrNone = (value: string | null) => (value === null ? none : numberText(value));

function Row(props: {
  row: ScoredApplication;
  stepId: string;
  partitions: Readonly<Record<string, string>>;
}) {
  const { row } = props;
  const { values, needed, mean, spread } = scoresIn(row, props.stepId);
  return (
    <tr>
      <td data-column="id">
        <Link data-id="" to="/applications/$uid" params={{ uid: row.uid }}>
          {unbroken(row.uid)}
        </Link>
        <span className={classes.second} title={row.title}>
          {row.title}
        </span>
        <span className={classes.second}>{row.pi}</span>
      </td>
      <td data-column="scores" data-align="right" data-empty={values.length === 0 ? '' : undefined}>
        {values.length === 0 ? none : values.map(numberText).join(' · ')}
      </td>
      <td data-column="mean" data-align="right">
        <b>{numberOrNone(mean)}</b>
      </td>
      <td data-column="spread" data-align="right" data-label={t('lists.scores.spread')}>
        {numberOrNone(spread)}
      </td>
      <td data-column="reviews" data-align="right" data-label={t('lists.scores.reviews')}>
        {t('lists.scores.inOf', { n: values.length, needed })}
      </td>
      <td data-column="rank" data-align="right" data-label={t('lists.scores.rank')}>
        {numberOrNone(row.rank)}
      </td>
      <td data-column="asked">
        <ul>
          {row.asked.map(({ partitionId, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a partition may be asked for twice, and nothing moves
            <li key={at}>
              {props.partitions[partitionId] ?? partitionId}
              {amount === null ? '' : unbroken(` ${numberText(amount)}`)}
            </li>
          ))}
        </ul>
      </td>
      <td data-column="decision" data-empty={row.decisions.length === 0 ? '' : undefined}>
        {row.decisions.length === 0 ? (
          none
        ) : (
          <ul>
            {row.decisions.map(({ partition, outcome }) => (
              <li key={partition}>
                {t('lists.export.decided', { partition, decided: message(`lists.decision.${outcome}`) })}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
