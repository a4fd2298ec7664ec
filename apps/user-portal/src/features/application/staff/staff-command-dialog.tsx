import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import type { ComponentProps } from 'react';
import { keptOnDevice } from '../../../parts/kept/kept-text.ts';
import { RemindDialog } from '../../../parts/letters/remind-dialog.tsx';
import { AnswerTimeDialog } from '../../../parts/more-time/answer-dialog.tsx';
import { GatheredPoints, PointsToChange, useKeepTyped, usePointsToSend } from '../changes/pointing.tsx';
import { DecisionNote } from '../editor/decision-note.tsx';
import { judgementTexts } from '../editor/decision-texts.ts';
import { stepsOf } from '../editor/editor-session.ts';
import { latestDue } from '../editor/latest-due.ts';
import { LeadDialog } from '../lead-dialog.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { isUnowned, partitionName, whoHas } from './person-name.ts';
import { LockDialog, ReleaseDialog } from './release-dialog.tsx';
import type { StepGroup } from './step-groups.ts';
import { instantAt, onClock } from './zone-time.ts';

/** A command that asks something first. */
export type AskedCommand =
  | {
      command:
        | 'change_deadline'
        | 'answer_time'
        | 'remind'
        | 'revoke'
        | 'decide'
        | 'reopen'
        | 'hand_back'
        | 'make_lead'
        | 'mark_conflict'
        | 'clear_conflict';
      assignment: Assignment;
    }
  | { command: 'release' | 'unlock' | 'lock'; group: StepGroup }
  | { command: 'clear_conflict_of'; userId: number; name: string }
  | { command: 'outcome' }
  | { command: 'change_panel' };

interface Frame {
  application: Application;
  onClose: () => void;
  /** The application has changed. */
  onDone: () => void;
}

/** The dialog of the command that was asked for. */
export function StaffCommandDialog(props: Frame & { asked: AskedCommand | null }) {
  const { asked, ...frame } = props;
  const { application, onClose, onDone } = frame;
  if (asked === null) return null;
  switch (asked.command) {
    case 'change_deadline':
      return <ChangeDeadline {...frame} assignment={asked.assignment} />;
    case 'answer_time':
      return asked.assignment.timeRequest === undefined ? null : (
        <AnswerTimeDialog
          assignmentId={asked.assignment.id}
          uid={application.uid}
          who={whoHas(asked.assignment)}
          request={asked.assignment.timeRequest}
          zone={application.call.timeZone}
          onClose={onClose}
          onDone={onDone}
        />
      );
    case 'remind':
      return (
        <RemindDialog
          assignmentId={asked.assignment.id}
          who={whoHas(asked.assignment)}
          onClose={onClose}
          onDone={onDone}
        />
      );
    case 'decide':
      return <Decide {...frame} assignment={asked.assignment} />;
    case 'outcome':
      return <OutcomeForm {...frame} />;
    case 'change_panel':
      return <ChangePanel {...frame} />;
    case 'release':
      return <ReleaseDialog {...frame} group={asked.group} />;
    case 'unlock':
    case 'lock':
      return <LockDialog {...frame} command={asked.command} group={asked.group} />;
    case 'revoke': {
      const { id } = asked.assignment;
      return (
        <WithReason
          {...frame}
          about={`revoke:${application.uid}:${id}`}
          title={t('staff.revoke.title')}
          verb={t('staff.command.revoke')}
          why="welcome"
          danger
          send={(call, { reason }) =>
            call('PUT /v2/assignments/:id/revoke', { params: { id }, body: { reason } })
          }
          done={noticeTexts.assignmentUpdated}
        >
          {t('staff.revoke.text', { who: whoHas(asked.assignment) })}
        </WithReason>
      );
    }
    case 'reopen': {
      const { id } = asked.assignment;
      return (
        <CommandDialog
          title={t('staff.reopen.title')}
          verb={t('staff.command.reopen')}
          send={(call) => call('PUT /v2/assignments/:id/reopen', { params: { id }, body: {} })}
          done={noticeTexts.assignmentUpdated}
          after={onDone}
          onClose={onClose}
        >
          {t('staff.reopen.text', { who: whoHas(asked.assignment) })}
        </CommandDialog>
      );
    }
    case 'hand_back': {
      const { id } = asked.assignment;
      return (
        <CommandDialog
          title={t('staff.handBack.title')}
          verb={t('staff.command.hand_back')}
          send={(call) => call('PUT /v2/assignments/:id/hand-back', { params: { id }, body: {} })}
          done={noticeTexts.assignmentUpdated}
          after={onDone}
          onClose={onClose}
        >
          {t('staff.handBack.text', { who: whoHas(asked.assignment) })}
        </CommandDialog>
      );
    }
    case 'make_lead': {
      const { stepId, partitionId } = asked.assignment;
      const before = application.assignments.find(
        (one) =>
          one.isLead && one.owner !== undefined && one.stepId === stepId && one.partitionId === partitionId,
      );
      return (
        <LeadDialog
          uid={application.uid}
          assignment={asked.assignment}
          who={whoHas(asked.assignment)}
          before={before && whoHas(before)}
          done={noticeTexts.assignmentUpdated}
          after={onDone}
          onClose={onClose}
        />
      );
    }
    case 'mark_conflict': {
      const { id, owner } = asked.assignment;
      return (
        <WithReason
          {...frame}
          about={`mark_conflict:${application.uid}:${id}`}
          title={t('staff.command.mark_conflict')}
          verb={t('staff.conflict.mark')}
          why="needed"
          danger
          send={(call, { reason }) =>
            call('PUT /v2/applications/:id/conflicts/:userId', {
              params: { id: application.uid, userId: owner?.id ?? 0 },
              body: { reason },
            })
          }
          done={noticeTexts.changesSaved}
        >
          {t('staff.conflict.markText', { who: whoHas(asked.assignment) })}
        </WithReason>
      );
    }
    case 'clear_conflict':
    case 'clear_conflict_of': {
      const [userId, who] =
        'assignment' in asked
          ? [asked.assignment.owner?.id ?? 0, whoHas(asked.assignment)]
          : [asked.userId, asked.name];
      return (
        <WithReason
          {...frame}
          about={`${asked.command}:${application.uid}:${userId}`}
          title={t('staff.command.clear_conflict')}
          verb={t('staff.conflict.clear')}
          why="needed"
          send={(call, { reason }) =>
            call('PUT /v2/applications/:id/conflicts/:userId/clear', {
              params: { id: application.uid, userId },
              body: { reason },
            })
          }
          done={noticeTexts.changesSaved}
        >
          {t('staff.conflict.clearText', { who })}
        </WithReason>
      );
    }
  }
}

type OneReason = ComponentProps<typeof CommandDialog<{ reason: { type: 'area'; label: string } }>>;

/** A question with a reason. */
function WithReason(
  props: Frame &
    Pick<OneReason, 'verb' | 'danger' | 'send' | 'done'> & {
      /** Names the reason among those of all assignments. */
      about: string;
      title: string;
      why: 'welcome' | 'needed';
      children: string;
    },
) {
  const { application, onDone, about, why, ...dialog } = props;
  return (
    <CommandDialog
      {...dialog}
      fields={{
        reason: {
          type: 'area',
          label: t('staff.reason'),
          required: why === 'needed' ? t('refusals.reason_needed') : undefined,
          codes: ['reason_needed'],
          kept: keptOnDevice(about, application.uid, props.title),
        },
      }}
      after={onDone}
    />
  );
}

/** Another panel for the application, of those that its first step offers. */
function ChangePanel({ application, onClose, onDone }: Frame) {
  const { value: given = null, offered = [] } = application.panel ?? {};
  const isOffered = offered.some(({ value }) => value === given);
  return (
    <CommandDialog
      title={t('staff.panel.change')}
      verb={t('staff.panel.change')}
      fields={{
        panel: {
          type: 'select',
          label: t('staff.head.panel'),
          required: t('staff.panel.needed'),
          unset: isOffered ? undefined : t('staff.panel.unset'),
          initial: isOffered ? (given ?? '') : '',
          choices: offered,
        },
      }}
      send={(call, { panel }) =>
        call('PUT /v2/applications/:id/panel', { params: { id: application.uid }, body: { panel } })
      }
      done={noticeTexts.changesSaved}
      after={onDone}
      onClose={onClose}
    >
      {t('staff.panel.text')}
    </CommandDialog>
  );
}

const deadlineCodes = [
  'deadline_needed',
  'deadline_invalid',
  'deadline_before_start',
  'deadline_after_check',
];

/** An own deadline for one assignment by the clock of the call, or none: then its step says when it ends. */
function ChangeDeadline(props: Frame & { assignment: Assignment }) {
  const { application, assignment, onClose, onDone } = props;
  const { id, partitionId } = assignment;
  const zone = application.call.timeZone;
  const before = assignment.deadline === null ? { day: '', time: '' } : onClock(assignment.deadline, zone);
  const deadlineOf = ({ day, time }: { day: string; time: string }) =>
    day === '' ? null : instantAt(day, time, zone);
  return (
    <CommandDialog
      title={t('staff.deadline.title')}
      verb={t('staff.command.change_deadline')}
      fields={{
        day: {
          type: 'day',
          label: t('staff.deadline.day'),
          hint: t('staff.deadline.none'),
          initial: before.day,
          zone,
          codes: deadlineCodes,
        },
        time: {
          type: 'time',
          label: t('staff.deadline.time'),
          hint: zoneText(zone),
          initial: before.time === '' ? '23:59' : before.time,
        },
      }}
      check={(values): Record<string, string> =>
        values.day !== '' && deadlineOf(values) === null ? { day: t('staff.deadline.invalid') } : {}
      }
      send={(call, values) =>
        call('PUT /v2/assignments/:id/deadline', { params: { id }, body: { deadline: deadlineOf(values) } })
      }
      done={noticeTexts.assignmentUpdated}
      after={onDone}
      onClose={onClose}
    >
      <p>
        {partitionId === null
          ? whoHas(assignment)
          : `${whoHas(assignment)}, ${partitionName(application, partitionId)}`}
      </p>
      {isUnowned(assignment) ? null : <p>{t('staff.deadline.email')}</p>}
    </CommandDialog>
  );
}

const judgements = ['approved', 'rejected', 'request_changes'] as const;

/** Approves what was submitted, rejects it with a reason, or asks for changes with a reason until a day. */
function Decide(props: Frame & { assignment: Assignment }) {
  const { application, assignment, onClose, onDone } = props;
  const { id, stepId } = assignment;
  const zone = application.call.timeZone;
  const title = t('staff.decide.title', { who: whoHas(assignment) });
  const points = usePointsToSend(id);
  useKeepTyped(true);
  const judged = stepsOf(application).find((step) => step.id === stepId);
  const latest = latestDue(application, stepId, new Date(workflowNow()));
  const clock = { place: zonePlace(zone) };
  const dueOf = ({ outcome, day }: { outcome: string; day: string }) =>
    outcome === 'request_changes' && isPlainDate(day) ? endOfDay(day, zone) : null;
  return (
    <CommandDialog
      title={title}
      verb={({ outcome }) => t(`staff.decide.${outcome}`)}
      danger={({ outcome }) => outcome === 'rejected'}
      fields={{
        outcome: {
          type: 'radio',
          label: t('staff.decide.what'),
          required: t('forms.required'),
          initial: 'approved',
          choices: judgements.map((value) => ({ value, label: t(`staff.decide.${value}`) })),
        },
        reason: {
          type: 'area',
          label: t('staff.reason'),
          hint: t('staff.decide.reasonHint'),
          required: t('refusals.reason_needed'),
          neededIf: { outcome: ['rejected', 'request_changes'] },
          codes: ['reason_needed'],
          kept: keptOnDevice(`decide:${id}`, application.uid, title),
        },
        day: {
          type: 'day',
          label: t('staff.decide.until'),
          hint:
            latest === null
              ? t('staff.decide.zone', clock)
              : t('staff.decide.latest', { day: dateText(latest, zone), ...clock }),
          max: latest === null ? null : plainDate(latest, zone),
          required: t('refusals.deadline_needed'),
          shownIf: { outcome: ['request_changes'] },
          codes: deadlineCodes,
          zone,
        },
      }}
      check={(values): Record<string, string> => {
        const due = dueOf(values);
        const isPast = due === null || Date.parse(due) <= workflowNow();
        if (values.outcome !== 'request_changes') return {};
        if (isPast) return { day: t('refusals.deadline_needed') };
        return latest !== null && due > latest ? { day: t('refusals.deadline_after_check') } : {};
      }}
      send={(call, values) =>
        call('PUT /v2/assignments/:id/decide', {
          params: { id },
          body: {
            outcome: values.outcome,
            reason: values.reason,
            deadline: dueOf(values),
            points: values.outcome === 'request_changes' ? points : [],
          },
        })
      }
      done={noticeTexts.assignmentUpdated}
      after={onDone}
      onClose={onClose}
    >
      {({ values, fields }) => (
        <>
          {fields}
          {values.outcome === 'request_changes' ? <PointsToChange assignmentId={id} /> : <GatheredPoints />}
          {judged === undefined ? null : (
            <div role="status">
              <DecisionNote
                application={application}
                texts={judgementTexts(
                  application,
                  judged,
                  { outcome: values.outcome, due: dueOf(values), changes: points.length, byStep: null },
                  'now',
                )}
              />
            </div>
          )}
        </>
      )}
    </CommandDialog>
  );
}
