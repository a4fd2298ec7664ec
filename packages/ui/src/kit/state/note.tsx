import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import classes from './note.module.css';

const kinds = {
  info: { className: '', icon: 'info' },
  ok: { className: classes.noteOk, icon: 'check' },
  warn: { className: classes.noteWarn, icon: 'warning' },
  bad: { className: classes.noteBad, icon: 'warning' },
  time: { className: classes.noteTime, icon: 'clock' },
} as const satisfies Record<string, { className: string | undefined; icon: IconName }>;

/**
 * A remark inside a page; nothing if there is nothing to say. `live` reads it aloud when it appears: errors at once, the
 * rest when the reader pauses.
 */
export function Note(props: { kind: keyof typeof kinds; live?: boolean | undefined; children: ReactNode }) {
  const { className, icon } = kinds[props.kind];
  if (props.children === null || props.children === undefined || props.children === '') return null;
  const role = props.live ? (props.kind === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div className={`${classes.note} ${className ?? ''}`} role={role} data-note>
      <Icon name={icon} />
      <div>{props.children}</div>
    </div>
  );
}
