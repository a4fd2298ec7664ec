import type { ActionOfAll } from '@clearcall/contract/automations.ts';
import { fullName } from '@clearcall/domain/model/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { BackLink, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, Empty, NoMatch } from '@clearcall/ui/kit/state/page-states.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import type { AutomationsSearch } from '../../search-params.ts';
import { ActionDeeds, ActionState, actionName } from '../../shell/automations/planned-action.tsx';
import { StaffOnly } from '../../shell/staff-only.tsx';
import classes from './automations.module.css';
import filterClasses from './late-work.module.css';

const columns = ['what', 'id', 'state', 'when', 'why', 'action'] as const;

/** What the flows of all calls have planned, done and failed to do by themselves. Source: Requirements 2d, 4.3. */
export function AutomationsPage() {
  return (
    <StaffOnly>
      <Automations />
    </StaffOnly>
  );
}

function Automations() {
  const search = useSearch({ from: '/signed-in/dashboard/automations' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { state, call: callId, automation } = search;
  const top = useRef<HTMLParagraphElement>(null);
  const go = (next: AutomationsSearch) =>
    void navigate({ to: '/dashboard/automations', search: next, resetScroll: false });
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
  // The row may be gone from what is listed: whoever pressed goes on above it.
  const changed = () =>
    void queries
      .invalidateQueries({ queryKey: ['applications', 'actions-of-all'] })
      .then(() => top.current?.focus());
  return (
    <div className="page">
      <PageHead
        title={t('dashboard.automations.title')}
        crumb={<BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>}
      >
        <p ref={top} tabIndex={-1} role="status">
          {first === undefined ? '\u00a0' : t('dashboard.automations.failed', { n: first.failed })}
        </p>
      </PageHead>
      <Filters search={search} calls={first?.calls ?? []} automations={first?.automations ?? []} go={go} />
      {list.isError && rows === undefined ? (
        <CallFailure error={list.error} what={t('staff.actions.what')} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isFiltered ? (
          <NoMatch
            title={t('dashboard.automations.noMatch')}
            clear={t('dashboard.automations.clear')}
            onClear={() => go({})}
          >
            {t('dashboard.automations.noMatchText')}
          </NoMatch>
        ) : (
          <Empty title={t('dashboard.automations.none')}>{t('dashboard.automations.noneText')}</Empty>
        )
      ) : (
        <>
          <Rows rows={rows} isOld={list.isPlaceholderData} onChanged={changed} />
          {list.hasNextPage ? (
            <p className={filterClasses.more}>
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('staff.actions.more')}
              </Button>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

const states = ['failed', 'planned', 'done', 'skipped'] as const;

function Filters(props: {
  search: AutomationsSearch;
  calls: readonly { id: number; title: string }[];
  automations: readonly { id: string; words: string; step: string | null }[];
  go: (search: AutomationsSearch) => void;
}) {
  const { search, calls, automations, go } = props;
  const id = useId();
  return (
    <search className={filterClasses.filters}>
      <label htmlFor={`${id}:state`}>
        <span>{t('dashboard.late.filter.kind')}</span>
        <ListSelect
          id={`${id}:state`}
          value={search.state ?? ''}
          onChange={({ target }) => go({ ...search, state: states.find((one) => one === target.value) })}
        >
          <option value="">{t('dashboard.automations.open')}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`staff.actions.state.${state}`)}
            </option>
          ))}
        </ListSelect>
      </label>
      <label htmlFor={`${id}:call`}>
        <span>{t('dashboard.late.filter.call')}</span>
        <ListSelect
          id={`${id}:call`}
          value={search.call ?? ''}
          onChange={({ target }) => {
            const value = Number(target.value);
            go({ ...search, call: value > 0 ? value : undefined, automation: undefined });
          }}
        >
          <option value="">{t('dashboard.late.filter.allCalls')}</option>
          {calls.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </ListSelect>
      </label>
      {automations.length > 0 ? (
        <label htmlFor={`${id}:automation`}>
          <span>{t('dashboard.automations.one')}</span>
          <ListSelect
            id={`${id}:automation`}
            value={search.automation ?? ''}
            onChange={({ target }) =>
              go({ ...search, automation: target.value === '' ? undefined : target.value })
            }
          >
            <option value="">{t('dashboard.automations.all')}</option>
            {automations.map((one) => (
              <option key={one.id} value={one.id}>
                {t('dashboard.automations.named', { what: actionName(one), id: one.id })}
              </option>
            ))}
          </ListSelect>
        </label>
      ) : null}
    </search>
  );
}

function Rows(props: { rows: readonly ActionOfAll[] | undefined; isOld: boolean; onChanged: () => void }) {
  const { rows } = props;
  return (
    <div aria-busy={props.isOld || rows === undefined} data-loading={rows === undefined ? '' : undefined}>
      <TableFrame label={t('dashboard.automations.title')} cards className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-column={name}>
                {t(`dashboard.automations.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? ['76%', '62%', '84%', '70%'].map((width) => (
                <tr key={width}>
                  {columns.map((name) => (
                    <td key={name} data-column={name}>
                      <Bar width={width} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => <Row key={row.id} row={row} onChanged={props.onChanged} />)}
        </tbody>
      </TableFrame>
    </div>
  );
}

function Row(props: { row: ActionOfAll; onChanged: () => void }) {
  const { row, onChanged } = props;
  const at = Date.parse(row.settledAt ?? row.plannedAt);
  return (
    <tr>
      <td data-column="what">
        <b>{actionName(row)}</b>
        <span className={classes.second}>{row.automation}</span>
      </td>
      <td data-column="id">
        <Link data-id="" to="/applications/$uid" params={{ uid: row.uid }} search={{ tab: 'actions' }}>
          {unbroken(row.uid)}
        </Link>
        <span className={classes.second} title={row.projectTitle}>
          {row.projectTitle}
        </span>
      </td>
      <td data-column="state">
        <ActionState state={row.state} />
      </td>
      <td data-column="when">
        <DateTime at={at} zone={sameClock(row.timeZone, readerZone, at) ? undefined : row.timeZone} />
      </td>
      <td data-column="why">
        {row.result === null ? null : <span className={classes.line}>{row.result}</span>}
        {row.reason === null ? null : <span className={classes.line}>{row.reason}</span>}
        <span className={classes.second}>{t('staff.actions.because', { cause: row.cause })}</span>
        {row.by === null ? null : (
          <span className={classes.second}>{t('staff.actions.by', { name: fullName(row.by) })}</span>
        )}
      </td>
      <td data-column="action">
        <div className={classes.deeds}>
          <ActionDeeds uid={row.uid} action={row} onChanged={onChanged} />
        </div>
      </td>
    </tr>
  );
}
