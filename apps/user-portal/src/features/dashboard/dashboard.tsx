import { actsFor, roleMessage } from '@clearcall/domain/people/roles.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { RoleSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { ListTable } from '@clearcall/ui/kit/list/list-table.tsx';
import { useListKeys } from '@clearcall/ui/kit/list/use-list-keys.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dayText, readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { lastRole, looksAtOthers, rememberRole } from '../../parts/applications/last-role.ts';
import { Office } from '../../parts/more-time/office.tsx';
import { useWaitingReleases, WaitingReleases } from '../../parts/releases/waiting-releases.tsx';
import {
  layOutStrip,
  type PendingRow,
  pendingRows,
  placed,
  sortedBy,
  summaryOf,
} from '../../parts/tasks/pending-rows.ts';
import { PendingCards } from '../../parts/tasks/task-card.tsx';
import type { DashboardColumn, DashboardSearch } from '../../search-params.ts';
import { BankDetailsTask } from './bank-details-task.tsx';
import classes from './dashboard.module.css';
import { FollowedCutoffs } from './followed-cutoffs.tsx';
import { lateWorkQuery } from './late-work-query.ts';
import { pendingColumns } from './pending-columns.tsx';
import { TaskBoards } from './task-boards.tsx';
import { ToRelease } from './to-release.tsx';

/**
 * Leads staff to requests for more time, or to work that was refused or stopped by a conflict of interest. It is there before
 * its count is, so nothing moves.
 */
function LateLink({ lateness }: { lateness: 'asked' | 'unreplaced' }) {
  const { data } = useQuery(lateWorkQuery({ lateness }, 1));
  return (
    <Link to="/dashboard/late" search={{ lateness }}>
      {t(`dashboard.late.${lateness}Open`, { n: data?.total ?? 0 })}
    </Link>
  );
}

/** What waits for the reader, in one of the parts that the reader plays. Source: Requirements 2, 7.7. */
export function Dashboard() {
  const search = useSearch({ from: '/signed-in/dashboard' });
  const navigate = useNavigate();
  const user = useUser();
  // Each minute all rows say anew how far away they are: in pieces, so that hundreds hold up no scrolling.
  const now = useDeferredValue(useNow());
  const { staffRoles } = useOrganisation();
  const isStaff = staffRoles.includes(user.role);
  const go = (next: DashboardSearch) => void navigate({ to: '/dashboard', search: next, resetScroll: false });
  // A role of the last time in which nothing waits any more hides nothing of the others.
  const [all, setAll] = useState(false);
  const role = search.role ?? (all ? undefined : lastRole(user.id, 'dashboard'));
  const list = useQuery({
    queryKey: ['dashboard', role ?? ''],
    queryFn: read('POST /v2/applications/dashboard', {
      query: { limit: 9_999, offset: 0 },
      body: role === undefined ? {} : { role },
    }),
    placeholderData: keepPreviousData,
  });
  const queries = useQueryClient();
  const again = () => {
    for (const key of ['dashboard', 'late-work']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const waiting = useWaitingReleases({ enabled: isStaff, onChange: again });
  // Shown together, so that nothing moves when the slower one comes.
  const data = waiting === undefined ? undefined : list.data;
  const keys = useListKeys<HTMLDivElement>({});
  const isOver =
    search.role === undefined &&
    role !== undefined &&
    data !== undefined &&
    !list.isPlaceholderData &&
    !data.roles.includes(role);
  useEffect(() => {
    if (isOver) setAll(true);
  }, [isOver]);
  const boards = (isOver ? undefined : data?.boards) ?? [];
  const followsCalls = actsFor[user.role] === 'call';
  const cutoffs = (isOver ? undefined : data?.followed) ?? [];
  const followed = <FollowedCutoffs cutoffs={cutoffs} role={user.role} />;
  const toRelease = (isOver ? undefined : data?.toRelease) ?? [];
  const unpaid = (isOver ? undefined : data?.unpaidReviews) ?? 0;
  const bankDetails = <BankDetailsTask reviews={unpaid} />;
  const releases = isStaff ? <ToRelease steps={toRelease} again={again} /> : null;
  // They can be stopped for a few minutes alone.
  const stoppable = isStaff ? <WaitingReleases waiting={(data && waiting) ?? []} /> : null;
  const rows = data && !isOver ? pendingRows(data.data, search, now, isStaff) : undefined;
  const summary = rows && summaryOf(rows, boards, now, unpaid > 0 ? 1 : 0);
  const { first, table } = placed(rows ?? [], boards, boards.length === 0 && toRelease.length === 0);
  // A role that the address names can be left again although nothing waits in it.
  const own = [looksAtOthers(user.role) ? user.role : 'applicant'];
  const roles = [...new Set([...own, ...(data?.roles ?? []), ...(role === undefined ? [] : [role])])];
  return (
    <div className="page">
      <PageHead
        title={t('dashboard.title')}
        actions={
          <RoleSelect
            roles={roles}
            role={role}
            all
            onChange={(chosen) => {
              rememberRole(user.id, 'dashboard', chosen);
              go(chosen === '' ? rest(search) : { ...search, role: chosen });
            }}
          />
        }
      >
        <Summary of={summary} />
        {rows?.some(({ isOverdue }) => isOverdue) && !staffRoles.includes(user.role) ? (
          <p className="small">
            <RichText id="dashboard.askWhom" parts={{ office: (words) => <Office>{words}</Office> }} />
          </p>
        ) : null}
        {staffRoles.includes(user.role) ? (
          <p className={classes.ofStaff}>
            <Link to="/dashboard/late">{t('dashboard.late.open')}</Link>
            <LateLink lateness="asked" />
            <LateLink lateness="unreplaced" />
            <AutomationsLink />
          </p>
        ) : null}
      </PageHead>
      {list.isError && rows === undefined ? (
        <CallFailure query={list} what={t('dashboard.what')} />
      ) : rows?.length === 0 ? (
        <>
          {stoppable}
          {bankDetails}
          <TaskBoards boards={boards} pending={rows} now={now} again={again} />
          {releases}
          {followed}
          {(summary?.n ?? 0) > 0 ? null : (
            <NothingPending
              role={role ?? (looksAtOthers(user.role) ? user.role : 'applicant')}
              text={
                boards.length > 0
                  ? 'dashboard.none.boards'
                  : followsCalls && cutoffs.length === 0
                    ? 'dashboard.calls.noApplication'
                    : 'dashboard.none.roleText'
              }
            />
          )}
        </>
      ) : (
        <>
          {stoppable}
          <PendingCards title={t('dashboard.first.title')} rows={first} now={now} />
          {bankDetails}
          <TaskBoards boards={boards} pending={rows ?? []} now={now} again={again} />
          {releases}
          {followed}
          {rows === undefined ? (
            <div className={`${classes.strip} only-wide`} />
          ) : (
            <Strip rows={rows} now={now} />
          )}
          {rows !== undefined && table.length === 0 ? null : (
            <ListTable
              // Drawn anew when rows come: boards that come with them move nothing that is shown.
              key={rows === undefined ? 'loading' : 'rows'}
              place={keys.list}
              label={t('dashboard.table')}
              className={classes.table}
              columns={pendingColumns(now)}
              rows={rows && table}
              expected={4}
              isStale={list.isPlaceholderData}
              keyOf={({ key }) => key}
              marks={({ when, deleted }) => ({
                'data-past': when === 'past' ? '' : undefined,
                'data-soon': when === 'soon' ? '' : undefined,
                'data-deleted': deleted ? '' : undefined,
              })}
              order={{
                column: search.order ?? 'deadline',
                direction: search.direction ?? 'ASC',
                onSort: (column, direction) => go(sortedBy(search, column as DashboardColumn, direction)),
              }}
            />
          )}
          <p className={`small soft ${classes.zone}`} data-waiting={rows === undefined ? '' : undefined}>
            {t('dashboard.zone', { place: zonePlace(readerZone) })}
            {table.some(({ when }) => when === 'soon' || when === 'past') ? ` ${t('dashboard.colours')}` : ''}
          </p>
          {keys.help}
        </>
      )}
    </div>
  );
}

/** With how many of them failed: nobody has to look to know. */
function AutomationsLink() {
  const { data } = useQuery({
    queryKey: ['applications', 'actions-of-all', 'failed'],
    queryFn: read('GET /v2/applications/actions', { query: { state: 'failed', limit: '1' } }),
  });
  const failed = data?.failed ?? 0;
  return (
    <span className={classes.automations}>
      <Link to="/dashboard/automations">{t('dashboard.automations.title')}</Link>
      {failed === 0 ? null : (
        <Link to="/dashboard/automations" search={{ state: 'failed' }} className={classes.failed}>
          <Icon name="warning" size={14} />
          {t('dashboard.automations.failed', { n: failed })}
        </Link>
      )}
    </span>
  );
}

function rest({ role: _role, ...others }: DashboardSearch): DashboardSearch {
  return others;
}

function Summary({ of }: { of: ReturnType<typeof summaryOf> | undefined }) {
  if (of === undefined) return <p role="status">{t('dashboard.pending.loading')}</p>;
  const { n, soon, past } = of;
  if (n === 0) return <p role="status">{'\u00a0'}</p>;
  const parts = { urgent: (label: string) => <b className={classes.soonWords}>{label}</b> };
  return (
    <p role="status">
      {soon > 0 && past > 0 ? (
        <RichText id="dashboard.pending.both" values={{ n, soon, past }} parts={parts} />
      ) : soon > 0 ? (
        <RichText id="dashboard.pending.soon" values={{ n, soon }} parts={parts} />
      ) : past > 0 ? (
        t('dashboard.pending.past', { n, past })
      ) : (
        t('dashboard.pending.plain', { n })
      )}
    </p>
  );
}

function NothingPending({ role, text }: { role: string; text: Parameters<typeof t>[0] }) {
  // People who review or steer are not invited to apply.
  if (role !== 'applicant') {
    return <Empty title={t('dashboard.none.role', { role: roleMessage(role) })}>{t(text)}</Empty>;
  }
  return (
    <Empty
      title={t('dashboard.none.title')}
      action={
        <>
          <ButtonLink to="/" variant="filled">
            {t('dashboard.none.apply')}
          </ButtonLink>
          <ButtonLink to="/applications">{t('dashboard.none.applications')}</ButtonLink>
        </>
      }
    >
      {t('dashboard.none.text')}
    </Empty>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** The deadlines around today on one line. The table says the same in words, so it is silent. */
function Strip(props: { rows: readonly PendingRow[]; now: number }) {
  const { marks, weeks, todayAt } = layOutStrip(props.rows, props.now);
  return (
    <div className={`${classes.strip} only-wide`} aria-hidden="true">
      <div className={classes.line} />
      {marks.map(({ key, at, when }) => (
        <i key={key} data-when={when} style={{ left: percent(at) }} />
      ))}
      <b style={{ left: percent(todayAt) }}>{t('dashboard.today')}</b>
      {weeks.map(({ ms, at }) => (
        <span key={at} style={{ left: percent(at) }}>
          {dayText(ms)}
        </span>
      ))}
    </div>
  );
}
