import type { Application } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { suggestedAt } from '../assign/suggestions-for.ts';
import { canAssignHere } from './assign-user.tsx';
import { AssignmentRow, suggestsText } from './assignment-row.tsx';
import { AssignmentsAside } from './assignments-aside.tsx';
import { assignedText, handedInText } from './person-name.ts';
import { refusalText } from './refusal-text.ts';
import classes from './staff.module.css';
import { commandsOnWhole, type StepGroup } from './step-groups.ts';
import { unseenText } from './unseen-text.ts';
import { useAddresses } from './use-addresses.ts';
import { type Deeds, Waits } from './waits.tsx';
import type { Waiting } from './what-waits.ts';

/** What waits for the reader, and all work on an application by its steps, with what can be done with each. */
export function AssignmentsTab(
  props: Deeds & { groups: readonly StepGroup[]; waits: readonly Waiting[]; isStaff: boolean },
) {
  const { groups, waits, isStaff, ...deeds } = props;
  const { application } = deeds;
  const { step: named } = useSearch({ strict: false });
  const addresses = useAddresses(application.uid);
  useEffect(() => {
    if (named !== undefined) document.getElementById(groupId(named))?.scrollIntoView();
  }, [named]);
  return (
    <div className={classes.columns}>
      <div>
        <Waits waits={waits} {...deeds} />
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            addresses={addresses}
            isStaff={isStaff}
            isNamed={group.id === named}
            {...deeds}
          />
        ))}
      </div>
      <AssignmentsAside application={application} isStaff={isStaff} onCommand={deeds.onCommand} />
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
const stepIcons = { release: 'eye', unlock: 'unlock', lock: 'lock' } as const satisfies Record<
  string,
  IconName
>;

function Group(
  props: Deeds & {
    group: StepGroup;
    addresses: ReadonlyMap<number, string>;
    isStaff: boolean;
    isNamed: boolean;
  },
) {
  const { group, addresses, isStaff, isNamed, ...deeds } = props;
  const { application, onCommand, onAssign, onDone } = deeds;
  const { commands } = group;
  const { tone, icon } = states[group.state];
  const isOver = group.state === 'done' || group.state === 'over';
  const [isUnfolded, setUnfolded] = useState(!isOver || isNamed);
  const opened = !isOver || isUnfolded;
  const hasRows = group.work.length > 0;
  const outcome = commandsOnWhole(application).outcome;
  const now = useCommand({
    send: (call) =>
      call('POST /v2/applications/:id/lock', {
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
    if (deed === 'release' && refusal === null && !group.isToRelease)
      return [{ label: t('staff.deed.release'), onSelect: () => onCommand({ command: deed, group }) }];
    if (refusal === undefined || refusal === null || !hasRows) return [];
    if (['role_not_assignable', 'step_not_unlockable'].includes(refusal)) return [];
    return [{ label: t(`staff.deed.${deed}`), onSelect: () => {}, why: refusalText(refusal) }];
  });
  // What has not begun and has nobody yet is one line.
  const isOpen = hasRows || assigned.length > 0 || !['coming', 'locked', 'over'].includes(group.state);
  const title = (
    <>
      <span className="muted num">{group.number}</span>{' '}
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
          <span>{unbroken(summaryText(group, application))}</span>
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
            commands[deed] === null && (deed !== 'release' || group.isToRelease) ? (
              <Button
                key={deed}
                size="sm"
                variant="subtle"
                loading={now.isPending}
                leftSection={<Icon name={stepIcons[deed]} />}
                // Locking sends no emails, and is undone by unlocking.
                onClick={() => (deed === 'lock' ? now.send() : onCommand({ command: deed, group }))}
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
      {hasRows ? (
        <ul className={classes.rows} hidden={!opened}>
          {group.work.map((assignment) => (
            <AssignmentRow
              key={assignment.id}
              group={group}
              assignment={assignment}
              address={addresses.get(assignment.owner?.id ?? -1)}
              {...deeds}
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
