import type { Application } from '@clearcall/domain/applications/application.ts';
import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError, codeOf } from '@clearcall/ui/session/call-error.ts';
import { useEffect, useRef, useState } from 'react';
import { refusalWithEvidence } from '../../../parts/applications/evidence-text.ts';
import { useStanding } from '../staff/use-addresses.ts';
import classes from './assign.module.css';
import type { Invited } from './invited.ts';

/** Gives the step to somebody who has no account yet, or whose address one knows: they are asked by mail. */
export function InvitePart(props: {
  application: Application;
  step: Step;
  role: string;
  partitionId: string | null;
  deadline: string | null;
  makeLead: boolean;
  replaceLead: boolean;
  /** The lead whose replacement is not confirmed unless `replaceLead` is set. */
  led: { firstName: string } | undefined;
  /** The assignment whose place the person takes. */
  replaces: string | undefined;
  /** Whom the applicant named, to be invited at once; null for somebody else. */
  named: Invited | null;
  onDone: () => void;
}) {
  const { application, step, role, partitionId, deadline, makeLead, replaceLead } = props;
  const [email, setEmail] = useState(props.named?.email ?? '');
  const [firstName, setFirstName] = useState(props.named?.firstName ?? '');
  const [lastName, setLastName] = useState(props.named?.lastName ?? '');
  const [error, setError] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [despite, setDespite] = useState(false);
  const standing = useStanding(application)(email.trim());
  const place = useRef<HTMLDetailsElement>(null);
  const wasNamed = props.named !== null;
  useEffect(() => {
    if (wasNamed) place.current?.querySelector('input')?.focus();
  }, [wasNamed]);
  const invite = useCommand({
    send: (call) =>
      call('POST /v2/applications/:id/invite', {
        params: { id: application.uid },
        body: {
          email: email.trim(),
          ...(firstName.trim() === '' ? {} : { firstName: firstName.trim() }),
          ...(lastName.trim() === '' ? {} : { lastName: lastName.trim() }),
          flowElementId: step.id,
          partitionId,
          makeLead,
          replaceLead,
          ...(props.replaces === undefined ? {} : { replaces: props.replaces }),
          role,
          ...(deadline === null ? {} : { deadline }),
          despiteEvidence: despite,
        },
        once: `invite.${application.uid}.${step.id}.${partitionId}.${email.trim()}`,
      }),
    done: noticeTexts.userAssigned,
    after: props.onDone,
    showsError: true,
  });
  const send = () => {
    if (!isEmail(email.trim())) return setError(t('staff.invite.needsEmail'));
    const needsLead = props.led !== undefined && !replaceLead ? t('staff.assign.needsReplaceLead') : null;
    const found = role === '' ? t('staff.assign.needsRole') : needsLead;
    setMissing(found);
    if (found === null) invite.send();
    else invite.reset();
  };
  const doubts = codeOf(invite.error) === 'conflict_possible';
  const failure =
    missing ?? (invite.error instanceof CallError ? refusalWithEvidence(invite.error) : invite.sentence);
  return (
    <details ref={place} className={classes.invite} open={props.named !== null}>
      <summary>{t('staff.invite.title')}</summary>
      <div className={classes.invited}>
        <p className="soft small">{t('staff.invite.text')}</p>
        <TextField
          label={t('staff.invite.email')}
          type="email"
          autoComplete="off"
          required
          error={error}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
            setMissing(null);
            invite.reset();
            setDespite(false);
          }}
        />
        <Note kind="warn" live>
          {standing}
        </Note>
        <div className={classes.names}>
          <TextField
            label={t('staff.invite.firstName')}
            autoComplete="off"
            maxLength={80}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <TextField
            label={t('staff.invite.lastName')}
            autoComplete="off"
            maxLength={80}
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
        </div>
        <Note kind={doubts ? 'warn' : 'bad'} live>
          {failure}
        </Note>
        {doubts || despite ? (
          <CheckField
            label={t('work.handOn.despite')}
            checked={despite}
            onChange={(event) => setDespite(event.target.checked)}
          />
        ) : null}
        <Button loading={invite.isPending} onClick={send}>
          {t('staff.invite.do')}
        </Button>
      </div>
    </details>
  );
}
