import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, read } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScoreColumn, ScoresSearch } from '../../search-params.ts';
import { NotYours } from '../../shell/staff-only.tsx';
import { scoreFilters, scoreTableColumns } from './score-columns.tsx';
import { firstDirection, sortedScores } from './score-rows.ts';
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
    queryFn: read('GET /v2/calls/:callId/scores', {
      params: { callId: id },
      query: search.cutoff === undefined ? {} : { cutoffId: search.cutoff },
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
            {data === undefined ? t('lists.scores.back') : <AuthorText of={data} name="callTitle" />}
          </BackLink>
        ),
        actions: (
          <ExportButtons
            label={t('lists.export.label')}
            fetch={(format) => {
              const cutoffId = data?.cutoffId ?? search.cutoff;
              return callFile('GET /v2/calls/:callId/scores/file', {
                params: { callId: id },
                query: { format, ...(cutoffId === undefined ? {} : { cutoffId }) },
              });
            }}
          />
        ),
        children: (
          <p role="status">{data === undefined ? '\u00a0' : t('lists.scores.count', { n: data.total })}</p>
        ),
      }}
      list={{ ...list, data: rows && { data: rows.slice(0, shown), total: rows.length } }}
      what={t('lists.scores.what')}
      className={classes.table}
      lines={2}
      columns={scoreTableColumns(data, stepId ?? '')}
      filters={scoreFilters(data, stepId, search, go)}
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
