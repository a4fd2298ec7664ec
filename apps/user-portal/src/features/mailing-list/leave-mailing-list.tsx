import { Button } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMailedToken } from '../../shell/mailed-token.ts';
import classes from './mailing-list.module.css';

type State = { at: 'asking' | 'left' | 'back' | 'broken' } | { at: 'failed'; words: string };

/**
 * Where the link at the end of a list's mail leads. Opening it changes nothing, for programs that look through mails
 * open it too; a person presses one button, and may take that back with another.
 */
export function LeaveMailingList() {
  const token = useMailedToken();
  const { organization } = useOrganisation();
  const [state, setState] = useState<State>({ at: 'asking' });
  const [busy, setBusy] = useState(false);

  const choose = async (accept: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      await call('PUT /mailing-list', { body: { token, accept }, quiet: true });
      setState({ at: accept ? 'back' : 'left' });
    } catch (error) {
      const isRefused = error instanceof CallError && error.code === 'link_invalid';
      const words = sentenceOf(error);
      setState(isRefused ? { at: 'broken' } : { at: 'failed', words });
    }
    setBusy(false);
  };

  const off = state.at === 'left';
  return (
    <div className="page">
      <PageHead title="Mails about new calls">
        <p>
          {organization.name} writes to those who asked for it when a call opens. Nothing else goes to that
          list.
        </p>
      </PageHead>
      <div className={classes.choice}>
        {state.at === 'left' ? (
          <Note kind="ok" live>
            You get no more of these mails. What was waiting to be sent to you has been dropped.
          </Note>
        ) : state.at === 'back' ? (
          <Note kind="ok" live>
            You are on the list again, and get a mail when the next call opens.
          </Note>
        ) : state.at === 'broken' ? (
          <Note kind="bad" live>
            This link is not complete. Copy the whole of it from the mail, or change the setting in your
            profile.
          </Note>
        ) : state.at === 'failed' ? (
          <Note kind="bad" live>
            {state.words} Nothing was changed.
          </Note>
        ) : null}
        {state.at === 'broken' ? null : (
          <div className="row">
            <Button
              variant={off ? 'default' : 'filled'}
              size="lg"
              loading={busy}
              onClick={() => void choose(off)}
            >
              {off ? 'Send me these mails again' : 'Stop these mails'}
            </Button>
          </div>
        )}
        <p className="soft">
          Mails about your own account and applications are not part of this list and still reach you. You can
          change your mind at any time in <Link to="/profile">your profile</Link>.
        </p>
      </div>
    </div>
  );
}
