import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { useState } from 'react';
import { Actions, carryOut } from '../deed-parts.tsx';
import { useKept } from '../kept-text.ts';
import classes from './planned-action.module.css';

export type PlannedAction = Reply<'GET /v2/applications/:id/actions'>['data'][number];

const signs = {
  planned: { tone: 'quiet', icon: 'clock' },
  done: { tone: 'ok', icon: 'dial-approved' },
  failed: { tone: 'bad', icon: 'dial-rejected' },
  skipped: { tone: 'quiet', icon: 'dial-minus' },
} as const;

/** What an automation does, and to which step. */
export const actionName = ({ words, step }: Pick<PlannedAction, 'words' | 'step'>): string =>
  step === null ? words : `${words}: ${step}`;

export function ActionState({ state }: { state: PlannedAction['state'] }) {
  const { tone, icon } = signs[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`staff.actions.state.${state}`)}
    </Chip>
  );
}

/** Has an action tried again, or leaves it out with a reason. `onChanged`: also when it was refused, as it stands otherwise now. */
export function ActionDeeds(props: { uid: string; action: PlannedAction; onChanged: () => void }) {
  const { uid, action, onChanged } = props;
  const [skipping, setSkipping] = useState(false);
  const about = { key: `skip:${action.id}`, uid, name: t('staff.actions.reason') };
  const [reason, setReason, forget] = useKept(about, '', { isShown: skipping });
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const params = { id: uid, actionId: action.id };
  const what = actionName(action);
  const act = async (send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    const done = await carryOut(send);
    setBusy(false);
    setSkipping(false);
    if (done) {
      forget();
      notify(noticeTexts.changesSaved);
    }
    onChanged();
  };
  const retry = () =>
    act(() => call('POST /v2/applications/:id/actions/:actionId/retry', { params, body: {} }));
  const skip = () => {
    if (reason.trim() === '') return setMissing(true);
    void act(() => call('POST /v2/applications/:id/actions/:actionId/skip', { params, body: { reason } }));
  };
  return (
    <>
      {action.state === 'failed' || action.state === 'skipped' ? (
        <Button
          size="sm"
          loading={busy}
          aria-label={t('staff.actions.retryOf', { what })}
          onClick={() => void retry()}
        >
          {t('staff.actions.retry')}
        </Button>
      ) : null}
      {action.state === 'failed' || action.state === 'planned' ? (
        <Button
          size="sm"
          variant="subtle"
          aria-label={t('staff.actions.skipOf', { what })}
          onClick={() => setSkipping(true)}
        >
          {t('staff.actions.skip')}
        </Button>
      ) : null}
      <Dialog
        opened={skipping}
        onClose={() => setSkipping(false)}
        title={t('staff.actions.skipTitle')}
        actions={
          <Actions
            verb={t('staff.actions.skip')}
            busy={busy}
            onSend={skip}
            onClose={() => setSkipping(false)}
          />
        }
      >
        <p className={classes.what}>{t('staff.actions.skipText', { what, id: uid })}</p>
        <AreaField
          label={t('staff.actions.reason')}
          data-autofocus
          error={missing ? t('refusals.reason_needed') : null}
          required
          maxLength={3_000}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Dialog>
    </>
  );
}
