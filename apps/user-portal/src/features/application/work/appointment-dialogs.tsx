import type { Step } from '@clearcall/domain/forms/types.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { type ReactNode, useState } from 'react';
import { useKept } from '../../../shell/kept-text.ts';
import { SuggestOthers } from '../own/suggest-others.tsx';
import { hasFaults, type SuggestedPerson, suggestsOf } from '../own/suggested-people.ts';
import { type DeedPlace, useDeed } from './use-deed.ts';
import classes from './work.module.css';

const maxReason = 3_000;
const noSuggestions: SuggestedPerson[] = [];

interface Asked {
  place: DeedPlace;
  opened: boolean;
  onClose: () => void;
}

/** Why an assignment is refused, and what comes of it. */
export function RejectDialog({ place, opened, onClose }: Asked) {
  const about = (what: string, name: string) => ({
    key: `reject:${what}:${place.assignmentId}`,
    uid: place.uid,
    name,
  });
  const isShown = { isShown: opened };
  const [reason, setReason, forgetReason] = useKept(about('reason', t('work.reject.reason')), '', isShown);
  const [error, setError] = useState<string | null>(null);
  const [others, setOthers, forgetOthers] = useKept<SuggestedPerson[]>(
    about('others', t('editor.suggest.title')),
    noSuggestions,
    isShown,
  );
  const [checks, setChecks] = useState(false);
  const reject = useDeed(
    place,
    () =>
      call('PUT /v2/assignments/:id/accept', {
        params: { id: place.assignmentId },
        body: { accepted: false, reason, suggests: suggestsOf(others) },
      }),
    () => {
      forgetReason();
      forgetOthers();
      return { kind: 'refused', uid: place.uid, reason: reason.trim() };
    },
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('work.reject.title')}
      actions={
        <>
          <Button
            variant="danger-filled"
            loading={reject.isPending}
            onClick={() => {
              setChecks(true);
              if (reason.trim() === '') setError(t('editor.submit.reasonNeeded'));
              else if (!hasFaults(others)) reject.send();
            }}
          >
            {t('work.reject.do')}
          </Button>
          <Button onClick={onClose}>{t('work.reject.keep')}</Button>
        </>
      }
    >
      <p>{t('work.reject.what')}</p>
      <div className={classes.field}>
        <AreaField
          label={t('work.reject.reason')}
          hint={t('work.reject.reasonHint')}
          required
          maxLength={maxReason}
          error={error}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setError(null);
          }}
        />
      </div>
      <div className={classes.field}>
        <h3>{t('editor.suggest.title')}</h3>
        <p className="soft">{t('editor.suggest.text')}</p>
        <SuggestOthers value={others} onChange={setOthers} checks={checks} />
      </div>
    </Dialog>
  );
}

/** The words on conflicts of interest, as their author set them. */
function Words({ step, text }: { step: Step; text: string }) {
  return (
    <div className={classes.agreement} lang={langOf(step.config, 'coiText')}>
      {text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of an agreement never change on a page
          <p key={at}>{part}</p>
        ))}
    </div>
  );
}

/** Before the work is accepted: agreed to, declared as a conflict, or left for later. Source: Requirements 2, 3.1. */
export function AgreementDialog(props: Asked & { step: Step; subject: ReactNode; onConflict: () => void }) {
  const { place, opened, onClose, step } = props;
  const agree = useDeed(place, () =>
    call('PUT /v2/assignments/:id/accept', {
      params: { id: place.assignmentId },
      body: { accepted: true, agreed: true },
    }),
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('work.coi.title')}
      actions={
        <>
          <Button variant="filled" loading={agree.isPending} onClick={agree.send}>
            {t('work.coi.agree')}
          </Button>
          <Button onClick={props.onConflict}>{t('work.coi.conflict')}</Button>
          <Button variant="subtle" onClick={onClose}>
            {t('work.coi.later')}
          </Button>
        </>
      }
    >
      <p className="soft small">{t('work.coi.before')}</p>
      <div className={classes.subject}>{props.subject}</div>
      <Words step={step} text={step.config.coiText ?? ''} />
    </Dialog>
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
      <Words step={props.step} text={props.agreement.text} />
    </Dialog>
  );
}

/** A conflict of interest closes the whole application: asked once more, with what it means. */
export function ConflictDialog({ place, opened, onClose }: Asked) {
  const about = { key: `conflict:${place.assignmentId}`, uid: place.uid, name: t('work.conflict.reason') };
  const [reason, setReason, forget] = useKept(about, '', { isShown: opened });
  const declare = useDeed(
    place,
    () => call('PUT /v2/assignments/:id/conflict', { params: { id: place.assignmentId }, body: { reason } }),
    () => {
      forget();
      return null;
    },
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('work.conflict.title')}
      actions={
        <>
          <Button variant="danger-filled" loading={declare.isPending} onClick={declare.send}>
            {t('work.conflict.do')}
          </Button>
          <Button onClick={onClose}>{t('work.conflict.back')}</Button>
        </>
      }
    >
      <p>{t('work.conflict.what')}</p>
      <div className={classes.field}>
        <AreaField
          label={t('work.conflict.reason')}
          hint={t('work.conflict.reasonHint')}
          maxLength={maxReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Work that was taken goes back to everybody of its centre or role. */
export function HandBackDialog({ place, opened, onClose }: Asked) {
  const handBack = useDeed(
    place,
    () => call('PUT /v2/assignments/:id/hand-back', { params: { id: place.assignmentId }, body: {} }),
    () => ({ kind: 'handed_back', uid: place.uid, reason: '' }),
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('work.handBack.title')}
      actions={
        <>
          <Button variant="filled" loading={handBack.isPending} onClick={handBack.send}>
            {t('work.handBack.do')}
          </Button>
          <Button onClick={onClose}>{t('work.reject.keep')}</Button>
        </>
      }
    >
      <p>{t('work.handBack.what')}</p>
    </Dialog>
  );
}
