import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import type { LateWork } from '@clearcall/domain/model/application.ts';
import { roleMessage } from '@clearcall/domain/model/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { BackLink, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, Empty, NoMatch } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { readerZone, sameClock } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { kindsOfLateness, type LateWorkSearch } from '../../search-params.ts';
import { RemindDialog } from '../../shell/letters/remind-dialog.tsx';
import { AnswerTimeDialog } from '../../shell/more-time/answer-dialog.tsx';
import { StaffOnly } from '../../shell/staff-only.tsx';
import { awayText } from '../../shell/tasks/pending-rows.ts';
import { AskedTime } from './asked-time.tsx';
import classes from './late-work.module.css';
import { canBeReminded, type Deed, LateWorkDialog, nameOf } from './late-work-dialog.tsx';

const step = 100;
const most = 500;
const columns = ['choose', 'id', 'who', 'step', 'partition', 'status', 'deadline', 'action'] as const;

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
  const navigate = useNavigate();
  const queries = useQueryClient();
  const now = useNow();
  const [limit, setLimit] = useState(step);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deed, setDeed] = useState<Deed | null>(null);
  const [answered, setAnswered] = useState<LateWork | null>(null);
  const [reminded, setReminded] = useState<LateWork | null>(null);
  const go = (next: LateWorkSearch) => {
    setChosen(new Set());
    setLimit(step);
    void navigate({ to: '/dashboard/late', search: next, resetScroll: false });
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
  const rows = list.data?.data;
  const picked = rows?.filter(({ id }) => chosen.has(id)) ?? [];
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['late-work'] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
  };
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) on ? after.add(id) : after.delete(id);
      return after;
    });
  return (
    <div className="page">
      <PageHead
        title={t('dashboard.late.title')}
        crumb={<BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>}
      >
        <p role="status">
          {list.data === undefined
            ? '\u00a0'
            : t(`dashboard.late.found.${lateness ?? 'both'}`, { n: list.data.total })}
        </p>
      </PageHead>
      <Filters search={search} calls={list.data?.calls ?? []} go={go} />
      {list.isError && rows === undefined ? (
        <CallFailure error={list.error} what={t('dashboard.late.what')} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        isFiltered ? (
          <NoMatch
            title={t('dashboard.late.noMatch')}
            clear={t('dashboard.late.clear')}
            onClear={() => go({})}
          >
            {t('dashboard.late.noMatchText')}
          </NoMatch>
        ) : (
          <Empty title={t('dashboard.late.none')}>{t('dashboard.late.noneText')}</Empty>
        )
      ) : (
        <>
          <section className={classes.bulk} aria-label={t('dashboard.late.deeds')}>
            <p className="small" role="status">
              {t('dashboard.late.chosen', { n: picked.length })}
            </p>
            <Button size="sm" disabled={picked.length === 0} onClick={() => setDeed('remind')}>
              {t('dashboard.late.remind.open')}
            </Button>
            <Button size="sm" disabled={picked.length === 0} onClick={() => setDeed('deadline')}>
              {t('dashboard.late.deadline.open')}
            </Button>
            <Button
              size="sm"
              variant="danger"
              disabled={picked.length === 0}
              onClick={() => setDeed('revoke')}
            >
              {t('dashboard.late.revoke.open')}
            </Button>
          </section>
          <Rows
            rows={rows}
            chosen={chosen}
            choose={choose}
            now={now}
            isOld={list.isPlaceholderData}
            remind={setReminded}
            answer={setAnswered}
            granted={refresh}
          />
          {list.data !== undefined && rows !== undefined && rows.length < Math.min(list.data.total, most) ? (
            <p className={classes.more}>
              <Button loading={list.isFetching} onClick={() => setLimit(Math.min(limit + step, most))}>
                {t('dashboard.late.more', { n: numberText(step) })}
              </Button>
            </p>
          ) : null}
        </>
      )}
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
            setChosen(new Set());
            refresh();
          }}
        />
      )}
    </div>
  );
}

const daysToWait = [3, 5, 7, 14, 30];

function Filters(props: {
  search: LateWorkSearch;
  calls: readonly { id: number; title: string; steps: readonly { id: string; title: string }[] }[];
  go: (search: LateWorkSearch) => void;
}) {
  const { search, calls, go } = props;
  const id = useId();
  const steps = calls.find((one) => one.id === search.call)?.steps ?? [];
  const waits = search.days ?? 5;
  return (
    <search className={classes.filters}>
      <label htmlFor={`${id}:kind`}>
        <span>{t('dashboard.late.filter.kind')}</span>
        <ListSelect
          id={`${id}:kind`}
          value={search.lateness ?? ''}
          onChange={(event) => {
            const value = event.target.value;
            go({ ...search, lateness: kindsOfLateness.find((one) => one === value) });
          }}
        >
          <option value="">{t('dashboard.late.filter.both')}</option>
          {kindsOfLateness.map((one) => (
            <option key={one} value={one}>
              {t(`dashboard.late.filter.${one}`)}
            </option>
          ))}
        </ListSelect>
      </label>
      {search.lateness !== undefined && search.lateness !== 'unanswered' ? null : (
        <label htmlFor={`${id}:days`}>
          <span>{t('dashboard.late.filter.days')}</span>
          <ListSelect
            id={`${id}:days`}
            value={waits}
            onChange={(event) => {
              const value = Number(event.target.value);
              go({ ...search, days: value === 5 ? undefined : value });
            }}
          >
            {[...new Set([...daysToWait, waits])]
              .toSorted((one, other) => one - other)
              .map((n) => (
                <option key={n} value={n}>
                  {t('dashboard.late.filter.nDays', { n })}
                </option>
              ))}
          </ListSelect>
        </label>
      )}
      <label htmlFor={`${id}:call`}>
        <span>{t('dashboard.late.filter.call')}</span>
        <ListSelect
          id={`${id}:call`}
          value={search.call ?? ''}
          onChange={(event) => {
            const value = Number(event.target.value);
            go({ ...search, call: value > 0 ? value : undefined, step: undefined });
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
      {steps.length > 0 ? (
        <label htmlFor={`${id}:step`}>
          <span>{t('dashboard.late.filter.step')}</span>
          <ListSelect
            id={`${id}:step`}
            value={search.step ?? ''}
            onChange={(event) =>
              go({ ...search, step: event.target.value === '' ? undefined : event.target.value })
            }
          >
            <option value="">{t('dashboard.late.filter.allSteps')}</option>
            {steps.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </ListSelect>
        </label>
      ) : null}
    </search>
  );
}

function Rows(props: {
  rows: readonly LateWork[] | undefined;
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], on: boolean) => void;
  now: number;
  isOld: boolean;
  remind: (row: LateWork) => void;
  answer: (row: LateWork) => void;
  granted: () => void;
}) {
  const { rows, chosen, choose } = props;
  // There is nothing left to move or to revoke of work that has ended.
  const open = rows?.filter(({ endedAt }) => endedAt === null) ?? [];
  const all = open.length > 0 && open.every(({ id }) => chosen.has(id));
  return (
    <div aria-busy={props.isOld || rows === undefined} data-loading={rows === undefined ? '' : undefined}>
      <TableFrame label={t('dashboard.late.title')} cards className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-column={name}>
                {name === 'choose' ? (
                  <BareTick
                    aria-label={t('dashboard.late.chooseAll')}
                    checked={all}
                    disabled={open.length === 0}
                    onChange={(event) =>
                      choose(
                        open.map(({ id }) => id),
                        event.target.checked,
                      )
                    }
                  />
                ) : (
                  t(`dashboard.late.column.${name}`)
                )}
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
                      {name === 'choose' ? null : <Bar width={width} />}
                    </td>
                  ))}
                </tr>
              ))
            : rows.flatMap((row) => [
                <Row
                  key={row.id}
                  row={row}
                  now={props.now}
                  isChosen={chosen.has(row.id)}
                  choose={choose}
                  remind={props.remind}
                />,
                ...(row.timeRequest === null
                  ? []
                  : [
                      <tr key={`${row.id}:asks`} className={classes.asks}>
                        <td colSpan={columns.length} data-column="asks">
                          <AskedTime
                            row={row}
                            request={row.timeRequest}
                            answer={props.answer}
                            granted={props.granted}
                          />
                        </td>
                      </tr>,
                    ]),
              ])}
        </tbody>
      </TableFrame>
    </div>
  );
}

function Row(props: {
  row: LateWork;
  now: number;
  isChosen: boolean;
  choose: (ids: readonly string[], on: boolean) => void;
  remind: (row: LateWork) => void;
}) {
  const { row, now } = props;
  const { owner, deadline, unansweredSince, endedAt } = row;
  const me = useUser().id;
  const name = nameOf(row);
  const dueMs = deadline === null ? null : Date.parse(deadline);
  const otherClock = dueMs !== null && !sameClock(row.timeZone, readerZone, dueMs);
  return (
    <tr>
      <td data-column="choose">
        <BareTick
          aria-label={t('dashboard.late.choose', { id: row.uid, name, step: row.step })}
          checked={props.isChosen}
          disabled={endedAt !== null}
          onChange={(event) => props.choose([row.id], event.target.checked)}
        />
      </td>
      <td data-column="id">
        <Link data-id="" to="/applications/$uid" params={{ uid: row.uid }} search={{ tab: 'assignments' }}>
          {unbroken(row.uid)}
        </Link>
        <span className={classes.second} title={row.projectTitle}>
          {row.projectTitle}
        </span>
      </td>
      <td data-column="who">
        <span className={classes.first}>{name}</span>
        <span className={classes.second}>{translate(roleMessage(row.role))}</span>
      </td>
      <td data-column="step">
        <span>{row.step}</span>
        <span className={classes.second}>{row.callTitle}</span>
      </td>
      <td data-column="partition" data-empty={row.partition === null ? '' : undefined}>
        {row.partition ?? '-'}
      </td>
      <td data-column="status">
        <StatusChip status={row.status} />
      </td>
      <td data-column="deadline">
        {endedAt !== null ? (
          <span>{t('dashboard.late.ended', { away: awayText(Date.parse(endedAt), now) })}</span>
        ) : dueMs === null ? (
          <span>{t('dashboard.noDeadline')}</span>
        ) : (
          <DateTime at={dueMs} zone={otherClock ? row.timeZone : undefined} />
        )}
        {row.isOverdue && dueMs !== null ? <b className={classes.late}>{awayText(dueMs, now)}</b> : null}
        {unansweredSince === null ? null : (
          <span className={classes.second}>
            {t(owner === null ? 'dashboard.late.opened' : 'dashboard.late.asked', {
              away: awayText(Date.parse(unansweredSince), now),
            })}
          </span>
        )}
      </td>
      <td data-column="action">
        <Link
          className={classes.action}
          to="/applications/$uid"
          params={{ uid: row.uid }}
          search={{ tab: 'assignments', replace: row.id }}
        >
          {t(owner === null ? 'dashboard.late.assign' : 'dashboard.late.replace')}
          <span className="hidden-visually">
            {owner === null
              ? t('dashboard.late.assignWhat', { step: row.step, id: row.uid })
              : t('dashboard.late.replaceWhom', { name, id: row.uid })}
          </span>
        </Link>
        {canBeReminded(row, me) ? (
          <button type="button" className={classes.remind} onClick={() => props.remind(row)}>
            {t('staff.deed.remind')}
            <span className="hidden-visually">{t('dashboard.late.remindWhom', { name, id: row.uid })}</span>
          </button>
        ) : null}
      </td>
    </tr>
  );
}
