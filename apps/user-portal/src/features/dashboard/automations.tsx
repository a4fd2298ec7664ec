import type { ActionOfAll } from '@clearcall/contract/automations.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { titleChoice } from '@clearcall/ui/kit/list/select-filters.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { TitleCell } from '../../parts/applications/title-cell.tsx';
import {
  ActionCommands,
  ActionState,
  actionName,
  actionText,
} from '../../parts/automations/planned-action.tsx';
import type { AutomationsSearch } from '../../search-params.ts';
import { StaffOnly } from '../../shell/staff-only.tsx';
import classes from './automations.module.css';

/** What the flows of all calls have planned, done and failed to do by themselves. Source: Requirements 2d, 4.3. */
export function AutomationsPage() {
  return (
    <StaffOnly>
      <Automations />
    </StaffOnly>
  );
}

const states = ['failed', 'planned', 'done', 'skipped'] as const;

function Automations() {
  const search = useSearch({ from: '/signed-in/dashboard/automations' });
  const go = useListAddress<AutomationsSearch>();
  const queries = useQueryClient();
  const { state, call: callId, automation } = search;
  const top = useRef<HTMLParagraphElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['applications', 'actions-of-all', search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('GET /v2/applications/actions', {
        query: {
          ...(pageParam === undefined ? {} : { before: String(pageParam) }),
          ...(state === undefined ? {} : { state }),
          ...(callId === undefined ? {} : { callId: String(callId) }),
          ...(automation === undefined ? {} : { automation }),
        },
        signal,
        quiet: true,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap((page) => page.data);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  // The row may no longer be in the list: whoever pressed goes on above it.
  const changed = () =>
    void queries
      .invalidateQueries({ queryKey: ['applications', 'actions-of-all'] })
      .then(() => top.current?.focus());
  return (
    <ListPage
      head={{
        title: t('dashboard.automations.title'),
        crumb: <BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>,
        children: (
          <p ref={top} tabIndex={-1} role="status">
            {first === undefined ? '\u00a0' : t('dashboard.automations.failed', { n: first.failed })}
          </p>
        ),
      }}
      list={{
        data: rows && { data: rows, total: rows.length },
        error: list.error,
        isPlaceholderData: list.isPlaceholderData,
        refetch: list.refetch,
      }}
      what={t('staff.actions.what')}
      lines={2}
      columns={columns(changed)}
      className={classes.table}
      filters={[
        {
          key: 'state',
          label: t('dashboard.late.filter.kind'),
          value: state,
          any: t('dashboard.automations.open'),
          choices: states.map((value) => ({ value, label: t(`staff.actions.state.${value}`) })),
          set: (value) => go({ ...search, state: states.find((one) => one === value) }),
        },
        {
          key: 'call',
          label: t('dashboard.late.filter.call'),
          value: callId,
          any: t('dashboard.late.filter.allCalls'),
          choices: first?.calls.map(titleChoice) ?? [],
          set: (value) =>
            go({ ...search, call: value === undefined ? value : Number(value), automation: undefined }),
        },
        {
          key: 'automation',
          hidesEmpty: true,
          label: t('dashboard.automations.one'),
          value: automation,
          any: t('dashboard.automations.all'),
          choices:
            first?.automations.map((one) => ({
              value: one.id,
              label: t('dashboard.automations.named', { what: actionName(one), id: one.id }),
            })) ?? [],
          set: (value) => go({ ...search, automation: value }),
        },
      ]}
      empty={<Empty title={t('dashboard.automations.none')}>{t('dashboard.automations.noneText')}</Empty>}
      noMatch={
        isFiltered && {
          title: t('dashboard.automations.noMatch'),
          text: t('dashboard.automations.noMatchText'),
          clear: t('dashboard.automations.clear'),
          onClear: () => go({}),
        }
      }
      more={
        list.hasNextPage && {
          label: t('staff.actions.more'),
          isLoading: list.isFetchingNextPage,
          onMore: () => void list.fetchNextPage(),
        }
      }
    />
  );
}

const columns = (changed: () => void): Column<ActionOfAll>[] => [
  {
    key: 'what',
    head: t('dashboard.automations.column.what'),
    width: 144,
    grow: 5,
    card: '1 / 1',
    cell: (row) => (
      <>
        <b>{actionText(row)}</b>
        <Second>{row.automation}</Second>
      </>
    ),
  },
  {
    key: 'id',
    head: t('dashboard.automations.column.id'),
    width: 184,
    grow: 4,
    cell: ({ uid, projectTitle }) => <TitleCell uid={uid} title={projectTitle} search={{ tab: 'actions' }} />,
  },
  {
    key: 'state',
    head: t('dashboard.automations.column.state'),
    width: 112,
    card: '1 / 2',
    cell: (row) => <ActionState state={row.state} />,
  },
  {
    key: 'when',
    head: t('dashboard.automations.column.when'),
    width: 112,
    grow: 2,
    cell: ({ settledAt, plannedAt, timeZone }) => {
      const at = Date.parse(settledAt ?? plannedAt);
      return <DateTime at={at} zone={sameClock(timeZone, readerZone, at) ? undefined : timeZone} />;
    },
  },
  {
    key: 'why',
    head: t('dashboard.automations.column.why'),
    width: 160,
    grow: 9,
    cell: ({ result, reason, cause, by }) => (
      <>
        {result === null ? null : <p>{result}</p>}
        {reason === null ? null : <p>{reason}</p>}
        <Second>{t('staff.actions.because', { cause })}</Second>
        {by === null ? null : <Second>{t('staff.actions.by', { name: fullName(by) })}</Second>}
      </>
    ),
  },
  {
    key: 'action',
    head: t('dashboard.automations.column.action'),
    width: 96,
    grow: 2,
    cell: (row) => (
      <div className={classes.actions}>
        <ActionCommands uid={row.uid} action={row} onChanged={changed} />
      </div>
    ),
  },
];
