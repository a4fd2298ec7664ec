import type { Application } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { suggestedAt } from '../assign/suggestions-for.ts';
import { quotingSteps } from '../quoting-steps.ts';
import { canAssignHere } from './assign-user.tsx';
import { AssignmentRow, suggestsText } from './assignment-row.tsx';
import { AssignmentsAside } from './assignments-aside.tsx';
import { assignedText, handedInText } from './person-name.ts';
import { refusalText } from './refusal-text.ts';
import classes from './staff.module.css';
import { commandsOnWhole, type StepGroup } from './step-groups.ts';
import { unseenText } from './unseen-text.ts';
import { useAddresses } from './use-addresses.ts';
import { useLock } from './use-lock.ts';
import { type Actions, Waits } from './waits.tsx';
import type { Waiting } from './what-waits.ts';

/** What waits for the reader, and all work on an application by its steps, with what can be done with each. */
export function AssignmentsTab(
  props: Actions & { groups: readonly StepGroup[]; waits: readonly Waiting[]; isStaff: boolean },
) {
  const { groups, waits, isStaff, ...actions } = props;
  const { application } = actions;
  const { step: named } = useSearch({ strict: false });
  const addresses = useAddresses(application.uid);
  useEffect(() => {
    if (named !== undefined) document.getElementById(groupId(named))?.scrollIntoView();
  }, [named]);
  return (
    <div className={classes.columns}>
      <div>
        <Waits waits={waits} {...actions} />
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            addresses={addresses}
            isStaff={isStaff}
            isNamed={group.id === named}
            {...actions}
          />
        ))}
      </div>
      <AssignmentsAside
        application={application}
        groups={groups}
        isStaff={isStaff}
        onCommand={actions.onCommand}
        onAssign={actions.onAssign}
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
  returned: { tone: 'quiet', icon: 'clock' },
  partDone: { tone: 'ok', icon: 'dial-submitted' },
} as const;

const stepActions = ['release', 'unlock', 'lock'] as const;
const stepIcons = { release: 'eye', unlock: 'unlock', lock: 'lock' } as const satisfies Record<
  string,
  IconName
>;

function Group(
  props: Actions & {
    group: StepGroup;
    addresses: ReadonlyMap<number, string>;
    isStaff: boolean;
    isNamed: boolean;
  },
) {
  const { group, addresses, isStaff, isNamed, ...actions } = props;
  const { application, onCommand, onAssign, onDone } = actions;
  const { commands } = group;
  const { tone, icon } = states[group.state];
  const isOver = group.state === 'done' || group.state === 'over';
  const [isUnfolded, setUnfolded] = useState(!isOver || isNamed);
  const opened = !isOver || isUnfolded;
  const hasRows = group.work.length > 0;
  const outcome = commandsOnWhole(application).outcome;
  const lock = useLock({ application, group, onCommand, onDone });
  const suggested = suggestedAt(application, group.id);
  // Staff see all work in the rows.
  const assigned = isStaff ? [] : group.assigned;
  // Of what cannot be done now a step says why in a menu; what can never be done with it is not there.
  const more: MenuItem[] = (['assign', ...stepActions] as const).flatMap((action) => {
    const refusal = commands[action];
    if (action === 'release' && refusal === null && !group.isToRelease)
      return [{ label: t('staff.command.release'), onSelect: () => onCommand({ command: action, group }) }];
    if (refusal === undefined || refusal === null || !hasRows) return [];
    if (['role_not_assignable', 'step_not_unlockable'].includes(refusal)) return [];
    return [{ label: t(`staff.command.${action}`), onSelect: () => {}, why: refusalText(refusal) }];
  });
  // What has not begun and has nobody yet is one line.
  const isOpen = hasRows || assigned.length > 0 || !['coming', 'locked', 'over'].includes(group.state);
  const title = (
    <>
      {group.number === null ? null : <span className="muted num">{group.number} </span>}
      <span lang={langOf(group, 'title')}>{group.title}</span>
    </>
  );
  return (
    <section
      id={groupId(group.id)}
      className={classes.group}
      aria-labelledby={`${groupId(group.id)}:title`}
      data-quiet={!isOpen ? 'coming' : opened ? undefined : 'over'}
    >
      <header>
        <h2 id={`${groupId(group.id)}:title`}>
          {isOver && hasRows ? (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={opened}
              onClick={() => setUnfolded(!opened)}
            >
              <span>{title}</span>
              <Icon name={opened ? 'chevron-up' : 'chevron-down'} />
            </button>
          ) : (
            title
          )}
        </h2>
        <span className={`${classes.summary} small`}>
          {isOpen ? (
            <Chip tone={tone} icon={icon} calm={isOver}>
              {t(`staff.state.${group.state}`)}
            </Chip>
          ) : (
            <span>{translate(roleMessage(group.ownerRole))}</span>
          )}
          <span>{quotingSteps(application, summaryText(group, application))}</span>
        </span>
        <span className={classes.stepActions}>
          {canAssignHere() && commands.assign === null ? (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="plus" />}
              onClick={() => onAssign({ stepId: group.id })}
            >
              {t('staff.command.assign')}
            </Button>
          ) : null}
          {outcome === null && group.isFinal ? (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="edit" />}
              onClick={() => onCommand({ command: 'outcome' })}
            >
              {t('staff.command.outcome')}
            </Button>
          ) : null}
          {stepActions.map((action) =>
            commands[action] === null && (action !== 'release' || group.isToRelease) ? (
              <Button
                key={action}
                size="sm"
                variant="subtle"
                loading={action === 'lock' && lock.isPending}
                leftSection={<Icon name={stepIcons[action]} />}
                onClick={() => (action === 'lock' ? lock.send() : onCommand({ command: action, group }))}
              >
                {t(`staff.command.${action}`)}
              </Button>
            ) : null,
          )}
          {more.length > 0 ? (
            <MenuButton
              label={t('staff.command.moreOf', { what: group.title })}
              draw={(words) => quoting(words, quoted(group, 'title'))}
              items={more}
            >
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
      {hasRows ? (
        <ul className={classes.rows} hidden={!opened}>
          {group.work.map((assignment) => (
            <AssignmentRow
              key={assignment.id}
              group={group}
              assignment={assignment}
              address={addresses.get(assignment.owner?.id ?? -1)}
              isStaff={isStaff}
              {...actions}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** How much of a step is in, or what it waits for. */
function summaryText(group: StepGroup, application: Application): string {
  const { total, submitted, state, work } = group;
  if (total === 0) return work.length > 0 ? '' : unseenText(group, application);
  const many = t('staff.group.in', { n: submitted, total });
  const last = work
    .filter((one) => one.submittedAt !== null)
    .toSorted((one, other) => (one.submittedAt ?? '').localeCompare(other.submittedAt ?? ''))
    .at(-1);
  return state !== 'done' || last === undefined ? many : `${many}, ${handedInText(last, group.ownerRole)}`;
}
