import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useState } from 'react';
import { ConflictDialog } from '../../../parts/take/conflict-dialog.tsx';
import { WorkSubject } from '../../../parts/take/work-subject.tsx';
import type { EditorSession } from '../editor/editor-session.ts';
import { projectTitleOf } from '../editor/project-title.ts';
import { AcceptDialog, AgreementDialog, RejectDialog } from './appointment-dialogs.tsx';
import { followUp, type WorkPlace } from './follow-up.ts';
import classes from './work.module.css';

/** Asks whoever was appointed whether they take the work on. Source: Requirements 2, 3.1. */
export function Appointment(props: {
  session: EditorSession;
  place: WorkPlace;
  /** Opens what lets somebody choose whom to give it to; null where they may not. */
  onHandOn: (() => void) | null;
}) {
  const { session, place, onHandOn } = props;
  const { assignment, step } = session;
  const [asked, setAsked] = useState<'agreement' | 'emails' | 'reject' | 'conflict' | null>(null);
  const close = () => setAsked(null);
  const asksFirst = step.config.showCoi === true;
  const first = asksFirst ? 'agreement' : assignment.emailsOnAccept === true ? 'emails' : null;
  const accept = useCommand({
    send: (call) =>
      call('PUT /v2/assignments/:id/accept', { params: { id: assignment.id }, body: { accepted: true } }),
    ...followUp(place),
  });
  const dialog = { place, onClose: close };
  return (
    <section aria-labelledby="appointment" className={classes.appointment}>
      <h3 id="appointment">{t('workflow.notice.assigned')}</h3>
      {asksFirst ? <p className={`${classes.asks} soft`}>{t('work.appointment.asksFirst')}</p> : null}
      <p className={classes.actions}>
        <Button
          variant="filled"
          loading={accept.isPending}
          onClick={() => (first === null ? accept.send() : setAsked(first))}
        >
          {t('work.appointment.accept')}
        </Button>
        {onHandOn === null ? null : <Button onClick={onHandOn}>{t('work.appointment.handOn')}</Button>}
        <Button onClick={() => setAsked('reject')}>{t('work.appointment.reject')}</Button>
      </p>
      <p role="status" className="small soft">
        {accept.isPending ? t('work.appointment.opening') : ''}
      </p>
      {asked === 'agreement' ? (
        <AgreementDialog
          {...dialog}
          step={step}
          subject={<WorkSubject project={projectTitleOf(session) || place.uid} of={session.application} />}
          onConflict={() => setAsked('conflict')}
        />
      ) : null}
      {asked === 'emails' ? <AcceptDialog {...dialog} /> : null}
      {asked === 'reject' ? <RejectDialog {...dialog} /> : null}
      {asked === 'conflict' ? (
        <ConflictDialog {...place} {...followUp(place, 'conflict')} onClose={close} />
      ) : null}
    </section>
  );
}
