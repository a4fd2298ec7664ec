import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { addDays, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keptOnDevice } from '../../../parts/kept/kept-text.ts';
import { Office } from '../../../parts/more-time/office.tsx';
import { type EditorSession, isOverdue } from '../editor/editor-session.ts';
import { dueLabel } from '../editor/step-texts.ts';
import { isMine } from '../own/own-facts.ts';
import { followUp } from './follow-up.ts';
import classes from './work.module.css';

/** A request of the owner for more time, before and after the deadline; staff move the deadline of their overdue work. */
export function MoreTime(props: { session: EditorSession; reload: () => void }) {
  const { application, assignment } = props.session;
  const { timeRequest, commands } = assignment;
  const user = useUser();
  const { ask } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [asked, setAsked] = useState(ask === 'time');
  const isStaff = commands.change_deadline === null;
  const waits = timeRequest !== undefined && timeRequest.declined === null;
  const late = isOverdue(assignment);
  if (!waits && (commands.ask_time !== null || (isStaff && !late))) return null;
  const zone = application.call.timeZone;
  const declined =
    timeRequest === undefined || waits ? null : (
      <p>
        <RichText
          id="work.time.declined"
          parts={{ reason: () => <b className={classes.asks}>{timeRequest.declined}</b> }}
        />
      </p>
    );
  const close = () => {
    setAsked(false);
    // A page that is loaded again does not ask again.
    if (ask !== undefined)
      void navigate({
        from: '/applications/$uid',
        search: ({ ask: _ask, ...rest }) => rest,
        hash: true,
        replace: true,
        resetScroll: false,
      });
  };
  const dialog = asked && !waits ? <MoreTimeDialog {...props} isStaff={isStaff} onClose={close} /> : null;
  if (!waits && !late)
    return (
      <>
        {declined === null ? null : <Note kind="info">{declined}</Note>}
        <p className="only-screen">
          <Button size="sm" leftSection={<Icon name="clock" />} onClick={() => setAsked(true)}>
            {t('work.time.ask')}
          </Button>
        </p>
        {dialog}
      </>
    );
  return (
    <Note kind={waits ? 'time' : 'warn'}>
      {waits ? (
        <p>
          <RichText
            id="work.time.waits"
            parts={{
              until: () => <DateTime at={timeRequest.until} zone={zone} />,
              day: () => <DateTime at={timeRequest.askedAt} dateOnly />,
            }}
          />
        </p>
      ) : (
        <>
          {/* The head of other people's work has the deadline; the bar of an applicant's form counts only while time is left. */}
          {isMine(application, user.id) ? (
            <p>
              {dueLabel(application, assignment)}{' '}
              <b>
                <DateTime at={assignment.deadline} zone={zone} />
              </b>
            </p>
          ) : null}
          {declined}
          <p>
            {isStaff ? (
              t('work.time.staff')
            ) : (
              <RichText id="work.time.over" parts={{ office: (words) => <Office>{words}</Office> }} />
            )}
          </p>
          <p className={classes.actions}>
            <Button variant="filled" onClick={() => setAsked(true)}>
              {t(isStaff ? 'work.time.move' : 'work.time.ask')}
            </Button>
          </p>
        </>
      )}
      {dialog}
    </Note>
  );
}

const daysWished = 7;

function MoreTimeDialog(props: {
  session: EditorSession;
  isStaff: boolean;
  reload: () => void;
  onClose: () => void;
}) {
  const { isStaff, onClose, reload } = props;
  const { application, assignment } = props.session;
  const { id } = assignment;
  const { uid } = application;
  const zone = application.call.timeZone;
  const now = workflowNow();
  const before = Math.max(now, instantOf(assignment.deadline) ?? now);
  const earliest = plainDate(new Date(before), zone);
  const title = t(isStaff ? 'work.time.move' : 'work.time.ask');
  const deadlineOf = (day: string) => (isPlainDate(day) ? endOfDay(day, zone) : '');
  const day = {
    type: 'day',
    label: t('work.time.day'),
    initial: addDays(earliest, daysWished) ?? '',
    zone,
    min: earliest,
    required: t('work.time.needsDay'),
    codes: ['deadline_needed', 'deadline_invalid', 'deadline_before_start', 'deadline_not_to_come'],
  } as const;
  const reason = {
    type: 'area',
    label: t('work.time.reason'),
    hint: t('work.time.reasonHint'),
    required: t('work.time.needsReason'),
    codes: ['reason_needed'],
    maxLength: 3_000,
    kept: keptOnDevice(`more-time:${id}`, uid, title),
  } as const;
  const { after, onRefused } = followUp({ uid, reload, onLeft: () => {} });
  return (
    <CommandDialog<{ day: typeof day; reason?: typeof reason }>
      title={title}
      verb={title}
      fields={isStaff ? { day } : { day, reason }}
      check={(values): Record<string, string> =>
        Date.parse(deadlineOf(values.day)) > before ? {} : { day: t('work.time.needsDay') }
      }
      send={(call, values) =>
        isStaff
          ? call('PUT /v2/assignments/:id/deadline', {
              params: { id },
              body: { deadline: deadlineOf(values.day) },
            })
          : call('PUT /v2/assignments/:id/more-time', {
              params: { id },
              body: { until: deadlineOf(values.day), reason: values.reason ?? '' },
            })
      }
      after={after}
      onRefused={onRefused}
      onClose={onClose}
    >
      {isStaff ? null : <p>{t('work.time.what')}</p>}
    </CommandDialog>
  );
}
