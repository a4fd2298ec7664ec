import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { SpokenName } from '@clearcall/ui/kit/text/spoken-name.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { useState } from 'react';
import { keptOnDevice } from '../kept/kept-text.ts';

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

type Named = Pick<PlannedAction, 'words' | 'step' | 'told'>;

const stepOf = ({ step, told }: Named) => (step === null ? undefined : quoted({ step, told }, 'step'));

/** `actionName`, in which the title of the step names its language. */
export const actionText = (action: Named) => quoting(actionName(action), stepOf(action));

export function ActionState({ state }: { state: PlannedAction['state'] }) {
  const { tone, icon } = signs[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`staff.actions.state.${state}`)}
    </Chip>
  );
}

/** Has an action tried again, or leaves it out with a reason. `onChanged`: also when it was refused, as it stands otherwise now. */
export function ActionCommands(props: { uid: string; action: PlannedAction; onChanged: () => void }) {
  const { uid, action, onChanged } = props;
  const [asked, setAsked] = useState<'retry' | 'skip' | null>(null);
  const params = { id: uid, actionId: action.id };
  const what = actionName(action);
  const followed = {
    done: noticeTexts.changesSaved,
    after: onChanged,
    onRefused: onChanged,
    onClose: () => setAsked(null),
  };
  return (
    <>
      {action.state === 'failed' || action.state === 'skipped' ? (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Icon name="turn-right" />}
          onClick={() => setAsked('retry')}
        >
          <SpokenName
            words={t('staff.actions.retry')}
            name={t('staff.actions.retryOf', { what })}
            draw={(words) => quoting(words, stepOf(action))}
          />
        </Button>
      ) : null}
      {action.state === 'failed' || action.state === 'planned' ? (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Icon name="dial-minus" />}
          onClick={() => setAsked('skip')}
        >
          <SpokenName
            words={t('staff.actions.skip')}
            name={t('staff.actions.skipOf', { what })}
            draw={(words) => quoting(words, stepOf(action))}
          />
        </Button>
      ) : null}
      {asked === 'retry' ? (
        <CommandDialog
          {...followed}
          title={t('staff.actions.retryTitle')}
          verb={t('staff.actions.retry')}
          send={(call) => call('POST /v2/applications/:id/actions/:actionId/retry', { params, body: {} })}
        >
          <p>{quoting(t('staff.actions.retryText', { what, id: uid }), stepOf(action))}</p>
        </CommandDialog>
      ) : null}
      {asked === 'skip' ? (
        <CommandDialog
          {...followed}
          title={t('staff.actions.skipTitle')}
          verb={t('staff.actions.skip')}
          fields={{
            reason: {
              type: 'area',
              label: t('staff.actions.reason'),
              required: t('refusals.reason_needed'),
              codes: ['reason_needed'],
              maxLength: 3_000,
              isFirst: true,
              kept: keptOnDevice(`skip:${action.id}`, uid),
            },
          }}
          send={(call, { reason }) =>
            call('POST /v2/applications/:id/actions/:actionId/skip', { params, body: { reason } })
          }
        >
          <p>{quoting(t('staff.actions.skipText', { what, id: uid }), stepOf(action))}</p>
        </CommandDialog>
      ) : null}
    </>
  );
}
