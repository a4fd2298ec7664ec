import { addressOf } from '@clearcall/ui/form/field-address.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { timeText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './editor.module.css';
import { ProblemLink } from './problem-links.tsx';
import type { SaveQueue, SaveState } from './save-queue.ts';
import { useSaveState } from './use-gathered.ts';

function inWords(state: SaveState): { text: string; icon: IconName; tone: 'ok' | 'calm' | 'warn' | 'bad' } {
  switch (state.kind) {
    case 'saved':
      return {
        text:
          state.at === null
            ? t('editor.saving.everything')
            : t('editor.saving.saved', { time: timeText(state.at) }),
        icon: 'check',
        tone: 'ok',
      };
    // A moment of rest, and the call: to the reader one and the same.
    case 'waiting':
    case 'saving':
      return { text: t('editor.saving.now'), icon: 'clock', tone: 'calm' };
    case 'offline':
      return {
        text: t('editor.saving.offline', { n: state.changes }),
        icon: 'warning',
        tone: 'warn',
      };
    case 'signed-out':
      return {
        text: t('editor.saving.signedOut', { n: state.changes }),
        icon: 'warning',
        tone: 'warn',
      };
    case 'deciding':
      return {
        text: t('editor.saving.deciding', { n: state.fields }),
        icon: 'warning',
        tone: 'warn',
      };
    case 'refused':
      return { text: t('editor.saving.refused', { n: state.changes }), icon: 'warning', tone: 'bad' };
    case 'stopped':
      return {
        text: t('editor.saving.stopped', { n: state.changes }),
        icon: 'warning',
        tone: 'bad',
      };
  }
}

const spoken: readonly SaveState['kind'][] = ['offline', 'signed-out', 'deciding', 'refused', 'stopped'];

/** Leads to the first field that has two versions. */
function FirstQuestion({ store, text }: { store: FormStore; text: string }) {
  const [field] = store.questions();
  const form = store.step.forms.find(({ elements }) =>
    elements.some(({ id, children = [] }) =>
      [id, ...children.map((child) => child.id)].includes(field?.elementId ?? ''),
    ),
  );
  return field === undefined || form === undefined ? (
    text
  ) : (
    <ProblemLink store={store} name={text} address={addressOf(field)} formId={form.id} />
  );
}

/** How the saving stands, in words. Read aloud only when something needs the reader; else it would never be silent. */
export function SaveStateText(props: { queue: SaveQueue; store: FormStore }) {
  const state = useSaveState(props.queue);
  const { text, icon, tone } = inWords(state);
  return (
    <p className={classes.saveState} data-tone={tone}>
      <Icon name={icon} />
      <span role="status" aria-live={spoken.includes(state.kind) ? 'polite' : 'off'}>
        {state.kind === 'deciding' ? <FirstQuestion store={props.store} text={text} /> : text}
      </span>
    </p>
  );
}
