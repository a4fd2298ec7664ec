import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import type { SelectFilter } from '@clearcall/ui/kit/list/select-filters.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RemindDialog } from '../../parts/letters/remind-dialog.tsx';
import { AnswerTimeDialog } from '../../parts/more-time/answer-dialog.tsx';
import { awayText } from '../../parts/tasks/pending-rows.ts';
import { kindsOfLateness, type LateWorkSearch } from '../../search-params.ts';
import { StaffOnly } from '../../shell/staff-only.tsx';
import { AskedTime } from './asked-time.tsx';
import classes from './late-work.module.css';
import { canBeReminded, type Deed, LateWorkDialog, nameOf } from './late-work-dialog.tsx';

const step = 100;
const most = 500;

/** What the officers steer by: work that is past its deadline, or was asked and never answered, over all calls. */
export function LateWorkPage() {
  return (
    <StaffOnly>
      <LateWorkList />
    </StaffOnly>
  );
}

function LateWorkList() {
  const search = useSearch({ from: '/signed-in/dashboard/late' });
  const write = useListAddress<LateWorkSearch>();
  const queries = useQueryClient();
  const me = useUser().id;
  const now = useNow();
  const [limit, setLimit] = useState(step);
  const [selected, select] = useState<Selection<LateWork>>(new Map());
  const [deed, setDeed] = useState<Deed | null>(null);
  const [answered, setAnswered] = useState<LateWork | null>(null);
  const [reminded, setReminded] = useState<LateWork | null>(null);
  const go = (next: LateWorkSearch) => {
    select(new Map());
    setLimit(step);
    write(next);
  };
  const { lateness, days, call: callId, step: stepId } = search;
  const list = useQuery({
    queryKey: ['late-work', search, limit],
    queryFn: ({ signal }) =>
      call('POST /v2/assignments/late', {
        query: { limit, offset: 0 },
        body: {
          ...(lateness === undefined ? {} : { lateness }),
          ...(days === undefined ? {} : { unansweredDays: days }),
          ...(callId === undefined ? {} : { callId }),
          ...(stepId === undefined ? {} : { flowElementId: stepId }),
        },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  // Rows may have changed since they were selected, or be late no more.
  const picked = data?.data.filter(({ id }) => selected.has(id)) ?? [];
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['late-work'] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
  };
  return (
    <ListPage
      head={{
        title: t('dashboard.late.title'),
        crumb: <BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>,
        children: (
          <p role="status">
            {data === undefined
              ? '\u00a0'
              : t(`dashboard.late.found.${lateness ?? 'both'}`, { n: data.total })}
          </p>
        ),
      }}
      list={list}
      what={t('dashboard.late.what')}
      className={classes.table}
      columns={columns(now, me, setReminded)}
      filters={filters(search, data?.calls ?? [], go)}
      selection={{
        selected: new Map(picked.map((row) => [row.id, row])),
        onChange: select,
        nameOf: (row) => t('dashboard.late.choose', { id: row.uid, name: nameOf(row), step: row.step }),
        nameOfAll: t('dashboard.late.chooseAll'),
        // There is nothing left to move or to revoke of work that has ended.
        isFixed: ({ endedAt }) => endedAt !== null,
      }}
      bulk={{
        label: t('dashboard.late.deeds'),
        text: t('dashboard.late.chosen', { n: picked.length }),
        isAlwaysShown: true,
        actions: (['remind', 'deadline', 'revoke'] as const).map((name) => ({
          label: t(`dashboard.late.${name}.open`),
          isDanger: name === 'revoke',
          onPress: () => setDeed(name),
        })),
      }}
      below={(row) =>
        row.timeRequest === null ? null : (
          <AskedTime row={row} request={row.timeRequest} answer={setAnswered} granted={refresh} />
        )
      }
      empty={<Empty title={t('dashboard.late.none')}>{t('dashboard.late.noneText')}</Empty>}
      noMatch={
        Object.values(search).some((value) => value !== undefined) && {
          title: t('dashboard.late.noMatch'),
          text: t('dashboard.late.noMatchText'),
          clear: t('dashboard.late.clear'),
          onClear: () => go({}),
        }
      }
      more={
        data !== undefined &&
        data.data.length < Math.min(data.total, most) && {
          label: t('dashboard.late.more', { n: numberText(step) }),
          isLoading: list.isFetching,
          onMore: () => setLimit(Math.min(limit + step, most)),
        }
      }
    >
      {reminded === null ? null : (
        <RemindDialog
          assignmentId={reminded.id}
          who={nameOf(reminded)}
          onClose={() => setReminded(null)}
          onDone={() => setReminded(null)}
        />
      )}
      {answered === null || answered.timeRequest === null ? null : (
        <AnswerTimeDialog
          assignmentId={answered.id}
          uid={answered.uid}
          who={nameOf(answered)}
          request={answered.timeRequest}
          zone={answered.timeZone}
          onClose={() => setAnswered(null)}
          onDone={() => {
            setAnswered(null);
            refresh();
          }}
        />
      )}
      {deed === null ? null : (
        <LateWorkDialog
          deed={deed}
          rows={picked}
          today={plainDate(new Date(now), readerZone)}
          onClose={(changed) => {
            setDeed(null);
            if (!changed) return;
            select(new Map());
            refresh();
          }}
        />
      )}
    </ListPage>
  );
}

const daysToWait = [3, 5, 7, 14, 30];

function filters(
  search: LateWorkSearch,
  calls: Reply<'POST /v2/assignments/late'>['calls'],
  go: (search: LateWorkSearch) => void,
): SelectFilter[] {
  const waits = search.days ?? 5;
  return [
    {
      key: 'kind',
      label: t('dashboard.late.filter.kind'),
      value: search.lateness,
      any: t('dashboard.late.filter.both'),
      choices: kindsOfLateness.map((one) => ({ value: one, label: t(`dashboard.late.filter.${one}`) })),
      set: (value) => go({ ...search, lateness: kindsOfLateness.find((one) => one === value) }),
    },
    {
      key: 'days',
      label: t('dashboard.late.filter.days'),
      value: waits,
      hidesEmpty: true,
      choices:
        search.lateness === undefined || search.lateness === 'unanswered'
          ? [...new Set([...daysToWait, waits])]
              .toSorted((one, other) => one - other)
              .map((n) => ({ value: n, label: t('dashboard.late.filter.nDays', { n }) }))
          : [],
      set: (value) => go({ ...search, days: value === '5' ? undefined : Number(value) }),
    },
    {
      key: 'call',
      label: t('dashboard.late.filter.call'),
      value: search.call,
      any: t('dashboard.late.filter.allCalls'),
      choices: calls.map(({ id, title }) => ({ value: id, label: title })),
      set: (value) =>
        go({ ...search, call: value === undefined ? undefined : Number(value), step: undefined }),
    },
    {
      key: 'step',
      label: t('dashboard.late.filter.step'),
      value: search.step,
      any: t('dashboard.late.filter.allSteps'),
      hidesEmpty: true,
      choices:
        calls
          .find((one) => one.id === search.call)
          ?.steps.map(({ id, title }) => ({ value: id, label: title })) ?? [],
      set: (value) => go({ ...search, step: value }),
    },
  ];
}

const columns = (now: number, me: number, remind: (row: LateWork) => void): Column<LateWork>[] => [
  {
    key: 'id',
    head: t('dashboard.late.column.id'),
    width: 180,
    grow: 3,
    card: '1 / 1',
    cell: ({ uid, projectTitle }) => (
      <>
        <Link data-id="" to="/applications/$uid" params={{ uid }} search={{ tab: 'assignments' }}>
          {unbroken(uid)}
        </Link>
        <Second title={projectTitle}>{projectTitle}</Second>
      </>
    ),
  },
  {
    key: 'who',
    head: t('dashboard.late.column.who'),
    width: 124,
    grow: 2,
    card: '2 / 1',
    cell: (row) => (
      <>
        <b>{nameOf(row)}</b>
        <Second>{translate(roleMessage(row.role))}</Second>
      </>
    ),
  },
  {
    key: 'step',
    head: t('dashboard.late.column.step'),
    width: 112,
    grow: 2,
    card: 'auto / 1',
    cell: ({ step, callTitle }) => (
      <>
        {step}
        <Second>{callTitle}</Second>
      </>
    ),
  },
  {
    key: 'partition',
    head: t('dashboard.late.column.partition'),
    width: 112,
    grow: 1,
    drop: 1,
    cell: ({ partition }) => partition,
  },
  {
    key: 'status',
    head: t('dashboard.late.column.status'),
    width: 136,
    drop: 2,
    card: '2 / 2',
    cell: ({ status }) => <StatusChip status={status} />,
  },
  {
    key: 'deadline',
    head: t('dashboard.late.column.deadline'),
    width: 168,
    grow: 3,
    card: 'auto / 1',
    cell: (row) => <Deadline row={row} now={now} />,
  },
  {
    key: 'action',
    head: t('dashboard.late.column.action'),
    width: 84,
    card: 'auto / 2',
    cell: (row) => <RowActions row={row} me={me} remind={remind} />,
  },
];

function Deadline({ row, now }: { row: LateWork; now: number }) {
  const { owner, deadline, unansweredSince, endedAt } = row;
  const dueMs = deadline === null ? null : Date.parse(deadline);
  return (
    <>
      {endedAt !== null ? (
        t('dashboard.late.ended', { away: awayText(Date.parse(endedAt), now) })
      ) : dueMs === null ? (
        t('dashboard.noDeadline')
      ) : (
        <DateTime at={dueMs} zone={sameClock(row.timeZone, readerZone, dueMs) ? undefined : row.timeZone} />
      )}
      {row.isOverdue && dueMs !== null ? <b className={classes.late}>{awayText(dueMs, now)}</b> : null}
      {unansweredSince === null ? null : (
        <Second>
          {t(owner === null ? 'dashboard.late.opened' : 'dashboard.late.asked', {
            away: awayText(Date.parse(unansweredSince), now),
          })}
        </Second>
      )}
    </>
  );
}

function RowActions(props: { row: LateWork; me: number; remind: (row: LateWork) => void }) {
  const { row } = props;
  const [name, id] = [nameOf(row), row.uid];
  return (
    <>
      <Link
        className={classes.action}
        to="/applications/$uid"
        params={{ uid: id }}
        search={{ tab: 'assignments', replace: row.id }}
      >
        {t(row.owner === null ? 'dashboard.late.assign' : 'dashboard.late.replace')}
        <span className="hidden-visually">
          {row.owner === null
            ? t('dashboard.late.assignWhat', { step: row.step, id })
            : t('dashboard.late.replaceWhom', { name, id })}
        </span>
      </Link>
      {canBeReminded(row, props.me) ? (
        <button type="button" className={classes.remind} onClick={() => props.remind(row)}>
          {t('staff.deed.remind')}
          <span className="hidden-visually">{t('dashboard.late.remindWhom', { name, id })}</span>
        </button>
      ) : null}
    </>
  );
}
