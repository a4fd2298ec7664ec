import { Button } from '@clearcall/ui/kit/button.tsx';
import { dateText } from '@clearcall/ui/kit/date-text.ts';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeptOf } from './kept-copies.ts';
import classes from './logout-question.module.css';

/** What somebody logs out with: the words that are only on this device stay there or go. */
export type LogoutChoice = 'remove' | 'keep';

/** Asks whoever logs out what is to become of words that the server does not have: the next person may sit here too. */
export function LogoutQuestion(props: {
  kept: readonly KeptOf[];
  opened: boolean;
  onStay: () => void;
  onLogout: (choice: LogoutChoice) => Promise<void>;
}) {
  const { kept, onStay } = props;
  const [busy, setBusy] = useState<LogoutChoice | null>(null);
  const logout = async (choice: LogoutChoice) => {
    if (busy !== null) return;
    setBusy(choice);
    await props.onLogout(choice);
    setBusy(null);
  };
  const until =
    kept
      .map(({ keepUntil }) => keepUntil)
      .sort()
      .at(-1) ?? '';
  return (
    <Dialog
      opened={props.opened}
      onClose={onStay}
      title="Log out with words that are not saved?"
      actions={
        <>
          <Button variant="filled" onClick={onStay}>
            Stay logged in
          </Button>
          <Button variant="danger" loading={busy === 'remove'} onClick={() => void logout('remove')}>
            Log out and remove them
          </Button>
          <Button variant="subtle" loading={busy === 'keep'} onClick={() => void logout('keep')}>
            Log out, keep them here
          </Button>
        </>
      }
    >
      <p>What you wrote here last is on this device only. Open it to save or copy it.</p>
      <ul className={classes.kept}>
        {kept.map(({ uid, shownId, answers }) => (
          <li key={uid}>
            <Link to="/applications/$uid" params={{ uid }} onClick={onStay}>
              {shownId}
            </Link>
            : {answers === 1 ? '1 answer' : `${answers} answers`}
          </li>
        ))}
      </ul>
      <p className="soft">
        Keep them here only if the device is yours: others who use it could find them. They are back when you
        log in here again
        {until === '' ? null : (
          <>
            , until <span className="nowrap">{dateText(until)}</span>
          </>
        )}
        .
      </p>
    </Dialog>
  );
}
