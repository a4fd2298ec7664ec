import type { Application } from '@clearcall/domain/applications/application.ts';
import { waitsForText } from '@clearcall/domain/applications/coming-step.ts';
import { Button, ButtonLink, smallButton } from '@clearcall/ui/kit/button.tsx';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { askedToTake } from '../../../parts/take/taken.ts';
import { useTake } from '../../../parts/take/use-take.tsx';
import { projectTitleIn } from '../editor/project-title.ts';
import { momentText } from '../editor/step-texts.ts';
import { quotingSteps } from '../quoting-steps.ts';
import { type Appointment, canAssignHere } from './assign-user.tsx';
import { isUnowned, partitionName, whoHas } from './person-name.ts';
import { actionIcons, canRemind } from './row-actions.ts';
import classes from './staff.module.css';
import type { AskedCommand } from './staff-command-dialog.tsx';
import type { StepGroup } from './step-groups.ts';
import type { Waiting } from './what-waits.ts';

/** What can be done from the lines and rows of an application. */
export interface Actions {
  application: Application;
  onCommand: (command: AskedCommand) => void;
  onAssign: (appointment: Appointment) => void;
  onDone: () => void;
}

/** Lines that are shown before the rest is asked for; on narrow pages it is one. A button never hides one line alone. */
const maxShown = 3;

/** What of an application waits for the reader, the most urgent first. */
export function Waits(props: Actions & { waits: readonly Waiting[] }) {
  const { waits, ...actions } = props;
  const [all, setAll] = useState(false);
  const total = waits.length;
  if (total === 0) return null;
  const more = (shown: number, width: string) =>
    total <= shown + 1 ? null : (
      <Button
        className={width}
        size="sm"
        variant="subtle"
        aria-expanded={all}
        leftSection={<Icon name={all ? 'chevron-up' : 'chevron-down'} />}
        onClick={() => setAll(!all)}
      >
        {all ? t('staff.waits.fewer') : t('staff.waits.all', { n: total - shown })}
      </Button>
    );
  return (
    <div className={classes.waits} data-all={all || undefined} data-total={total}>
      <ul aria-label={t('staff.waits.label')}>
        {waits.map((one) =>
          one.kind === 'releases' ? (
            <Releases key={one.kind} groups={one.groups} onCommand={actions.onCommand} />
          ) : (
            <Row
              key={`${one.kind} ${'assignment' in one ? one.assignment.id : 'open' in one ? one.open.id : one.group.id}`}
              waiting={one}
              {...actions}
            />
          ),
        )}
      </ul>
      {more(maxShown, 'only-wide')}
      {more(1, 'only-narrow')}
    </div>
  );
}

function WaitingRow(props: { icon: 'warning' | 'info' | 'user'; sentence: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Icon name={props.icon} className={props.icon === 'warning' ? classes.urgent : undefined} />
      <p>{props.sentence}</p>
      {props.children}
    </li>
  );
}

/** A command of a line, as in the rows of people below. */
function Act({ icon, ...rest }: { icon: IconName } & ComponentProps<typeof Button>) {
  return <Button size="sm" variant="subtle" leftSection={<Icon name={icon} />} {...rest} />;
}

/** How the title of a step is drawn in a sentence. */
const partsOf = (group: StepGroup | undefined) => ({
  b: (words: string) => <b lang={group && langOf(group, 'title')}>{words}</b>,
});

/** All steps that can be released, in one line. */
function Releases(props: { groups: readonly StepGroup[]; onCommand: Actions['onCommand'] }) {
  const { groups, onCommand } = props;
  const release = (group: StepGroup) => onCommand({ command: 'release', group });
  const [first, ...more] = groups;
  return (
    <WaitingRow
      icon="info"
      sentence={
        <RichText
          id="staff.waits.release"
          values={{ steps: groups.map(({ title }) => title) }}
          parts={partsOf(first)}
        />
      }
    >
      {first !== undefined && more.length === 0 ? (
        <Act icon="eye" onClick={() => release(first)}>
          {t('staff.command.release')}
        </Act>
      ) : (
        <MenuButton
          className={smallButton}
          items={groups.map((group) => ({
            label: group.title,
            draw: (words: string) => quoting(words, quoted(group, 'title')),
            onSelect: () => release(group),
          }))}
        >
          {t('staff.command.release')} <Icon name="chevron-down" />
        </MenuButton>
      )}
    </WaitingRow>
  );
}

const momentOf = (at: string | null, { call }: Application): string =>
  at === null ? '' : momentText(at, call.timeZone);

/** That nobody has work that is late. */
function Unowned({ group, n, partition }: { group: StepGroup; n: number; partition: string }) {
  const values = { step: group.title, n, partition };
  const parts = partsOf(group);
  return partition === '' ? (
    <RichText id="staff.waits.lateUnowned" values={values} parts={parts} />
  ) : (
    <RichText id="staff.waits.lateUnownedPartition" values={values} parts={parts} />
  );
}

/** That nobody has work which the reader can take, and how late it is. */
function ToTake(props: { waiting: Extract<Waiting, { kind: 'take' }>; application: Application }) {
  const { group, open, days } = props.waiting;
  const partition = open.partitionId === null ? '' : partitionName(props.application, open.partitionId);
  if (days !== null) return <Unowned group={group} n={days} partition={partition} />;
  const values = { step: group.title, partition };
  const parts = partsOf(group);
  return partition === '' ? (
    <RichText id="staff.waits.take" values={values} parts={parts} />
  ) : (
    <RichText id="staff.waits.takePartition" values={values} parts={parts} />
  );
}

/** One sentence of what waits, with one button. */
function Row(props: Actions & { waiting: Exclude<Waiting, { kind: 'releases' }> }) {
  const { application, waiting, onCommand, onAssign, onDone } = props;
  const takes = waiting.kind === 'take' ? waiting.open.id : '';
  const take = useTake({
    id: takes,
    uid: application.uid,
    project: projectTitleIn(application),
    load: () => askedToTake(application, takes),
    onDone,
  });
  const { group } = waiting;
  const { waitsFor } = group;
  const step = group.title;
  const parts = partsOf(group);
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
  const hurry =
    'assignment' in waiting && canRemind(application, waiting.assignment) ? 'remind' : 'change_deadline';
  const row = (sentence: ReactNode, icon: 'warning' | 'info' | 'user', action: ReactNode) => (
    <WaitingRow icon={icon} sentence={sentence}>
      {action}
      {take.dialog}
    </WaitingRow>
  );
  const assign = (replaces?: string, partitionId?: string | null) =>
    canAssignHere() ? (
      <Act icon="plus" onClick={() => onAssign({ stepId: group.id, replaces, partitionId })}>
        {t('staff.command.assign')}
      </Act>
    ) : null;
  switch (waiting.kind) {
    case 'own':
      return row(
        <RichText id="staff.waits.own" values={{ step }} parts={parts} />,
        'user',
        <ButtonLink
          size="sm"
          variant="subtle"
          leftSection={<Icon name={actionIcons.open} />}
          from="/applications/$uid"
          search={{ assignment: waiting.assignment.id }}
        >
          {t('staff.command.open')}
        </ButtonLink>,
      );
    case 'take':
      return row(
        <ToTake waiting={waiting} application={application} />,
        waiting.days === null ? 'user' : 'warning',
        <span>
          <Act icon={actionIcons.take} loading={take.isPending} onClick={() => take.take()}>
            {t('staff.command.take')}
          </Act>
          <Act icon={actionIcons.mark_conflict} onClick={take.declareConflict}>
            {t('staff.command.conflict')}
          </Act>
        </span>,
      );
    case 'time':
      return row(
        <RichText
          id="staff.waits.time"
          values={{
            step,
            who: about?.who ?? '',
            day: dateText(waiting.assignment.timeRequest?.until ?? null),
          }}
          parts={parts}
        />,
        'info',
        <Act
          icon={actionIcons.answer_time}
          onClick={() => onCommand({ command: 'answer_time', assignment: waiting.assignment })}
        >
          {t('staff.command.answer_time')}
        </Act>,
      );
    case 'late':
      return row(
        isUnowned(waiting.assignment) ? (
          <Unowned group={group} n={waiting.days} partition={about?.partition ?? ''} />
        ) : about?.partition === '' ? (
          <RichText id="staff.waits.late" values={{ step, who: about.who, n: waiting.days }} parts={parts} />
        ) : (
          <RichText
            id="staff.waits.latePartition"
            values={{
              step,
              who: about?.who ?? '',
              partition: about?.partition ?? '',
              n: waiting.days,
            }}
            parts={parts}
          />
        ),
        'warning',
        <Act
          icon={actionIcons[hurry]}
          onClick={() => onCommand({ command: hurry, assignment: waiting.assignment })}
        >
          {t(`staff.command.${hurry}`)}
        </Act>,
      );
    case 'replace':
      return row(
        waiting.assignment.status === 'refused' ? (
          <RichText id="staff.waits.refused" values={{ step, who: about?.who ?? '' }} parts={parts} />
        ) : (
          <RichText id="staff.waits.conflicted" values={{ step, who: about?.who ?? '' }} parts={parts} />
        ),
        'warning',
        assign(waiting.assignment.id, waiting.assignment.partitionId),
      );
    case 'nobody':
      return row(<RichText id="staff.waits.nobody" values={{ step }} parts={parts} />, 'info', assign());
    case 'more':
      return row(
        <RichText id="staff.waits.more" values={{ step, n: waiting.missing }} parts={parts} />,
        'info',
        assign(),
      );
    case 'begins':
      return row(
        waitsFor === undefined ? (
          <RichText
            id="staff.waits.begins"
            values={{ step, at: momentOf(group.begins, application) }}
            parts={parts}
          />
        ) : (
          <RichText
            id="staff.waits.waitsFor"
            values={{ step }}
            parts={{
              ...parts,
              what: () =>
                quotingSteps(application, translate(waitsForText(waitsFor, application.call.timeZone))),
            }}
          />
        ),
        'info',
        null,
      );
    case 'applicant':
      return row(
        <RichText
          id="staff.waits.applicant"
          values={{ step, at: momentOf(group.end, application) }}
          parts={parts}
        />,
        'info',
        null,
      );
    case 'decide':
      return row(
        <RichText id="staff.waits.decide" values={{ step }} parts={parts} />,
        'info',
        <Act
          icon={actionIcons.decide}
          onClick={() => onCommand({ command: 'decide', assignment: waiting.assignment })}
        >
          {t('staff.command.decide')}
        </Act>,
      );
  }
}
