import { endOfDay } from '@clearcall/domain/deadlines/plain-date.ts';
import type { Application, Assignment } from '@clearcall/domain/model/application.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { RadioBoxes } from '@clearcall/ui/kit/field/boxes.tsx';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { zoneName, zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { type ReactNode, useId, useState } from 'react';
import { Actions, carryOut, DayField } from '../../../shell/deed-parts.tsx';
import { useKept } from '../../../shell/kept-text.ts';
import { RemindDialog } from '../../../shell/letters/remind-dialog.tsx';
import { AnswerTimeDialog } from '../../../shell/more-time/answer-dialog.tsx';
import { GatheredPoints, PointsToChange, useKeepTyped, usePointsToSend } from '../changes/pointing.tsx';
import { DecisionNote } from '../editor/decision-note.tsx';
import { judgementTexts } from '../editor/decision-texts.ts';
import { stepsOf } from '../editor/editor-session.ts';
import { OutcomeForm } from './outcome-form.tsx';
import { partitionName, whoHas } from './person-name.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';
import { instantAt, onClock } from './zone-time.ts';

/** A deed that asks something first. */
export type AskedDeed =
  | {
      deed:
        | 'change_deadline'
        | 'answer_time'
        | 'remind'
        | 'revoke'
        | 'decide'
        | 'reopen'
        | 'mark_conflict'
        | 'clear_conflict';
      assignment: Assignment;
    }
  | { deed: 'release'; group: StepGroup }
  | { deed: 'clear_conflict_of'; userId: number; name: string }
  | { deed: 'outcome' }
  | { deed: 'change_panel' };

/** The dialog of the deed that was asked for. */
export function DeedDialog(props: {
  application: Application;
  asked: AskedDeed | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { application, asked, onClose, onDone } = props;
  if (asked === null) return null;
  const done = () => {
    onClose();
    onDone();
  };
  const frame = { onClose, onDone: done };
  const about = (of: string | number) => ({
    key: `${asked.deed}:${application.uid}:${of}`,
    uid: application.uid,
  });
  switch (asked.deed) {
    case 'change_deadline':
      return <ChangeDeadline application={application} assignment={asked.assignment} {...frame} />;
    case 'answer_time':
      return asked.assignment.timeRequest === undefined ? null : (
        <AnswerTimeDialog
          assignmentId={asked.assignment.id}
          uid={application.uid}
          who={whoHas(asked.assignment)}
          request={asked.assignment.timeRequest}
          zone={application.call.timeZone}
          {...frame}
        />
      );
    case 'remind':
      return <RemindDialog assignmentId={asked.assignment.id} who={whoHas(asked.assignment)} {...frame} />;
    case 'decide':
      return <Decide application={application} assignment={asked.assignment} {...frame} />;
    case 'outcome':
      return <OutcomeForm application={application} {...frame} />;
    case 'change_panel':
      return <ChangePanel application={application} {...frame} />;
    case 'release':
      return <ReleaseDialog application={application} group={asked.group} {...frame} />;
    case 'revoke':
      return (
        <WithReason
          {...frame}
          about={about(asked.assignment.id)}
          title={t('staff.revoke.title')}
          verb={t('staff.deed.revoke')}
          why="welcome"
          danger
          send={async (reason) => {
            await call('PUT /v2/assignments/:id/revoke', {
              params: { id: asked.assignment.id },
              body: { reason },
            });
            notify(noticeTexts.assignmentUpdated);
          }}
        >
          {t('staff.revoke.text', { who: whoHas(asked.assignment) })}
        </WithReason>
      );
    case 'reopen':
      return (
        <WithReason
          {...frame}
          about={about(asked.assignment.id)}
          title={t('staff.reopen.title')}
          verb={t('staff.deed.reopen')}
          why="none"
          send={async () => {
            await call('PUT /v2/assignments/:id/reopen', {
              params: { id: asked.assignment.id },
              body: {},
            });
            notify(noticeTexts.assignmentUpdated);
          }}
        >
          {t('staff.reopen.text', { who: whoHas(asked.assignment) })}
        </WithReason>
      );
    case 'mark_conflict':
      return (
        <WithReason
          {...frame}
          about={about(asked.assignment.id)}
          title={t('staff.deed.mark_conflict')}
          verb={t('staff.conflict.mark')}
          why="needed"
          danger
          send={async (reason) => {
            await call('PUT /v2/applications/:id/conflicts/:userId', {
              params: { id: application.uid, userId: asked.assignment.owner?.id ?? 0 },
              body: { reason },
            });
            notify(noticeTexts.changesSaved);
          }}
        >
          {t('staff.conflict.markText', { who: whoHas(asked.assignment) })}
        </WithReason>
      );
    case 'clear_conflict':
    case 'clear_conflict_of': {
      const [userId, name] =
        'assignment' in asked
          ? ([asked.assignment.owner?.id ?? 0, whoHas(asked.assignment)] as const)
          : ([asked.userId, asked.name] as const);
      return (
        <WithReason
          {...frame}
          about={about(userId)}
          title={t('staff.deed.clear_conflict')}
          verb={t('staff.conflict.clear')}
          why="needed"
          send={async (reason) => {
            await call('PUT /v2/applications/:id/conflicts/:userId/clear', {
              params: { id: application.uid, userId },
              body: { reason },
            });
            notify(noticeTexts.changesSaved);
          }}
        >
          {t('staff.conflict.clearText', { who: name })}
        </WithReason>
      );
    }
  }
}

interface Frame {
  onClose: () => void;
  onDone: () => void;
}

/** A question with or without a reason. */
function WithReason(
  props: Frame & {
    /** Names the question among those of all assignments, for the reason that is typed. */
    about: { key: string; uid: string };
    title: string;
    verb: string;
    why: 'none' | 'welcome' | 'needed';
    danger?: boolean;
    send: (reason: string) => Promise<void>;
    children: ReactNode;
  },
) {
  const [reason, setReason, forget] = useKept({ ...props.about, name: props.title }, '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) return;
    if (props.why === 'needed' && reason.trim() === '') return setError(t('refusals.reason_needed'));
    setBusy(true);
    const done = await carryOut(() => props.send(reason.trim()));
    setBusy(false);
    if (!done) return;
    forget();
    props.onDone();
  };
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={props.title}
      actions={
        <Actions
          verb={props.verb}
          danger={props.danger}
          busy={busy}
          onSend={() => void send()}
          onClose={props.onClose}
        />
      }
    >
      <div className={classes.form}>
        <p>{props.children}</p>
        {props.why === 'none' ? null : (
          <AreaField
            label={t('staff.reason')}
            required={props.why === 'needed'}
            error={error}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setError(null);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Another panel for the application, of those that its first step offers. */
function ChangePanel(props: Frame & { application: Application }) {
  const { application } = props;
  const { value: given = null, offered = [] } = application.panel ?? {};
  const isOffered = offered.some(({ value }) => value === given);
  const [panel, setPanel] = useState(isOffered ? (given ?? '') : '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) return;
    if (panel === '') return setError(t('staff.panel.needed'));
    setBusy(true);
    const done = await carryOut(async () => {
      await call('PUT /v2/applications/:id/panel', { params: { id: application.uid }, body: { panel } });
      notify(noticeTexts.changesSaved);
    });
    setBusy(false);
    if (done) props.onDone();
  };
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('staff.panel.change')}
      actions={
        <Actions
          verb={t('staff.panel.change')}
          busy={busy}
          onSend={() => void send()}
          onClose={props.onClose}
        />
      }
    >
      <div className={classes.form}>
        <p>{t('staff.panel.text')}</p>
        <SelectField
          label={t('staff.head.panel')}
          required
          unset={isOffered ? undefined : t('staff.panel.unset')}
          value={panel}
          error={error}
          choices={offered}
          set={(value) => {
            setPanel(value);
            setError(null);
          }}
        />
      </div>
    </Dialog>
  );
}

/** The zone whose clock a deadline goes by, in words. */
const zoneText = (zone: string): string =>
  t('staff.deadline.zone', { place: zonePlace(zone), zone: zoneName(zone, workflowNow(), 'long') });

/** An own deadline for one assignment by the clock of the call, or none: then its step says when it ends. */
function ChangeDeadline(props: Frame & { application: Application; assignment: Assignment }) {
  const { application, assignment } = props;
  const zone = application.call.timeZone;
  const before = assignment.deadline === null ? { day: '', time: '' } : onClock(assignment.deadline, zone);
  const [day, setDay] = useState(before.day);
  const [time, setTime] = useState(before.time === '' ? '23:59' : before.time);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) return;
    const deadline = day === '' ? null : instantAt(day, time, zone);
    if (day !== '' && deadline === null) return setError(t('staff.deadline.invalid'));
    setBusy(true);
    const done = await carryOut(async () => {
      await call('PUT /v2/assignments/:id/deadline', { params: { id: assignment.id }, body: { deadline } });
      notify(noticeTexts.assignmentUpdated);
    });
    setBusy(false);
    if (done) props.onDone();
  };
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('staff.deadline.title')}
      actions={
        <Actions
          verb={t('staff.deed.change_deadline')}
          busy={busy}
          onSend={() => void send()}
          onClose={props.onClose}
        />
      }
    >
      <div className={classes.form}>
        <p>
          {assignment.partitionId === null
            ? whoHas(assignment)
            : `${whoHas(assignment)}, ${partitionName(application, assignment.partitionId)}`}
        </p>
        <DayField
          label={t('staff.deadline.day')}
          hint={t('staff.deadline.none')}
          value={day}
          zone={zone}
          error={error}
          set={(next) => {
            setDay(next);
            setError(null);
          }}
        />
        <TextField
          label={t('staff.deadline.time')}
          hint={zoneText(zone)}
          type="time"
          value={time}
          onChange={(event) => {
            setTime(event.currentTarget.value);
            setError(null);
          }}
        />
      </div>
    </Dialog>
  );
}

type Judgement = 'approved' | 'rejected' | 'request_changes';

/** Approves what was submitted, rejects it with a reason, or asks for changes with a reason until a day. */
function Decide(props: Frame & { application: Application; assignment: Assignment }) {
  const { application, assignment } = props;
  const zone = application.call.timeZone;
  const id = useId();
  const [outcome, setOutcome] = useState<Judgement>('approved');
  const place = {
    key: `decide:${assignment.id}`,
    uid: application.uid,
    name: t('staff.decide.title', { who: whoHas(assignment) }),
  };
  const [reason, setReason, forget] = useKept(place, '');
  const [day, setDay] = useState('');
  const [errors, setErrors] = useState<{ reason?: string; day?: string }>({});
  const [busy, setBusy] = useState(false);
  const changes = outcome === 'request_changes';
  const points = usePointsToSend(assignment.id);
  useKeepTyped(true);
  const judged = stepsOf(application).find(({ id: stepId }) => stepId === assignment.stepId);
  const due = changes && /^\d{4}-\d{2}-\d{2}$/.test(day) ? endOfDay(day, zone) : null;
  const given = { outcome, due, changes: points.length, byStep: null };
  const send = async () => {
    if (busy) return;
    const wrong = {
      ...(outcome !== 'approved' && reason.trim() === '' ? { reason: t('refusals.reason_needed') } : {}),
      ...(changes && (due === null || Date.parse(due) <= workflowNow())
        ? { day: t('refusals.deadline_needed') }
        : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const done = await carryOut(async () => {
      await call('PUT /v2/assignments/:id/decide', {
        params: { id: assignment.id },
        body: { outcome, reason: reason.trim(), deadline: due, points: changes ? points : [] },
      });
      notify(noticeTexts.assignmentUpdated);
    });
    setBusy(false);
    if (!done) return;
    forget();
    props.onDone();
  };
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('staff.decide.title', { who: whoHas(assignment) })}
      actions={
        <Actions
          verb={t(`staff.decide.${outcome}`)}
          danger={outcome === 'rejected'}
          busy={busy}
          onSend={() => void send()}
          onClose={props.onClose}
        />
      }
    >
      <div className={classes.form}>
        <FieldFrame
          id={id}
          className={undefined}
          frame="radios"
          title={t('staff.decide.what')}
          required
          hint=""
          error={null}
        >
          <RadioBoxes
            id={id}
            choices={(['approved', 'rejected', 'request_changes'] as const).map((value) => ({
              value,
              label: t(`staff.decide.${value}`),
            }))}
            value={outcome}
            set={setOutcome}
            leave={() => {}}
          />
        </FieldFrame>
        <AreaField
          label={t('staff.reason')}
          hint={t('staff.decide.reasonHint')}
          required={outcome !== 'approved'}
          error={errors.reason ?? null}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {changes ? (
          <DayField
            label={t('staff.decide.until')}
            hint={t('staff.decide.zone', {
              place: zonePlace(zone),
              zone: zoneName(zone, workflowNow(), 'long'),
            })}
            value={day}
            zone={zone}
            required
            error={errors.day ?? null}
            set={setDay}
          />
        ) : null}
        {changes ? <PointsToChange assignmentId={assignment.id} /> : <GatheredPoints />}
        {judged === undefined ? null : (
          <div role="status">
            <DecisionNote texts={judgementTexts(application, judged, given, 'now')} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
