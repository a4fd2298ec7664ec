import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { First, Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { type SelectFilter, titleChoice } from '@clearcall/ui/kit/list/select-filters.tsx';
import type { BulkActions } from '@clearcall/ui/kit/list/selection-bar.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { useNavigate } from '@tanstack/react-router';
import { callCodeOf, TitleCell } from '../../parts/applications/title-cell.tsx';
import { awayText } from '../../parts/tasks/pending-rows.ts';
import { kindsOfLateness, type LateWorkSearch } from '../../search-params.ts';
import classes from './late-work.module.css';
import { canBeChanged, canBeReminded, type LateCommand, nameOf, type Opened } from './late-work-dialog.tsx';

const daysToWait = [3, 5, 7, 14, 30];

/** The filters of late work: its kind, days without an answer, call and step. */
export function lateWorkFilters(
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
      choices: calls.map(titleChoice),
      set: (value) =>
        go({ ...search, call: value === undefined ? undefined : Number(value), step: undefined }),
    },
    {
      key: 'step',
      label: t('dashboard.late.filter.step'),
      value: search.step,
      any: t('dashboard.late.filter.allSteps'),
      hidesEmpty: true,
      choices: calls.find((one) => one.id === search.call)?.steps.map(titleChoice) ?? [],
      set: (value) => go({ ...search, step: value }),
    },
  ];
}

/** What staff can do with the selected rows. */
export const lateWorkBulk = (n: number, open: (command: LateCommand) => void): BulkActions<LateWork> => ({
  label: t('dashboard.late.bulk'),
  text: t('dashboard.late.chosen', { n }),
  actions: (['remind', 'deadline', 'revoke'] as const).map((command) => ({
    label: t(`dashboard.late.${command}.open`),
    isDanger: command === 'revoke',
    onPress: () => open(command),
  })),
});

/** The columns of late work. */
export const lateWorkColumns = (
  now: number,
  me: number,
  open: (opened: Opened) => void,
): Column<LateWork>[] => [
  {
    key: 'id',
    head: t('dashboard.late.column.id'),
    width: 192,
    grow: 3,
    card: '1 / 1 / 2 / 3',
    cell: ({ uid, projectTitle }) => (
      <TitleCell uid={uid} title={projectTitle} search={{ tab: 'assignments' }} />
    ),
  },
  {
    key: 'who',
    head: t('dashboard.late.column.who'),
    width: 124,
    grow: 2,
    card: '2 / 1 / 3 / -1',
    cell: (row) => (
      <>
        <First title={nameOf(row)}>
          <b>{nameOf(row)}</b>
        </First>
        <Second title={translate(roleMessage(row.role))}>{translate(roleMessage(row.role))}</Second>
      </>
    ),
  },
  {
    key: 'step',
    head: t('dashboard.late.column.step'),
    width: 124,
    grow: 2,
    card: '3 / 1 / 4 / -1',
    cell: (row) => {
      const { step, partition, uid, callTitle } = row;
      const codes = [partition, callCodeOf(uid)].filter(Boolean).join(', ');
      return (
        <>
          <First title={step} lang={langOf(row, 'step')}>
            {step}
          </First>
          <Second title={`${codes}, ${callTitle}`} lang={langOf(row, 'callTitle')}>
            {partition ? `${partition}, ` : ''}
            <span className="nowrap">{callCodeOf(uid)}</span>
          </Second>
        </>
      );
    },
  },
  {
    key: 'status',
    head: t('dashboard.late.column.status'),
    width: 180,
    drop: 1,
    card: '5 / 2',
    cell: ({ status }) => <StatusChip status={status} />,
  },
  {
    key: 'deadline',
    head: t('dashboard.late.column.deadline'),
    width: 192,
    card: '4 / 1 / 5 / -1',
    cell: (row) => <Deadline row={row} now={now} />,
  },
  {
    key: 'action',
    head: t('dashboard.late.column.action'),
    width: 132,
    drop: 2,
    card: '5 / 1',
    cell: (row) => <UsualAction row={row} me={me} open={open} />,
  },
  {
    key: 'menu',
    head: t('dashboard.late.column.menu'),
    hidesHead: true,
    width: 36,
    card: '5 / 3',
    cell: (row) => <RowMenu row={row} me={me} open={open} />,
  },
];

/** The deadline, and since when an answer is missing. */
function Deadline({ row, now }: { row: LateWork; now: number }) {
  const { owner, deadline, isOverdue, unansweredSince, endedAt } = row;
  const dueMs = deadline === null ? null : Date.parse(deadline);
  const waits =
    unansweredSince === null
      ? null
      : t(owner === null ? 'dashboard.late.opened' : 'dashboard.late.asked', {
          away: awayText(Date.parse(unansweredSince), now),
        });
  return (
    <>
      {endedAt !== null ? (
        t('dashboard.late.ended', { away: awayText(Date.parse(endedAt), now) })
      ) : dueMs === null ? (
        t('dashboard.noDeadline')
      ) : (
        <First>
          <span className={isOverdue ? classes.late : undefined}>
            <DateTime at={dueMs} dateOnly />
            {isOverdue ? `, ${awayText(dueMs, now)}` : null}
          </span>
        </First>
      )}
      {endedAt === null ? null : <Second>{t('dashboard.late.noReplacement')}</Second>}
      {waits === null ? null : <Second title={waits}>{waits}</Second>}
    </>
  );
}

interface RowProps {
  row: LateWork;
  me: number;
  open: (opened: Opened) => void;
}

const assignText = ({ owner }: LateWork) =>
  t(owner === null ? 'dashboard.late.assign' : 'dashboard.late.replace');

const assignAddress = ({ uid, id }: LateWork) =>
  ({ to: '/applications/$uid', params: { uid }, search: { tab: 'assignments', replace: id } }) as const;

/** The usual action of a row: a reminder, or another person where no reminder can be sent. */
function UsualAction({ row, me, open }: RowProps) {
  const [name, id] = [nameOf(row), row.uid];
  return canBeReminded(row, me) ? (
    <Button
      size="sm"
      variant="subtle"
      leftSection={<Icon name="mail" />}
      onClick={() => open({ row, command: 'remind' })}
    >
      {t('staff.command.remind')}
      <span className="hidden-visually">{t('dashboard.late.remindWhom', { name, id })}</span>
    </Button>
  ) : (
    <ButtonLink size="sm" variant="subtle" leftSection={<Icon name="user" />} {...assignAddress(row)}>
      {assignText(row)}
      <span className="hidden-visually">
        {row.owner === null
          ? quoting(t('dashboard.late.assignWhat', { step: row.step, id }), quoted(row, 'step'))
          : t('dashboard.late.replaceWhom', { name, id })}
      </span>
    </ButtonLink>
  );
}

/** All actions of a row. */
function RowMenu({ row, me, open }: RowProps) {
  const navigate = useNavigate();
  const item = (command: LateCommand, label: string, icon: 'mail' | 'calendar' | 'dial-minus'): MenuItem => ({
    label,
    icon,
    danger: command === 'revoke',
    onSelect: () => open({ row, command }),
  });
  return (
    <MenuButton
      label={t('dashboard.late.menuOf', {
        id: row.uid,
        name: nameOf(row),
        role: translate(roleMessage(row.role)),
      })}
      items={[
        ...(canBeReminded(row, me) ? [item('remind', t('staff.command.remind'), 'mail')] : []),
        { label: assignText(row), icon: 'user', onSelect: () => void navigate(assignAddress(row)) },
        ...(canBeChanged(row)
          ? [
              item('deadline', t('dashboard.late.deadline.open'), 'calendar'),
              item('revoke', t('dashboard.late.revoke.open'), 'dial-minus'),
            ]
          : []),
      ]}
    >
      <Icon name="more" />
    </MenuButton>
  );
}
