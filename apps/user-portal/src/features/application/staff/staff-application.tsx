import type { Application } from '@clearcall/domain/applications/application.ts';
import { ListSelect } from '@clearcall/ui/kit/field/list-select.tsx';
import { focusHeading } from '@clearcall/ui/kit/page/focus-heading.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import tabClasses from '@clearcall/ui/kit/page/tab-list.module.css';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  useWaitingReleases,
  WaitingReleases,
  waitingReleasesOf,
} from '../../../parts/releases/waiting-releases.tsx';
import type { StaffTab } from '../../../search-params.ts';
import { DeclinedAward } from '../declined-award.tsx';
import { ActionsTab } from './actions-tab.tsx';
import { ApplicationTab } from './application-tab.tsx';
import { type Appointment, AssignUser, canAssignHere, replacementOf } from './assign-user.tsx';
import { conflictsOf } from './assignments-aside.tsx';
import { AssignmentsTab } from './assignments-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { EventLogTab } from './event-log-tab.tsx';
import { MailsTab } from './mails-tab.tsx';
import { NotesTab, notesOf } from './notes-tab.tsx';
import classes from './staff.module.css';
import { StaffBar } from './staff-bar.tsx';
import { type AskedCommand, StaffCommandDialog } from './staff-command-dialog.tsx';
import { stepGroups } from './step-groups.ts';
import { peopleOf } from './use-addresses.ts';
import { useAfterRefusal } from './use-after-refusal.ts';
import { isOngoing, whatWaits } from './what-waits.ts';

/** Loads what is drawn between the rows of the page; what fails is loaded by the page itself. */
export const prefetchStaff = (
  queries: QueryClient,
  uid: string,
  isStaff: boolean,
  opened: Promise<Application | object>,
): Promise<unknown> =>
  Promise.all([
    queries.prefetchQuery(peopleOf(uid)),
    ...(isStaff
      ? [
          queries.prefetchQuery(conflictsOf(uid)),
          queries.prefetchInfiniteQuery(notesOf(uid)),
          opened.then(async (one) => {
            if ('id' in one) await queries.prefetchQuery(waitingReleasesOf(one.id));
          }),
        ]
      : []),
  ]);

/** An application as those who look after it see it: how it stands, what waits for them, and all that is kept about it. */
export function StaffApplication(props: { application: Application; reload: () => void }) {
  const { application, reload } = props;
  const user = useUser();
  const { staffRoles } = useOrganisation();
  const { tab: wanted, replace, step: named } = useSearch({ strict: false });
  const navigate = useNavigate({ from: '/applications/$uid' });
  const queries = useQueryClient();
  const now = useNow();
  const [command, setCommand] = useState<AskedCommand | null>(null);
  const [appointment, setAppointment] = useState<Appointment | null>(null);
  const isStaff = staffRoles.includes(user.role);
  const waiting =
    useWaitingReleases({ applicationId: application.id, enabled: isStaff, onChange: reload }) ?? [];
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
  useAfterRefusal(() => {
    // The dialog stays with its refusal, also if the address that opened it names nothing to assign any more.
    setAppointment(asked);
    void queries.invalidateQueries({ queryKey: ['applications'] });
    reload();
  });
  const closeChoice = () => {
    setAppointment(null);
    if (replace !== undefined || toFill)
      void navigate({
        search: ({ replace: _replaced, step: _filled, ...search }) => search,
        replace: true,
        resetScroll: false,
      });
  };
  const waits = whatWaits(application, groups, { ...user, isStaff }, now);
  const shown = waits
    .map((one) => [one.kind, ...('groups' in one ? one.groups : [one.group]).map(({ id }) => id)].join(' '))
    .join(' ');
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
        waits={waits}
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
    <>
      <StaffBar application={application} />
      <nav className={classes.tabBar} aria-label={t('staff.tab.label')}>
        <div className={`page only-wide ${tabClasses.tabs}`}>
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
        </div>
        <div className="page only-narrow">
          <ListSelect
            aria-label={t('staff.tab.label')}
            value={tab}
            onChange={(event) =>
              void navigate({ search: { tab: event.target.value as StaffTab }, resetScroll: false })
            }
          >
            {tabs.map(([name, label, count]) => (
              <option key={name} value={name}>
                {count === undefined ? label : `${label} (${count})`}
              </option>
            ))}
          </ListSelect>
        </div>
      </nav>
      <div className={`page ${classes.page}`}>
        <DeclinedAward application={application} />
        <WaitingReleases waiting={waiting} applicationId={application.id} />
        {content[tab]()}
      </div>
      <StaffCommandDialog
        application={application}
        asked={command}
        onClose={() => setCommand(null)}
        onDone={reload}
      />
      <AssignUser application={application} appointment={asked} onClose={closeChoice} onDone={reload} />
    </>
  );
}
