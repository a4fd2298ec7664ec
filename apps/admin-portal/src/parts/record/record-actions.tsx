import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { call } from '@clearcall/ui/session/call.ts';
import { type ReactNode, useState } from 'react';
import { savedNotice } from './edit-dialog.tsx';
import classes from './record.module.css';

interface Asked {
  title: string;
  text: ReactNode;
  send: (send: typeof call) => Promise<unknown>;
}

/** The buttons that change an object, take it out of use or delete it, each with its dialog. */
export function RecordActions(props: {
  /** Absent if it is not changed in a dialog. */
  change?: string;
  /** Draws the dialog that changes the object. */
  edit?: (onClose: () => void) => ReactNode;
  /** Whether calls offer it. */
  disable?: Asked | undefined;
  /** Absent if something uses it. */
  remove?: Asked | undefined;
  after: () => unknown;
  /** Leaves the page of what was deleted. */
  leave: () => unknown;
  children?: ReactNode;
}) {
  const { disable, remove, after, leave } = props;
  const [asked, ask] = useState<'edit' | 'disable' | 'remove' | null>(null);
  const onClose = () => ask(null);
  const question = asked === 'disable' ? disable : asked === 'remove' ? remove : undefined;
  return (
    <div className={classes.actions}>
      {props.children}
      {props.change === undefined ? null : <Button onClick={() => ask('edit')}>{props.change}</Button>}
      {disable === undefined ? null : <Button onClick={() => ask('disable')}>{disable.title}</Button>}
      {remove === undefined ? null : (
        <Button variant="danger" onClick={() => ask('remove')}>
          {remove.title}
        </Button>
      )}
      {asked === 'edit' ? props.edit?.(onClose) : null}
      {question === undefined ? null : (
        <CommandDialog
          title={question.title}
          verb={question.title}
          danger={asked === 'remove'}
          send={question.send}
          done={savedNotice}
          after={asked === 'remove' ? leave : after}
          onClose={onClose}
        >
          {question.text}
        </CommandDialog>
      )}
    </div>
  );
}
