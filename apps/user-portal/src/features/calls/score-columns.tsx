import type { ScoredApplication, ScoreTable } from '@clearcall/domain/applications/score-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { type SelectFilter, titleChoice } from '@clearcall/ui/kit/list/select-filters.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { ApplicationLink } from '../../parts/applications/title-cell.tsx';
import { type ScoreColumn, type ScoresSearch, scoreColumns } from '../../search-params.ts';
import { firstDirection, scoresIn } from './score-rows.ts';

const titles = {
  id: 'lists.column.id',
  mean: 'lists.scores.average',
  spread: 'lists.scores.spread',
  reviews: 'lists.scores.reviews',
  rank: 'lists.scores.rank',
} as const satisfies Record<ScoreColumn, string>;

/** The filters of a table of scores: its cut-off, step and, on narrow screens, order. */
export function scoreFilters(
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
      choices: table === undefined || table.steps.length < 2 ? [] : table.steps.map(titleChoice),
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

type Decision = ScoredApplication['decisions'][number];

/** The partitions of an application, requested ones first, so that requests and decisions are side by side. */
function linesOf({ asked, decisions }: ScoredApplication, table: ScoreTable | undefined) {
  const requested = asked.map(({ partitionId, amount }) => {
    const partition = table?.partitions[partitionId] ?? partitionId;
    return {
      partition,
      amount,
      isAsked: true,
      decision: decisions.find((one) => one.partition === partition),
    };
  });
  const others = decisions.filter(({ partition }) => requested.every((one) => one.partition !== partition));
  return [
    ...requested,
    ...others.map((decision) => ({ partition: decision.partition, amount: null, isAsked: false, decision })),
  ];
}

function decisionText(partition: string, { outcome, amount }: Decision): string {
  const decided = message(`lists.decision.${outcome}`);
  return amount === null
    ? t('lists.export.decided', { partition, decided })
    : t('lists.export.awarded', { partition, decided, amount: numberText(amount) });
}

/** The columns of a table of scores. */
export const scoreTableColumns = (
  table: ScoreTable | undefined,
  stepId: string,
): Column<ScoredApplication>[] => [
  {
    key: 'id',
    head: t(titles.id),
    sort: firstDirection('id'),
    card: '1 / 1',
    cell: ({ uid, title, pi }) => (
      <>
        <ApplicationLink uid={uid}>{uid}</ApplicationLink> <span className="soft">{pi}</span>
        <Second title={title}>{title}</Second>
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
  numbers(
    'reviews',
    (row) => {
      const { values, needed } = scoresIn(row, stepId);
      return t('lists.scores.inOf', { n: values.length, needed });
    },
    {},
  ),
  // Each panel ranks its own applications. Staff, the committee and people of a panel see panels.
  ...(table?.data.some(({ panel }) => panel !== null)
    ? [{ key: 'panel', head: t('lists.scores.panel'), cell: ({ panel }: ScoredApplication) => panel }]
    : []),
  numbers('rank', ({ rank }) => numberOrNone(rank)),
  {
    key: 'asked',
    head: t('lists.scores.asked', { unit: table?.unit ?? '' }),
    cell: (row) => (
      <ul>
        {linesOf(row, table).map(({ partition, amount, isAsked }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a partition may be asked for twice, and nothing moves
          <li key={at}>
            {isAsked ? partition : '-'}
            {amount === null ? '' : unbroken(` ${numberText(amount)}`)}
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'decision',
    head: t('lists.column.decision'),
    cell: (row) =>
      row.decisions.length === 0 ? null : (
        <ul>
          {linesOf(row, table).map(({ partition, decision }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a partition may be asked for twice, and nothing moves
            <li key={at}>{decision === undefined ? '-' : decisionText(partition, decision)}</li>
          ))}
        </ul>
      ),
  },
];
