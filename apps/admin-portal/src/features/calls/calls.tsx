import { callStanding } from '@clearcall/domain/calls/archive-call.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { folded } from '@clearcall/domain/values/folded.ts';
import { ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import selects from '@clearcall/ui/kit/field/list-select.module.css';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { PlannedNote } from '../../parts/calls/planned-note.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { Checks, type Counts } from './call-checks.tsx';
import { CallChip } from './call-chip.tsx';
import { CallMenu } from './call-menu.tsx';
import classes from './calls.module.css';
import { allCalls, type CallRow, callChecks } from './calls-queries.ts';
import type { CallsSearch } from './calls-search.ts';
import { summaryText } from './calls-summary.ts';
import { listSpan } from './cutoff-ticks.ts';
import { CutoffRow, MonthHead } from './month-grid.tsx';
import { type MonthScale, monthScale } from './month-scale.ts';
import { StartCall } from './new/start-call.tsx';

/** The list of calls with their cut-offs on one grid of months. */
export function Calls() {
  const search = useSearch({ from: '/signed-in/calls' });
  const navigate = useNavigate();
  const go = useListAddress<CallsSearch>();
  const list = useQuery(allCalls);
  const counted = useQuery({
    ...callChecks,
    refetchInterval: ({ state }) => (state.data?.more === true ? 1_000 : false),
  }).data?.data;
  const checks = counted && new Map(counted.map((counts: Counts) => [counts.id, counts]));
  const blocked = counted?.filter(({ errors }: Counts) => errors > 0).length ?? 0;
  const [copied, copy] = useState<number>();
  const { timeZone } = useOrganisation();
  const nowMs = useNow();
  const stateId = useId();
  const mayChange = hasRight(useUser().role, 'change_calls');
  const scale = monthScale(...listSpan(nowMs), timeZone);
  const shown = list.data?.filter((call: CallRow) => isShown(call, search));
  const isFiltered = search.search !== undefined || search.state !== undefined;
  const hasCalls = list.data !== undefined && list.data.length > 0;
  return (
    <ListPage
      head={{
        title: t('setup.title'),
        actions: mayChange ? (
          <ButtonAnchor variant="filled" href="#start" leftSection={<Icon name="plus" />}>
            {t('setup.newcall.add')}
          </ButtonAnchor>
        ) : null,
        children: (
          <p className={classes.summary}>
            {summaryText(list.data ?? [])}
            {list.data === undefined || blocked === 0 ? null : (
              <strong className={classes.blocked}> {t('setup.newcall.blocked', { n: blocked })}</strong>
            )}
          </p>
        ),
      }}
      list={{ ...list, data: shown && { data: shown, total: shown.length } }}
      what={t('setup.what')}
      columns={columns({ scale, nowMs, zone: timeZone, checks, copy })}
      lines={2}
      className={classes.calls}
      marks={({ standing }) => ({
        'data-draft': standing === 'draft' ? '' : undefined,
        'data-over': standing === 'closed' || standing === 'archived' ? '' : undefined,
      })}
      open={({ id }) => void navigate({ to: '/calls/$id', params: { id: String(id) } })}
      searchField={{
        label: t('setup.find'),
        value: search.search ?? '',
        onSearch: (content) => {
          const { search: _search, ...rest } = search;
          go(content === '' ? rest : { ...rest, search: content }, true);
        },
      }}
      count={shown === undefined ? undefined : t('setup.count', { n: shown.length })}
      buttons={
        <label className={`${selects.role} ${classes.state}`} htmlFor={stateId}>
          {t('setup.state')}
          <ListSelect
            id={stateId}
            value={search.state ?? ''}
            onChange={(event) => {
              const { state: _state, ...rest } = search;
              const state = callStanding.find((one) => one === event.currentTarget.value);
              go(state === undefined ? rest : { ...rest, state });
            }}
          >
            <option value="">{t('setup.state.any')}</option>
            {callStanding.map((value) => (
              <option key={value} value={value}>
                {stateText(value)}
              </option>
            ))}
          </ListSelect>
        </label>
      }
      empty={<Empty title={t('setup.empty')}>{t('setup.emptyText')}</Empty>}
      noMatch={
        (isFiltered || hasCalls) && {
          title: t('setup.noMatch'),
          text: t('setup.noMatchText'),
          clear: t('admin.people.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    >
      {shown === undefined || shown.length === 0 ? null : (
        <p className={`small soft ${classes.legend}`}>{t('setup.legend')}</p>
      )}
      {mayChange ? <StartCall calls={list.data ?? []} copied={copied} choose={copy} /> : null}
    </ListPage>
  );
}

const stateText = (standing: CallRow['standing']): string =>
  standing === 'archived'
    ? t('setup.state.archived')
    : standing === 'draft'
      ? t('parts.status.draft')
      : t(`frame.status.${standing}`);

/** Whether a call has the wanted state, and each word of the search in its code, title or round. */
function isShown(call: CallRow, { search = '', state }: CallsSearch): boolean {
  if (state === undefined ? call.standing === 'archived' : call.standing !== state) return false;
  const text = folded(`${call.code} ${call.title} ${call.year} ${call.number}`);
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface Drawn {
  scale: MonthScale;
  nowMs: number;
  zone: string;
  /** Absent until they are loaded. */
  checks: ReadonlyMap<number, Counts> | undefined;
  /** Leads to the copy of a call. */
  copy: (id: number) => void;
}

const columns = ({ scale, nowMs, zone, checks, copy }: Drawn): Column<CallRow>[] => [
  {
    key: 'code',
    head: t('admin.field.code'),
    width: 104,
    drop: 2,
    card: '1 / 1',
    cell: ({ code, number, year }) => (
      <>
        {code}
        <Second>{t('setup.round', { number, year: String(year) })}</Second>
      </>
    ),
  },
  {
    key: 'title',
    head: t('admin.field.title'),
    width: 200,
    grow: 2,
    card: '2 / 1 / 3 / -1',
    cell: (call) => (
      <>
        <Link data-id="" to="/calls/$id" params={{ id: String(call.id) }} lang={langOf(call, 'title')}>
          {call.title}
        </Link>
        {call.planned === null ? null : (
          <Second>
            <PlannedNote call={call} small />
          </Second>
        )}
      </>
    ),
  },
  {
    key: 'state',
    head: t('setup.state'),
    width: 156,
    card: '1 / 2',
    cell: ({ standing }) => <CallChip standing={standing} />,
  },
  {
    key: 'version',
    head: t('setup.version'),
    width: 110,
    drop: 1,
    card: '3 / 1',
    cell: ({ version, draft }) => (
      <>
        {version === null ? t('setup.noVersion') : t('setup.versionOf', { n: version })}
        {version === null ? (
          <Second>{t('setup.newcall.neverPublished')}</Second>
        ) : draft === null ? null : (
          <Second>{t('setup.newcall.draft', { n: draft.edits })}</Second>
        )}
      </>
    ),
  },
  {
    key: 'months',
    head: t('setup.cutoffs'),
    drawing: <MonthHead scale={scale} nowMs={nowMs} zone={zone} />,
    width: 176,
    grow: 3,
    card: '4 / 1 / 5 / -1',
    cell: (call) => <CutoffRow call={call} scale={scale} nowMs={nowMs} />,
  },
  {
    key: 'submitted',
    head: t('setup.submitted'),
    width: 112,
    align: 'right',
    label: t('setup.submitted'),
    card: '3 / 2',
    cell: ({ version, submitted }) => (version === null ? '–' : coarseText(submitted)),
  },
  {
    key: 'checks',
    head: t('setup.newcall.checks'),
    width: 150,
    drop: 3,
    align: 'right',
    card: '6 / 1',
    cell: ({ id }) => <Checks id={id} counts={checks?.get(id)} />,
  },
  {
    key: 'menu',
    head: t('setup.newcall.menu.head'),
    hidesHead: true,
    isFixed: true,
    width: 56,
    card: '6 / 2',
    cell: (call) => (
      <CallMenu
        call={call}
        copy={() => {
          copy(call.id);
          document.getElementById('start')?.scrollIntoView();
        }}
      />
    ),
  },
];
