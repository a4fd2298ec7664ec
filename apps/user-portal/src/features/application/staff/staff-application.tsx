import type { Application } from '@clearcall/domain/applications/application.ts';
import { waitsForText } from '@clearcall/domain/applications/coming-step.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useWaitingReleases, WaitingReleases } from '../../../parts/releases/waiting-releases.tsx';
import { useTake } from '../../../parts/take/use-take.tsx';
import type { StaffTab } from '../../../search-params.ts';
import { DownloadAll } from '../download-all.tsx';
import { ApplicationProcess } from '../editor/application-process.tsx';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { momentText } from '../editor/step-texts.ts';
import { resubmittedAt } from '../resubmitted-at.ts';
import { agreementOf } from '../work/agreement-of.ts';
import { ActionsTab } from './actions-tab.tsx';
import { firstReading, meant, panelName } from './application-answers.ts';
import { ApplicationTab } from './application-tab.tsx';
import { type Appointment, AssignUser, canAssignHere, replacementOf } from './assign-user.tsx';
import { AssignmentsTab } from './assignments-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { EventLogTab } from './event-log-tab.tsx';
import { MailsTab } from './mails-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { isUnowned, partitionName, whoHas } from './person-name.ts';
import classes from './staff.module.css';
import { type AskedCommand, StaffCommandDialog } from './staff-command-dialog.tsx';
import { commandsOnWhole, stepGroups } from './step-groups.ts';
import { isOngoing, type Waiting, whatWaits } from './what-waits.ts';

/** An application as those who look after it see it: how it stands, what waits for them, and all that is kept about it. */
export function StaffApplication(props: { application: Application; reload: () => void }) {
  const { application, reload } = props;
  const user = useUser();
  const { staffRoles } = useOrganisation();
  const { tab: wanted, replace, step: named } = useSearch({ strict: false });
  const navigate = useNavigate({ from: '/applications/$uid' });
  const now = useNow();
  const [command, setCommand] = useState<AskedCommand | null>(null);
  const [appointment, setAppointment] = useState<Appointment | null>(null);
  const isStaff = staffRoles.includes(user.role);
  const waiting = useWaitingReleases({ applicationId: application.id, enabled: isStaff, onChange: reload });
  const waitingSteps = waiting.map(({ step }) => step).join(' ');
  const groups = useMemo(() => stepGroups(application, waitingSteps.split(' ')), [application, waitingSteps]);
  // Named by the list of late work: the choice of somebody else opens at once.
  const late = application.assignments.find(
    (one) => one.id === replace && (isOngoing(one) || one.isUnreplaced === true),
  );
  // Named by the dashboard: so does the choice of people for a step.
  const toFill =
    wanted === 'assignments' && groups.some(({ id, commands }) => id === named && commands.assign === null);
  const asked =
    appointment ??
    (!canAssignHere() ? null : late ? replacementOf(late) : toFill ? { stepId: named ?? '' } : null);
  const closeChoice = () => {
    setAppointment(null);
    if (replace !== undefined || toFill)
      void navigate({
        search: ({ replace: _replaced, step: _filled, ...search }) => search,
        replace: true,
        resetScroll: false,
      });
  };
  const waits = whatWaits(application, groups, user.id, now);
  const shown = waits.map(({ kind, group }) => `${kind} ${group.id}`).join(' ');
  const shownBefore = useRef(shown);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    // The button that had the focus is gone, because what it offered is done.
    if (document.activeElement === document.body) focusHeading();
  }, [shown]);

  const tabs: readonly (readonly [StaffTab, string, number?])[] = [
    ['assignments', t('staff.tab.assignments'), application.assignments.length],
    ['application', t('staff.tab.application')],
    ...(isStaff
      ? ([
          ['events', t('staff.tab.events')],
          ['mails', t('staff.tab.mails')],
          ['actions', t('staff.tab.actions')],
          ['notes', t('staff.tab.notes')],
        ] as const)
      : []),
    ['documents', t('staff.tab.documents'), application.documents.length],
  ];
  const tab = tabs.find(([name]) => name === wanted)?.[0] ?? 'assignments';
  const content: Record<StaffTab, () => ReactNode> = {
    assignments: () => (
      <AssignmentsTab
        application={application}
        groups={groups}
        isStaff={isStaff}
        onCommand={setCommand}
        onAssign={setAppointment}
        onDone={reload}
      />
    ),
    application: () => (
      <ApplicationTab
        application={application}
        groups={groups}
        isStaff={isStaff}
        onAssign={setAppointment}
        onDone={reload}
      />
    ),
    events: () => <EventLogTab application={application} />,
    mails: () => <MailsTab application={application} />,
    actions: () => <ActionsTab application={application} onDone={reload} />,
    notes: () => <NotesTab application={application} />,
    documents: () => <DocumentsTab application={application} />,
  };
  return (
    <div className={`page ${classes.page}`}>
      <Head
        application={application}
        isStaff={isStaff}
        onPanel={() => setCommand({ command: 'change_panel' })}
      />
      <WaitingReleases waiting={waiting} applicationId={application.id} />
      {waits.length === 0 ? null : (
        <ul className={classes.waits} aria-label={t('staff.waits.label')}>
          {waits.map((one) => (
            <Waits
              key={`${one.kind} ${'assignment' in one ? one.assignment.id : 'open' in one ? one.open.id : one.group.id}`}
              application={application}
              waiting={one}
              onCommand={setCommand}
              onAssign={setAppointment}
              onDone={reload}
            />
          ))}
        </ul>
      )}
      <ApplicationProcess application={application} brief={false} />
      <nav className={classes.tabs} aria-label={t('staff.tab.label')}>
        {tabs.map(([name, label, count]) => (
          <Link
            key={name}
            from="/applications/$uid"
            search={{ tab: name }}
            resetScroll={false}
            aria-current={name === tab ? 'page' : undefined}
          >
            {label}
            {count === undefined ? null : <span className="muted num">{count}</span>}
          </Link>
        ))}
      </nav>
      {content[tab]()}
      <StaffCommandDialog
        application={application}
        asked={command}
        onClose={() => setCommand(null)}
        onDone={reload}
      />
      <AssignUser application={application} appointment={asked} onClose={closeChoice} onDone={reload} />
    </div>
  );
}

function Head(props: { application: Application; isStaff: boolean; onPanel: () => void }) {
  const { application, isStaff, onPanel } = props;
  const { call, cutoff, panel, submittedAt } = application;
  const resubmitted = resubmittedAt(application);
  const whole = commandsOnWhole(application);
  const reading = useMemo(() => firstReading(application), [application]);
  const amounts = reading === null ? [] : chosenPartitions(reading.store, application);
  const pi = [
    [meant(application, 'pi_title'), meant(application, 'pi_first_name'), meant(application, 'pi_last_name')]
      .filter(Boolean)
      .join(' '),
    meant(application, 'pi_affiliation'),
  ]
    .filter(Boolean)
    .join(', ');
  const field = meant(application, 'research_field_title') || meant(application, 'research_field_group');
  const facts: [string, ReactNode][] = [
    ...(pi === '' ? [] : ([[t('staff.head.pi'), pi]] as [string, ReactNode][])),
    ...(field === '' ? [] : ([[t('staff.head.field'), field]] as [string, ReactNode][])),
    ...(panel === undefined
      ? []
      : ([
          [
            t('staff.head.panel'),
            <Fragment key="panel">
              {panelName(application) ?? t('staff.panel.none')}
              {whole.change_panel === null ? (
                <>
                  {' '}
                  <Button size="sm" variant="subtle" onClick={onPanel}>
                    {t('staff.panel.change')}
                  </Button>
                </>
              ) : null}
            </Fragment>,
          ],
        ] as [string, ReactNode][])),
    ...(amounts.length === 0
      ? []
      : ([
          [
            t('staff.head.amount', { n: amounts.length }),
            amounts.map((one) => (
              <Fragment key={one.key}>
                <span className="num">
                  {one.amount === null
                    ? one.name
                    : t('editor.sum.amount', {
                        name: one.name,
                        amount: numberText(one.amount),
                        unit: one.unit,
                      })}
                </span>
                <br />
              </Fragment>
            )),
          ],
        ] as [string, ReactNode][])),
    ...(submittedAt === null
      ? []
      : ([
          [
            t('staff.head.submitted'),
            <DateTime
              key="at"
              at={submittedAt}
              {...(isStaff ? { zone: call.timeZone } : { dateOnly: true })}
            />,
          ],
        ] as [string, ReactNode][])),
    ...(resubmitted === null
      ? []
      : ([
          [
            t('editor.read.resubmitted'),
            <DateTime
              key="again"
              at={resubmitted}
              {...(isStaff ? { zone: call.timeZone } : { dateOnly: true })}
            />,
          ],
        ] as [string, ReactNode][])),
  ];
  return (
    <header className={classes.head}>
      <BackLink to="/applications">{t('staff.head.back')}</BackLink>
      <p className={classes.line}>
        <b>{unbroken(application.uid)}</b>
        <StatusChip status={application.displayStatus} />
        <span className="soft">
          <span lang={langOf(call, 'title')}>{call.title}</span>
          {cutoff?.end
            ? unbroken(`, ${t('staff.head.cutOff', { day: dateText(cutoff.end, call.timeZone) })}`)
            : null}
        </span>
        <span className={classes.headDeeds}>
          <DownloadAll application={application} />
        </span>
      </p>
      <h1 tabIndex={-1}>{meant(application, 'project_title') || unbroken(application.uid)}</h1>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

const momentOf = (at: string | null, { call }: Application): string =>
  at === null ? '' : momentText(at, call.timeZone);

/** One sentence of what waits, with one button. */
function Waits(props: {
  application: Application;
  waiting: Waiting;
  onCommand: (command: AskedCommand) => void;
  onAssign: (appointment: Appointment) => void;
  onDone: () => void;
}) {
  const { application, waiting, onCommand, onAssign, onDone } = props;
  const takes = waiting.kind === 'take' ? waiting.open.id : '';
  const take = useTake({
    id: takes,
    project: projectTitleIn(application),
    load: () => agreementOf(application, takes),
    onTaken: onDone,
    onRefused: onDone,
  });
  const { group } = waiting;
  const step = group.title;
  const about =
    'assignment' in waiting
      ? {
          step,
          who: whoHas(waiting.assignment),
          partition:
            waiting.assignment.partitionId === null
              ? ''
              : partitionName(application, waiting.assignment.partitionId),
        }
      : null;
  const row = (sentence: ReactNode, icon: 'warning' | 'info' | 'user', action: ReactNode) => (
    <li>
      <Icon name={icon} className={icon === 'warning' ? classes.urgent : undefined} />
      <p>{sentence}</p>
      {action}
      {take.dialog}
    </li>
  );
  const assign = (replaces?: string, partitionId?: string | null) =>
    canAssignHere() ? (
      <Button size="sm" onClick={() => onAssign({ stepId: group.id, replaces, partitionId })}>
        {t('staff.deed.assign')}
      </Button>
    ) : null;
  switch (waiting.kind) {
    case 'own':
      return row(
        t('staff.waits.own', { step }),
        'user',
        <ButtonLink
          size="sm"
          variant="filled"
          from="/applications/$uid"
          search={{ assignment: waiting.assignment.id }}
        >
          {t('staff.deed.open')}
        </ButtonLink>,
      );
    case 'take':
      return row(
        waiting.open.partitionId === null
          ? t('staff.waits.take', { step })
          : t('staff.waits.takePartition', {
              step,
              partition: partitionName(application, waiting.open.partitionId),
            }),
        'user',
        <Button size="sm" loading={take.isPending} onClick={() => take.take()}>
          {t('staff.deed.take')}
        </Button>,
      );
    case 'late':
      return row(
        isUnowned(waiting.assignment)
          ? t('staff.waits.lateUnowned', { step, n: waiting.days })
          : about?.partition === ''
            ? t('staff.waits.late', { step, who: about.who, n: waiting.days })
            : t('staff.waits.latePartition', {
                step,
                who: about?.who ?? '',
                partition: about?.partition ?? '',
                n: waiting.days,
              }),
        'warning',
        <Button
          size="sm"
          onClick={() => onCommand({ command: 'change_deadline', assignment: waiting.assignment })}
        >
          {t('staff.deed.change_deadline')}
        </Button>,
      );
    case 'replace':
      return row(
        waiting.assignment.status === 'refused'
          ? t('staff.waits.refused', { step, who: about?.who ?? '' })
          : t('staff.waits.conflicted', { step, who: about?.who ?? '' }),
        'warning',
        assign(waiting.assignment.id, waiting.assignment.partitionId),
      );
    case 'nobody':
      return row(t('staff.waits.nobody', { step }), 'info', assign());
    case 'more':
      return row(t('staff.waits.more', { step, n: waiting.missing }), 'info', assign());
    case 'begins':
      return row(
        unbroken(
          group.waitsFor === undefined
            ? t('staff.waits.begins', { step, at: momentOf(group.begins, application) })
            : t('staff.waits.waitsFor', {
                step,
                what: waitsForText(group.waitsFor, application.call.timeZone),
              }),
        ),
        'info',
        null,
      );
    case 'applicant':
      return row(
        unbroken(t('staff.waits.applicant', { step, at: momentOf(group.end, application) })),
        'info',
        null,
      );
    case 'decide':
      return row(
        t('staff.waits.decide', { step }),
        'info',
        <Button size="sm" onClick={() => onCommand({ command: 'decide', assignment: waiting.assignment })}>
          {t('staff.deed.decide')}
        </Button>,
      );
    case 'release':
      return row(
        t('staff.waits.release', { step }),
        'info',
        <Button size="sm" onClick={() => onCommand({ command: 'release', group })}>
          {t('staff.deed.release')}
        </Button>,
      );
  }
}
