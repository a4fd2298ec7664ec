import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { pendingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { askedToTake } from '../../../parts/take/taken.ts';
import { useTake } from '../../../parts/take/use-take.tsx';
import { shownStatus } from '../editor/assignment-chip.tsx';
import { shownIdOf, stepsOf } from '../editor/editor-session.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { StepStrip } from '../editor/step-strip.tsx';
import { workDate } from '../editor/step-texts.ts';
import { partitionName } from '../partition-name.ts';
import { looksAfter } from '../staff/for-whom.ts';
import { isOngoing } from '../staff/what-waits.ts';
import { followUp } from './follow-up.ts';
import classes from './work.module.css';

/** Time runs on work that waits for its owner alone; when it has run out, that is late. */
function dueState({ status, deadline }: Assignment, now: number): 'running' | 'late' | 'over' {
  if (!(pendingStatuses as readonly string[]).includes(status)) return 'over';
  return deadline !== null && Date.parse(deadline) < now ? 'late' : 'running';
}

/** What application it is, how what is open of it stands, and until when. */
export function WorkHead(props: {
  application: Application;
  status: string;
  /** What is open: a step, a partition. */
  what: ReactNode;
  assignment: Assignment | null;
}) {
  const { application, assignment } = props;
  const user = useUser();
  const { staffRoles } = useOrganisation();
  const now = useNow();
  const date = assignment === null ? null : workDate(application, assignment);
  return (
    <header className={classes.head}>
      <div className={`page ${classes.headLine}`}>
        {assignment === null ? (
          <BackLink to="/applications">{t('editor.missing.applications')}</BackLink>
        ) : (
          <BackLink to="/dashboard">{t('frame.tabs.dashboard')}</BackLink>
        )}
        <b data-titles-page="">{unbroken(shownIdOf(application))}</b>
        <p className="small soft">
          <span lang={langOf(application.call, 'title')}>{application.call.title}</span>
          {props.what}
        </p>
        <StatusChip status={props.status} />
        {assignment !== null && looksAfter(application, user, { staffRoles, isAsked: true }) ? (
          <Link className="small only-screen" from="/applications/$uid" search={{ tab: 'assignments' }}>
            {t('work.head.all')}
          </Link>
        ) : null}
        <StepStrip application={application} />
        {assignment === null || date === null ? null : (
          <p className={`small ${classes.due}`} data-due={dueState(assignment, now)}>
            {date.label}{' '}
            <b>
              <DateTime at={date.at} zone={application.call.timeZone} />
            </b>
          </p>
        )}
      </div>
    </header>
  );
}

/** The reader's work on an application, where more than what is open: which that is, and the way to the rest. */
export function WorkChooser(props: {
  application: Application;
  work: readonly Assignment[];
  open: Assignment;
}) {
  const { application, work, open } = props;
  if (work.every(({ id }) => id === open.id)) return null;
  return (
    <nav className={`page ${classes.chooser}`} aria-labelledby="own-work">
      <h2 id="own-work">{t('work.chooser.title')}</h2>
      <ul>
        {work.map((one) => {
          const step = stepsOf(application).find(({ id }) => id === one.stepId);
          const date = workDate(application, one);
          return (
            <li key={one.id} data-open={one.id === open.id || undefined}>
              <Link
                from="/applications/$uid"
                search={{ assignment: one.id }}
                aria-current={one.id === open.id ? 'page' : undefined}
              >
                <span lang={step && langOf(step, 'title')}>
                  {step?.title ?? translate(roleMessage(one.role))}
                </span>
                {one.partitionId === null ? null : `, ${partitionName(application, one.partitionId)}`}
              </Link>
              <StatusChip status={shownStatus(one)} />
              <span className="small soft">
                {date === null ? (
                  isOngoing(one) ? (
                    t('work.chooser.noDeadline')
                  ) : null
                ) : (
                  <DateTime
                    at={date.at}
                    {...(isOngoing(one) ? { zone: application.call.timeZone } : { dateOnly: true })}
                  />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Work that nobody has yet and the reader may take. */
export function ToTake(props: { application: Application; reload: () => void }) {
  return props.application.toTake?.map((open) => <Take key={open.id} {...props} open={open} />);
}

function Take(props: {
  application: Application;
  reload: () => void;
  open: NonNullable<Application['toTake']>[number];
}) {
  const { application, open } = props;
  const take = useTake({
    id: open.id,
    uid: application.uid,
    project: projectTitleIn(application),
    load: () => askedToTake(application, open.id),
    onDone: followUp({ uid: application.uid, reload: props.reload, onLeft: () => {} }).after,
    onRefused: props.reload,
  });
  return (
    <div className={`page ${classes.take}`}>
      <Note kind="info">
        <p>
          <RichText
            id={open.partitionId === null ? 'work.take.open' : 'work.take.openFor'}
            values={{
              step: open.step,
              partition: open.partitionId === null ? '' : partitionName(application, open.partitionId),
            }}
            parts={{ strong: (text) => <b>{text}</b> }}
          />
        </p>
        {open.guide === undefined ? null : <p className="soft small">{open.guide}</p>}
        <p className={classes.actions}>
          <Button variant="filled" loading={take.isPending} onClick={() => take.take()}>
            {t('work.take.do')}
          </Button>
          <Button onClick={take.declareConflict}>{t('work.coi.conflict')}</Button>
        </p>
      </Note>
      {take.dialog}
    </div>
  );
}
