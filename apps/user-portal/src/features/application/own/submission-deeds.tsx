import type { Application } from '@clearcall/domain/model/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TickBox } from '@clearcall/ui/kit/field/boxes.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { announceClosed } from '../../../shell/closed-applications.ts';
import { useDuplicate } from '../../../shell/use-duplicate.ts';
import classes from './own.module.css';
import { type Deed, possibleDeeds } from './own-facts.ts';

/** The cut-off that counts, to the minute and in the call's time zone. */
function CutOff({ application }: { application: Application }) {
  const end = application.cutoff?.end ?? null;
  return end === null ? t('editor.own.noCutOff') : <DateTime at={end} zone={application.call.timeZone} />;
}

/** Why something cannot be done any more, where there is a word for it. */
function WhyNot({ application, refusal }: { application: Application; refusal: string }) {
  if (refusal === 'review_begun') return t('editor.own.takeBack.reviewBegun');
  if (refusal === 'not_withdrawable') return t('editor.own.withdraw.told');
  if (refusal !== 'deadline_passed') return null;
  return (
    <RichText
      id="editor.own.takeBack.cutOffOver"
      parts={{ at: () => <CutOff application={application} /> }}
    />
  );
}

/** Says until when the applicant can take the submission of a step back; nothing if they cannot. */
export function TakeBackNote({ application, stepId }: { application: Application; stepId: string }) {
  const [deed] = possibleDeeds(application);
  const isFirst = application.process[0]?.id === stepId;
  return isFirst && deed?.deed === 'take_back' && deed.refusal === null ? (
    <p>
      <MayTakeBack application={application} />
    </p>
  ) : null;
}

const MayTakeBack = ({ application }: { application: Application }) => (
  <RichText id="editor.own.takeBack.may" parts={{ at: () => <CutOff application={application} /> }} />
);

/** What the applicant may do with what was submitted, or why not. Nothing for everybody else. */
export function SubmissionDeeds(props: { application: Application; onAsk: (deed: Deed) => void }) {
  const { application } = props;
  const deeds = possibleDeeds(application);
  const worded = deeds.some(
    ({ refusal }) =>
      refusal === null || ['review_begun', 'deadline_passed', 'not_withdrawable'].includes(refusal),
  );
  if (!worded) return null;
  return (
    <section>
      <h2>{t('editor.own.deeds')}</h2>
      {deeds.map(({ deed, refusal }) =>
        refusal !== null ? (
          <p key={deed} className="muted">
            <WhyNot application={application} refusal={refusal} />
          </p>
        ) : deed === 'take_back' ? (
          <div key={deed} className={classes.deed}>
            <p>
              <MayTakeBack application={application} />
            </p>
            <Button size="sm" leftSection={<Icon name="turn-left" />} onClick={() => props.onAsk(deed)}>
              {t('editor.own.takeBack.do')}
            </Button>
          </div>
        ) : (
          <div key={deed} className={classes.deed}>
            <p>{t('editor.own.withdraw.may')}</p>
            <Button size="sm" variant="danger" className={classes.withdraw} onClick={() => props.onAsk(deed)}>
              {t('editor.own.withdraw.do')}
            </Button>
          </div>
        ),
      )}
    </section>
  );
}

/** Offers the owner a copy of the application as a new draft, while a call takes it. */
export function DuplicatePart({ application }: { application: Application }) {
  const duplicate = useDuplicate(application.uid);
  if (!application.can.duplicate) return null;
  return (
    <section>
      <h2>{t('editor.own.again.title')}</h2>
      <div className={classes.deed}>
        <p>{t('editor.own.again.text')}</p>
        <Button
          size="sm"
          leftSection={<Icon name="copy" />}
          loading={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        >
          {t('parts.duplicate.do')}
        </Button>
      </div>
    </section>
  );
}

interface Asked {
  application: Application;
  opened: boolean;
  onClose: () => void;
  reload: () => void;
}

/** What the server says when the page shows what is no longer so. */
const outdated: ReadonlySet<string> = new Set([
  'not_found',
  'not_under_way',
  'review_begun',
  'deadline_passed',
  'not_withdrawable',
]);

function useDeed(
  { application, onClose, reload }: Asked,
  send: () => Promise<unknown>,
  said: 'editor.own.takeBack.done' | 'editor.own.withdraw.done',
) {
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onClose();
      announceClosed(application.uid);
      notify({ type: 'success', message: { id: said } });
      reload();
    },
    // What went wrong is said by the notice of the call.
    onError: (error) => {
      if (!(error instanceof CallError) || !outdated.has(error.code)) return;
      onClose();
      reload();
    },
  });
}

/** Asks before a submission becomes a draft again. */
export function TakeBackDialog(props: Asked) {
  const { application, opened, onClose } = props;
  const takeBack = useDeed(
    props,
    () => call('POST /v2/applications/:id/take-back', { params: { id: application.uid }, body: {} }),
    'editor.own.takeBack.done',
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('editor.own.takeBack.title')}
      actions={
        <>
          <Button variant="filled" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {t('editor.own.takeBack.do')}
          </Button>
          <Button onClick={onClose}>{t('editor.own.takeBack.keep')}</Button>
        </>
      }
    >
      <ul className={classes.points}>
        <li>{t('editor.own.takeBack.becomes')}</li>
        <li>
          <RichText
            id="editor.own.takeBack.again"
            parts={{
              at: () => (
                <b>
                  <CutOff application={application} />
                </b>
              ),
            }}
          />
        </li>
        <li>{t('editor.own.takeBack.otherwise')}</li>
      </ul>
    </Dialog>
  );
}

/** Asks before an application ends for good: what ends, and what others see of it. */
export function WithdrawDialog(props: Asked) {
  const { application, opened, onClose } = props;
  const id = useId();
  const [understood, setUnderstood] = useState(false);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (opened) return;
    setUnderstood(false);
    setMissing(false);
  }, [opened]);
  const withdraw = useDeed(
    props,
    () => call('POST /v2/applications/:id/withdraw', { params: { id: application.uid }, body: {} }),
    'editor.own.withdraw.done',
  );
  const send = () => {
    setMissing(!understood);
    if (understood) withdraw.mutate();
    else document.getElementById(id)?.focus();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('editor.own.withdraw.title')}
      actions={
        <>
          <Button variant="danger-filled" loading={withdraw.isPending} onClick={send}>
            {t('editor.own.withdraw.do')}
          </Button>
          <Button onClick={onClose}>{t('editor.own.withdraw.keep')}</Button>
        </>
      }
    >
      <p>{t('editor.own.withdraw.final', { uid: application.uid })}</p>
      <ul className={classes.points}>
        <li>{t('editor.own.withdraw.ends')}</li>
        <li>{t('editor.own.withdraw.others')}</li>
        <li>{t('editor.own.withdraw.kept')}</li>
      </ul>
      <div className={classes.tick} data-invalid={missing || undefined}>
        <TickBox
          id={id}
          title={t('editor.own.withdraw.understood')}
          required
          invalid={missing}
          describedBy={missing ? `${id}:error` : undefined}
          checked={understood}
          onChange={(event) => {
            setUnderstood(event.target.checked);
            setMissing(false);
          }}
        />
        <p id={`${id}:error`} className={classes.error} role="alert">
          {missing ? t('editor.own.withdraw.tick') : ''}
        </p>
      </div>
    </Dialog>
  );
}
