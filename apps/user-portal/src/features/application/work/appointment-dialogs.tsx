import type { Step } from '@clearcall/domain/forms/types.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { type ReactNode, useState } from 'react';
import { keptOnDevice, useKept } from '../../../parts/kept/kept-text.ts';
import { AgreementWords } from '../../../parts/take/agreement-words.tsx';
import { SuggestOthers } from '../own/suggest-others.tsx';
import { hasFaults, type SuggestedPerson, suggestsOf } from '../own/suggested-people.ts';
import { followUp, type WorkPlace } from './follow-up.ts';

const maxLength = 3_000;
const noSuggestions: SuggestedPerson[] = [];

interface Asked {
  place: WorkPlace;
  onClose: () => void;
}

/** Why an assignment is refused, and what comes of it. */
export function RejectDialog({ place, onClose }: Asked) {
  const { assignmentId, uid } = place;
  const [others, setOthers, forgetOthers] = useKept<SuggestedPerson[]>(
    { key: `reject:others:${assignmentId}`, uid, name: t('editor.suggest.title') },
    noSuggestions,
  );
  const [checks, setChecks] = useState(false);
  return (
    <CommandDialog
      title={t('work.reject.title')}
      verb={t('work.reject.do')}
      danger
      fields={{
        reason: {
          type: 'area',
          label: t('work.reject.reason'),
          hint: t('work.reject.reasonHint'),
          required: t('editor.submit.reasonNeeded'),
          codes: ['reason_needed'],
          maxLength,
          kept: keptOnDevice(`reject:reason:${assignmentId}`, uid),
        },
      }}
      check={(): Record<string, string> => {
        setChecks(true);
        return hasFaults(others) ? { others: '' } : {};
      }}
      send={(call, { reason }) =>
        call('PUT /v2/assignments/:id/accept', {
          params: { id: assignmentId },
          body: { accepted: false, reason, suggests: suggestsOf(others) },
        })
      }
      {...followUp(place)}
      after={(_accepted, { reason }) => {
        forgetOthers();
        followUp(place, 'refused', reason, { suggested: suggestsOf(others) }).after();
      }}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          <p>{t('work.reject.what')}</p>
          {fields}
          <div data-field="others">
            <h3>{t('editor.suggest.title')}</h3>
            <p className="soft">{t('editor.suggest.text')}</p>
            <SuggestOthers value={others} onChange={setOthers} checks={checks} />
          </div>
        </>
      )}
    </CommandDialog>
  );
}

/** Before the work is accepted: agreed to, declared as a conflict, or left for later. Source: Requirements 2, 3.1. */
export function AgreementDialog(props: Asked & { step: Step; subject: ReactNode; onConflict: () => void }) {
  const { place, onClose, step } = props;
  return (
    <CommandDialog
      title={t('work.coi.title')}
      verb={t('work.coi.agree')}
      moreActions={<Button onClick={props.onConflict}>{t('work.coi.conflict')}</Button>}
      cancel={t('work.coi.later')}
      send={(call) =>
        call('PUT /v2/assignments/:id/accept', {
          params: { id: place.assignmentId },
          body: { accepted: true, agreed: true },
        })
      }
      {...followUp(place)}
      onClose={onClose}
    >
      <p className="soft small">{t('work.coi.before')}</p>
      {props.subject}
      <AgreementWords config={step.config} text={step.config.coiText ?? ''} />
    </CommandDialog>
  );
}

/** Before work is accepted that asks for no agreement, if the flow sends emails about it. */
export function AcceptDialog({ place, onClose }: Asked) {
  return (
    <CommandDialog
      title={t('work.accept.title')}
      verb={t('work.appointment.accept')}
      cancel={t('work.coi.later')}
      send={(call) =>
        call('PUT /v2/assignments/:id/accept', {
          params: { id: place.assignmentId },
          body: { accepted: true },
        })
      }
      {...followUp(place)}
      onClose={onClose}
    >
      {t('work.accept.emails')}
    </CommandDialog>
  );
}

/** What was agreed to, and when: to be read again. */
export function AgreedDialog(props: {
  step: Step;
  agreement: { text: string; at: string };
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('work.coi.title')}
      actions={<Button onClick={props.onClose}>{t('frame.kit.close')}</Button>}
    >
      <p className="soft small">
        {t('work.coi.agreedOn')} <DateTime at={props.agreement.at} />
      </p>
      <AgreementWords config={props.step.config} text={props.agreement.text} />
    </Dialog>
  );
}

/** Work that was taken goes back to everybody of its centre or role. */
export function HandBackDialog({ place, onClose }: Asked) {
  return (
    <CommandDialog
      title={t('work.handBack.title')}
      verb={t('work.handBack.do')}
      send={(call) =>
        call('PUT /v2/assignments/:id/hand-back', { params: { id: place.assignmentId }, body: {} })
      }
      {...followUp(place, 'handed_back')}
      onClose={onClose}
    >
      {t('work.handBack.what')}
    </CommandDialog>
  );
}
