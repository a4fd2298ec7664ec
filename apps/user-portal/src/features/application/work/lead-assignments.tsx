import type { Application } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { nameOf } from '../../../parts/many/named.ts';
import { LeadDialog } from '../lead-dialog.tsx';
import { quotingSteps } from '../quoting-steps.ts';
import { partitionName } from '../staff/person-name.ts';
import { followUp } from './follow-up.ts';
import classes from './work.module.css';

type Assigned = NonNullable<Application['assigned']>[number];

/** Assignments of the steps that have a lead, for the chair who chooses it; nothing for other readers. */
export function LeadAssignments(props: { application: Application; reload: () => void }) {
  const { application, reload } = props;
  // Named by the dashboard as a step without a lead.
  const { step } = useSearch({ strict: false });
  const choices = (application.assigned ?? []).filter((one) => one.lead !== undefined);
  if (choices.length === 0) return null;
  return (
    <details className={`page ${classes.leads}`} open={choices.some(({ stepId }) => stepId === step)}>
      <summary>{t('work.lead.title')}</summary>
      <ul>
        {choices.map((one) => (
          <Choice key={one.lead?.assignmentId} application={application} one={one} reload={reload} />
        ))}
      </ul>
    </details>
  );
}

/** The name of the person who leads the step and partition now. */
function leadBefore({ assigned = [] }: Application, { stepId, partitionId }: Assigned): string | undefined {
  const before = assigned.find(
    (one) => one.isLead && one.stepId === stepId && one.partitionId === partitionId,
  );
  return before?.owner ? nameOf(before.owner) : undefined;
}

function Choice(props: { application: Application; one: Assigned; reload: () => void }) {
  const { application, one, reload } = props;
  const { stepId, partitionId, owner, role, isLead, lead } = one;
  const assignmentId = lead?.assignmentId ?? '';
  const [asks, setAsks] = useState(false);
  const who = owner === null ? t('work.lead.nobody') : nameOf(owner);
  const step = application.process.find(({ id }) => id === stepId)?.title ?? stepId;
  const about = [
    step,
    translate(roleMessage(role)),
    ...(partitionId === null ? [] : [partitionName(application, partitionId)]),
  ];
  return (
    <li>
      <span>
        <b>{who}</b>
        <br />
        <span className="small soft">{quotingSteps(application, about.join(', '))}</span>
      </span>
      {isLead ? (
        <b className="small">{t('work.lead.isLead')}</b>
      ) : lead?.refusal === null ? (
        <Button
          size="sm"
          variant="subtle"
          aria-label={t('work.lead.doOf', { who: [who, ...about].join(', ') })}
          onClick={() => setAsks(true)}
        >
          {t('work.lead.do')}
        </Button>
      ) : null}
      {asks ? (
        <LeadDialog
          uid={application.uid}
          assignment={{ id: assignmentId, stepId, emailsLead: lead?.emailsLead }}
          who={who}
          before={leadBefore(application, one)}
          done={noticeTexts.assignmentUpdated}
          {...followUp({ uid: application.uid, reload, onLeft: () => {} })}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </li>
  );
}
