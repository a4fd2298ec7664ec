import type { Assignment, SuggestedReplacement } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { EmailText } from '@clearcall/ui/kit/text/email-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, remainingText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useNavigate } from '@tanstack/react-router';
import { askedToTake } from '../../../parts/take/taken.ts';
import { useTake } from '../../../parts/take/use-take.tsx';
import { suggestedBy, suggestionText } from '../assign/suggestions-for.ts';
import { Assigner } from '../assigner.tsx';
import { shownStatus } from '../editor/assignment-chip.tsx';
import { projectTitleIn } from '../editor/project-title.ts';
import { momentText } from '../editor/step-texts.ts';
import { canAssignHere, replacementOf } from './assign-user.tsx';
import { handedInText, isUnowned, partitionName, whoHas } from './person-name.ts';
import { refusalText } from './refusal-text.ts';
import { type Action, actionIcons, actionsOf, type OfferedAction } from './row-actions.ts';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';
import type { Actions } from './waits.tsx';
import { daysLate, isOngoing } from './what-waits.ts';

/** Row of an assignment: the most useful command as a button, the others in a menu. */
export function AssignmentRow(
  props: Actions & {
    group: StepGroup;
    assignment: Assignment;
    address: string | undefined;
    isStaff: boolean;
  },
) {
  const { application, group, assignment, address, onCommand, onAssign, onDone } = props;
  const user = useUser();
  const navigate = useNavigate();
  const now = useNow();
  const { usual, all } = actionsOf(application, group, assignment, user.id, now);
  const who = whoHas(assignment, application);
  const taking = useTake({
    id: assignment.id,
    uid: application.uid,
    project: projectTitleIn(application),
    load: () => askedToTake(application, assignment.id),
    onDone,
  });
  const start = (action: Action) => {
    switch (action) {
      case 'open':
      case 'fill_in':
        return void navigate({ from: '/applications/$uid', search: { assignment: assignment.id } });
      case 'replace':
        return onAssign(replacementOf(assignment));
      case 'take':
        return taking.take();
      default:
        return onCommand({ command: action, assignment });
    }
  };
  const offered = all.filter(({ action }) => action !== 'replace' || canAssignHere());
  const item = ({ action, refusal }: OfferedAction): MenuItem => ({
    label: t(`staff.command.${action}`),
    icon: actionIcons[action],
    onSelect: () => start(action),
    ...(action === 'revoke' ? { danger: true } : {}),
    ...(refusal === null ? {} : { why: refusalText(refusal) }),
  });
  const assigner = assignment.assignerId === undefined ? null : <Assigner id={assignment.assignerId} />;
  const late = daysLate(assignment, now);
  const suggested = suggestedBy(application, assignment.id);
  const why =
    assignment.reason && tellsWhy.has(assignment.status)
      ? t('staff.row.reason', { reason: assignment.reason })
      : null;
  const { timeRequest } = assignment;
  const asked =
    timeRequest === undefined || timeRequest.declined !== null
      ? null
      : t('staff.time.asks', { day: dateText(timeRequest.until), reason: timeRequest.reason });
  const { owner: successor } = group.work.find(({ id }) => id === assignment.replacedById) ?? {};
  const gone = group.work.indexOf(assignment) >= group.counting;
  return (
    <li data-late={late !== null || undefined} data-gone={gone || undefined}>
      <span className={classes.person}>
        <b>
          {who}
          {assignment.isLead ? <span className={classes.lead}> {t('staff.row.lead')}</span> : null}
        </b>
        {address === undefined ? null : (
          <span className="muted" title={address}>
            <EmailText address={address} />
          </span>
        )}
        {offered.length === 0 ? assigner : null}
      </span>
      <span className={classes.role}>
        <span>{translate(roleMessage(assignment.role))}</span>
        <span>{partitionName(application, assignment.partitionId)}</span>
      </span>
      <span className={classes.status}>
        <StatusChip
          status={shownStatus(assignment)}
          word={
            assignment.status === 'assigned' && isUnowned(assignment) ? t('staff.row.unassigned') : undefined
          }
        />
      </span>
      <span className={classes.due} data-late={late !== null || undefined}>
        <Due
          assignment={assignment}
          isStaff={props.isStaff}
          ownerRole={group.ownerRole}
          late={late}
          zone={application.call.timeZone}
        />
      </span>
      <span className={classes.actions}>
        {usual === null || (usual === 'replace' && !canAssignHere()) ? null : (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<Icon name={actionIcons[usual]} />}
            aria-label={t('staff.command.of', { command: t(`staff.command.${usual}`), who })}
            loading={taking.isPending}
            onClick={() => start(usual)}
          >
            {t(`staff.command.${usual}`)}
          </Button>
        )}
        {offered.length === 0 ? null : (
          <MenuButton
            label={t('staff.command.moreOf', { what: who })}
            items={offered.map(item)}
            head={assigner}
          >
            <Icon name="more" />
          </MenuButton>
        )}
        {taking.dialog}
      </span>
      {why === null && successor === undefined && asked === null && suggested.length === 0 ? null : (
        <div className={`${classes.reason} small`}>
          {why === null ? null : <p>{why}</p>}
          {successor === undefined ? null : <p>{t('staff.row.tookOver', { who: fullName(successor) })}</p>}
          {asked === null ? null : <p>{asked}</p>}
          {suggested.length === 0 ? null : <p>{suggestsText(suggested)}</p>}
        </div>
      )}
    </li>
  );
}

export const suggestsText = (people: readonly SuggestedReplacement[]): string =>
  t('staff.row.suggests', { people: people.map(suggestionText) });

/** In these the reason says why it came to that. */
const tellsWhy: ReadonlySet<Assignment['status']> = new Set([
  'refused',
  'revoked',
  'conflicted',
  'rejected',
  'changes_requested',
]);

/** The deadline over what it means now. */
function Due(props: {
  assignment: Assignment;
  isStaff: boolean;
  ownerRole: string;
  late: number | null;
  zone: string;
}) {
  const { assignment, isStaff, ownerRole, late, zone } = props;
  const { deadline, start, submittedAt, status, activities } = assignment;
  const now = useNow();
  const meaning = (): string => {
    if (status === 'triggered')
      return start === null ? '' : t('staff.row.starts', { at: momentText(start, zone) });
    if (isOngoing(assignment)) {
      if (late !== null) return t('staff.row.late', { n: late });
      const left = deadline === null ? null : remainingText(Date.parse(deadline), now);
      return left === null ? '' : t('staff.row.left', { left });
    }
    const last = activities.at(-1);
    if (submittedAt !== null && status !== 'revoked' && status !== 'refused' && status !== 'conflicted')
      return handedInText({ owner: assignment.owner, submittedAt }, ownerRole);
    return last === undefined ? '' : t('staff.row.since', { day: dateText(last.createdAt) });
  };
  const isTold = isStaff || assignment.owner !== undefined || assignment.commands.take === null;
  return (
    <>
      {/* Staff see each deadline. Other readers see none of work that they may not take, and of somebody else's. */}
      <DateTime at={deadline} dateOnly unset={isTold ? t('staff.row.noDeadline') : ''} />
      <span className="muted">{unbroken(meaning())}</span>
    </>
  );
}
