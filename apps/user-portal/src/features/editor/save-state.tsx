import { timeText } from '@clearcall/ui/kit/date-text.ts';
import { Icon, type IconName } from '@clearcall/ui/kit/icon.tsx';
import classes from './editor.module.css';
import type { SaveQueue, SaveState } from './save-queue.ts';
import { useSaveState } from './use-gathered.ts';

function changes(count: number): string {
  return `${count} ${count === 1 ? 'change' : 'changes'}`;
}

function inWords(state: SaveState): { text: string; icon: IconName; tone: 'ok' | 'calm' | 'warn' | 'bad' } {
  switch (state.kind) {
    case 'saved':
      return {
        text: state.at === null ? 'Everything saved' : `Saved ${timeText(state.at)}`,
        icon: 'check',
        tone: 'ok',
      };
    // A moment of rest, and the call: to the reader one and the same.
    case 'waiting':
    case 'saving':
      return { text: 'Saving…', icon: 'clock', tone: 'calm' };
    case 'offline':
      return {
        text: `Offline: ${changes(state.changes)} kept on this device`,
        icon: 'warning',
        tone: 'warn',
      };
    case 'signed-out':
      return {
        text: `Logged out: ${changes(state.changes)} kept on this device`,
        icon: 'warning',
        tone: 'warn',
      };
    case 'deciding':
      return {
        text: state.fields === 1 ? '1 field needs your choice' : `${state.fields} fields need your choice`,
        icon: 'warning',
        tone: 'warn',
      };
    case 'refused':
      return { text: `${changes(state.changes)} could not be saved`, icon: 'warning', tone: 'bad' };
    case 'stopped':
      return {
        text: `Not saved: ${changes(state.changes)} kept on this device`,
        icon: 'warning',
        tone: 'bad',
      };
  }
}

const spoken: readonly SaveState['kind'][] = ['offline', 'signed-out', 'deciding', 'refused', 'stopped'];

/** How the saving stands, in words. Read aloud only when something needs the reader; else it would never be silent. */
export function SaveStateText(props: { queue: SaveQueue }) {
  const state = useSaveState(props.queue);
  const { text, icon, tone } = inWords(state);
  return (
    <p className={classes.saveState} data-tone={tone}>
      <Icon name={icon} />
      <span role="status" aria-live={spoken.includes(state.kind) ? 'polite' : 'off'}>
        {text}
      </span>
    </p>
  );
}
