import type {
  Application,
  Assignment,
  SuggestedReplacement,
} from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { Chip, StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { EmailText } from '@clearcall/ui/kit/text/email-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, remainingText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { onePerson } from '@clearcall/ui/session/people.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTake } from '../../../parts/take/use-take.tsx';
import { suggestedAt, suggestedBy, suggestionText } from '../assign/suggestions-for.ts';
import { projectTitleIn } from '../editor/project-title.ts';
import { momentText } from '../editor/step-texts.ts';
import { agreementOf } from '../work/agreement-of.ts';
import { type Appointment, canAssignHere, replacementOf } from './assign-user.tsx';
import { AssignmentsAside } from './assignments-aside.tsx';
import { useAtOnce } from './at-once.ts';
import { type Deed, deedsOf, type OfferedDeed } from './deeds.ts';
import { assignedText, handedInText, isUnowned, partitionName, whoHas } from './person-name.ts';
import { refusalText } from './refusal-text.ts';
import classes from './staff.module.css';
import type { AskedCommand } from './staff-command-dialog.tsx';
import { commandsOnWhole, quietAtEnd, type StepGroup } from './step-groups.ts';
import { unseenText } from './unseen-text.ts';
import { useAddresses } from './use-addresses.ts';
import { daysLate, isOngoing } from './what-waits.ts';

interface Deeds {
  application: Application;
  onCommand: (command: AskedCommand) => void;
  onAssign: (appointment: Appointment) => void;
  onDone: () => void;
}

/** All work on an application by its steps, with what can be done with each. */
export function AssignmentsTab(props: Deeds & { groups: readonly StepGroup[]; isStaff: boolean }) {
  const { application, groups, isStaff, ...deeds } = props;
  const { step: named } = useSearch({ strict: false });
  const [all, setAll] = useState(false);
  const quiet = groups.slice(groups.length - quietAtEnd(groups));
  const folded = !all && quiet.length > 0 && quiet.every(({ id }) => id !== named);
  const shown = folded ? groups.slice(0, groups.length - quiet.length) : groups;
  const addresses = useAddresses(application.uid);
  useEffect(() => {
    if (named !== undefined) document.getElementById(groupId(named))?.scrollIntoView();
  }, [named]);
  return (
    <div className={classes.columns}>
      <div>
        {shown.map((group) => (
          <Group
            key={group.id}
            group={group}
            application={application}
            addresses={addresses}
            isStaff={isStaff}
            {...deeds}
          />
        ))}
        {folded ? (
          <p className={classes.folded}>
            <span>
              {t(quiet[0]?.state === 'over' ? 'staff.group.quietOver' : 'staff.group.quiet', {
                from: quiet[0]?.number ?? 0,
                to: quiet.at(-1)?.number ?? 0,
                steps: quiet.map(({ title }) => title),
              })}
            </span>
            <Button size="sm" variant="subtle" onClick={() => setAll(true)}>
              {t('staff.group.show')}
            </Button>
          </p>
        ) : null}
      </div>
      <AssignmentsAside
        application={application}
        isStaff={isStaff}
        onCommand={deeds.onCommand}
        onDone={deeds.onDone}
      />
    </div>
  );
}

const groupId = (stepId: string): string => `step:${stepId}`;

const states = {
  done: { tone: 'ok', icon: 'dial-submitted' },
  over: { tone: 'quiet', icon: 'ring' },
  decided: { tone: 'quiet', icon: 'dial-submitted' },
  running: { tone: 'open', icon: 'dot' },
  late: { tone: 'bad', icon: 'warning' },
  coming: { tone: 'quiet', icon: 'clock' },
  locked: { tone: 'quiet', icon: 'lock' },
  nobody: { tone: 'quiet', icon: 'dial-draft' },
} as const;

const stepDeeds = ['release', 'unlock', 'lock'] as const;
const stepIcons = { release: 'eye', unlock: 'lock', lock: 'lock' } as const satisfies Record<
  string,
  IconName
>;

function Group(
  props: Deeds & { group: StepGroup; addresses: ReadonlyMap<number, string>; isStaff: boolean },
) {
  const { application, group, addresses, isStaff, onCommand, onAssign, onDone } = props;
  const { commands } = group;
  const { tone, icon } = states[group.state];
  const outcome = commandsOnWhole(application).outcome;
  const now = useCommand({
    send: (call, command: 'lock' | 'unlock') =>
      call(`POST /v2/applications/:id/${command}`, {
        params: { id: application.uid },
        body: { flowElementId: group.id },
      }),
    done: noticeTexts.changesSaved,
    after: onDone,
  });
  const suggested = suggestedAt(application, group.id);
  // Staff see all work in the rows.
  const assigned = isStaff ? [] : group.assigned;
  // Of what cannot be done now a step says why in a menu; what can never be done with it is not there.
  const more: MenuItem[] = (['assign', ...stepDeeds] as const).flatMap((deed) => {
    const refusal = commands[deed];
    if (deed === 'release' && refusal === null && !group.tellsOthers)
      return [{ label: t('staff.deed.release'), onSelect: () => onCommand({ command: deed, group }) }];
    if (refusal === undefined || refusal === null || group.work.length === 0) return [];
    if (['role_not_assignable', 'step_not_unlockable'].includes(refusal)) return [];
    return [{ label: t(`staff.deed.${deed}`), onSelect: () => {}, why: refusalText(refusal) }];
  });
  return (
    <section id={groupId(group.id)} className={classes.group} aria-labelledby={`${groupId(group.id)}:title`}>
      <header>
        <h2 id={`${groupId(group.id)}:title`}>
          <span className="muted num">{group.number}</span> {group.title}
        </h2>
        <Chip tone={tone} icon={icon}>
          {t(`staff.state.${group.state}`)}
        </Chip>
        <span className="small soft">
          {group.total > 0
            ? t('staff.group.in', { n: group.submitted, total: group.total })
            : translate(roleMessage(group.ownerRole))}
        </span>
        <span className={classes.stepDeeds}>
          {canAssignHere() && commands.assign === null ? (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="plus" />}
              onClick={() => onAssign({ stepId: group.id })}
            >
              {t('staff.deed.assign')}
            </Button>
          ) : null}
          {outcome === null && group.isFinal ? (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="edit" />}
              onClick={() => onCommand({ command: 'outcome' })}
            >
              {t('staff.deed.outcome')}
            </Button>
          ) : null}
          {stepDeeds.map((deed) =>
            commands[deed] === null && (deed !== 'release' || group.tellsOthers) ? (
              <Button
                key={deed}
                size="sm"
                variant="subtle"
                loading={now.isPending}
                leftSection={<Icon name={stepIcons[deed]} />}
                onClick={() => (deed === 'release' ? onCommand({ command: deed, group }) : now.send(deed))}
              >
                {t(`staff.deed.${deed}`)}
              </Button>
            ) : null,
          )}
          {more.length > 0 ? (
            <MenuButton label={t('staff.deed.moreOf', { what: group.title })} items={more}>
              <Icon name="more" />
            </MenuButton>
          ) : null}
        </span>
      </header>
      {suggested.length === 0 ? null : <p className={`${classes.none} small`}>{suggestsText(suggested)}</p>}
      {assigned.length === 0 ? null : (
        <p className={`${classes.none} small`}>
          {t('staff.assign.assigned', { people: assigned.map((one) => assignedText(application, one)) })}
        </p>
      )}
      {group.work.length === 0 && assigned.length > 0 ? null : group.work.length === 0 ? (
        <p className={`${classes.none} small soft`}>{unbroken(unseenText(group, application))}</p>
      ) : (
        <ul className={classes.rows}>
          {group.work.map((assignment) => (
            <Row
              key={assignment.id}
              application={application}
              group={group}
              assignment={assignment}
              address={addresses.get(assignment.owner?.id ?? -1)}
              onCommand={onCommand}
              onAssign={onAssign}
              onDone={onDone}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const icons = {
  open: 'arrow-right',
  fill_in: 'arrow-right',
  answer_time: 'clock',
  take: 'user',
  hand_back: 'turn-left',
  decide: 'dial-submitted',
  change_deadline: 'calendar',
  remind: 'mail',
  replace: 'user',
  reopen: 'turn-left',
  make_lead: 'arrow-up',
  mark_conflict: 'dial-conflicted',
  clear_conflict: 'dial-conflicted',
  revoke: 'dial-minus',
} as const satisfies Record<Deed, IconName>;

function Row(props: Deeds & { group: StepGroup; assignment: Assignment; address: string | undefined }) {
  const { application, group, assignment, address, onCommand, onAssign, onDone } = props;
  const user = useUser();
  const navigate = useNavigate();
  const now = useNow();
  const { usual, all } = deedsOf(application, group, assignment, user.id, now);
  const who = whoHas(assignment);
  const atOnce = useAtOnce(application, onDone);
  const taking = useTake({
    id: assignment.id,
    project: projectTitleIn(application),
    load: () => agreementOf(application, assignment.id),
    onTaken: onDone,
    onRefused: onDone,
  });
  const start = (deed: Deed) => {
    switch (deed) {
      case 'open':
      case 'fill_in':
        return void navigate({ from: '/applications/$uid', search: { assignment: assignment.id } });
      case 'replace':
        return onAssign(replacementOf(assignment));
      case 'take':
        return taking.take();
      case 'hand_back':
      case 'make_lead':
        return atOnce.send({ command: deed, assignment });
      default:
        return onCommand({ command: deed, assignment });
    }
  };
  const offered = all.filter(({ deed }) => deed !== 'replace' || canAssignHere());
  const item = ({ deed, refusal }: OfferedDeed): MenuItem => ({
    label: t(`staff.deed.${deed}`),
    icon: icons[deed],
    onSelect: () => start(deed),
    ...(deed === 'revoke' ? { danger: true } : {}),
    ...(refusal === null ? {} : { why: refusalText(refusal) }),
  });
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
  const gone = group.work.indexOf(assignment) >= group.counting;
  return (
    <li data-late={late !== null || undefined} data-gone={gone || undefined}>
      <span className={classes.person}>
        <b>
          {who}
          {assignment.isLead ? <span className={classes.lead}> {t('staff.row.lead')}</span> : null}
        </b>
        {address === undefined ? null : (
          <span className="muted">
            <EmailText address={address} />
          </span>
        )}
      </span>
      <span className={classes.role}>{translate(roleMessage(assignment.role))}</span>
      <span className={classes.partition}>{partitionName(application, assignment.partitionId)}</span>
      {assignment.assignerId === undefined ? null : <Assigner id={assignment.assignerId} />}
      <span className={classes.status}>
        <StatusChip status={assignment.status} />
      </span>
      <span className={classes.due} data-late={late !== null || undefined}>
        <Due
          assignment={assignment}
          ownerRole={group.ownerRole}
          late={late}
          zone={application.call.timeZone}
        />
      </span>
      <span className={classes.deeds}>
        {usual === null || (usual === 'replace' && !canAssignHere()) ? null : (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<Icon name={icons[usual]} />}
            aria-label={t('staff.deed.of', { deed: t(`staff.deed.${usual}`), who })}
            loading={taking.isPending}
            onClick={() => start(usual)}
          >
            {t(`staff.deed.${usual}`)}
          </Button>
        )}
        {offered.length === 0 ? null : (
          <MenuButton label={t('staff.deed.moreOf', { what: who })} items={offered.map(item)}>
            <Icon name="more" />
          </MenuButton>
        )}
        {taking.dialog}
      </span>
      {why === null && asked === null && suggested.length === 0 ? null : (
        <div className={`${classes.reason} small`}>
          {why === null ? null : <p>{why}</p>}
          {asked === null ? null : <p>{asked}</p>}
          {suggested.length === 0 ? null : <p>{suggestsText(suggested)}</p>}
        </div>
      )}
    </li>
  );
}

const suggestsText = (people: readonly SuggestedReplacement[]): string =>
  t('staff.row.suggests', { people: people.map(suggestionText) });

/** Who put the owner on an assignment; whoever cannot be found is said not to be. Source: Requirements 1, 8.21. */
function Assigner(props: { id: number }) {
  const { data: person, isPending } = useQuery(onePerson(props.id));
  return (
    <span className={`${classes.assigner} muted`}>
      {isPending
        ? t('editor.assignedBy', { name: '…' })
        : person
          ? t('editor.assignedBy', { name: fullName(person) })
          : t('editor.assignedByUnknown')}
    </span>
  );
}

/** In these the reason says why it came to that. */
const tellsWhy: ReadonlySet<Assignment['status']> = new Set([
  'refused',
  'revoked',
  'conflicted',
  'rejected',
  'changes_requested',
]);

/** The deadline over what it means now. */
function Due(props: { assignment: Assignment; ownerRole: string; late: number | null; zone: string }) {
  const { assignment, ownerRole, late, zone } = props;
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
  return (
    <>
      {/* Of somebody else's work its readers are not told until when. */}
      <DateTime
        at={deadline}
        dateOnly
        unset={assignment.owner === undefined && !isUnowned(assignment) ? '' : t('staff.row.noDeadline')}
      />
      <span className="muted">{unbroken(meaning())}</span>
    </>
  );
}
