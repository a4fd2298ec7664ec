import { mailingListWording } from '@clearcall/domain/model/profile.ts';
import type { SessionUser } from '@clearcall/domain/model/user.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { sessionState, watchSession } from '@clearcall/ui/session/access-token.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { reloadUser } from '@clearcall/ui/session/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

// Who put the question off is asked again at the next login, not at the next page.
const putOffKey = 'clearcall.mailing-list-put-off';
let putOffHere = false;

function isPutOff(): boolean {
  try {
    return putOffHere || sessionStorage.getItem(putOffKey) !== null;
  } catch {
    return putOffHere;
  }
}

function putOff(until: 'next-login' | 'now'): void {
  putOffHere = until === 'next-login';
  try {
    if (putOffHere) sessionStorage.setItem(putOffKey, '1');
    else sessionStorage.removeItem(putOffKey);
  } catch {
    // Without storage it is asked again after a reload.
  }
}

watchSession(() => {
  if (sessionState().state === 'signed-out') putOff('now');
});

/**
 * Asks once whether somebody wants a mail when a call opens. Either answer is kept; closing is none.
 * Source: Specification 1, section 2 (post-login wrapper).
 */
export default function MailingListQuestion(props: { user: SessionUser }) {
  const { user } = props;
  const queries = useQueryClient();
  const [opened, setOpened] = useState(!isPutOff());
  const [sending, setSending] = useState<boolean | null>(null);

  const answer = async (acceptMailingList: boolean) => {
    setSending(acceptMailingList);
    try {
      const saved = await call('PATCH /users/:id', { params: { id: user.id }, body: { acceptMailingList } });
      queries.setQueryData(['profile', user.id], saved);
      setOpened(false);
      await reloadUser();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(null);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        putOff('next-login');
        setOpened(false);
      }}
      title="Shall we write to you?"
      size={500}
      actions={
        <>
          <Button
            variant="filled"
            data-autofocus
            loading={sending === true}
            disabled={sending === false}
            onClick={() => void answer(true)}
          >
            Yes, write to me
          </Button>
          <Button loading={sending === false} disabled={sending === true} onClick={() => void answer(false)}>
            No, thank you
          </Button>
        </>
      }
    >
      <p>
        <b>{mailingListWording}</b> That is about twice a month. Mail about your own applications comes in any
        case.
      </p>
      <p className="soft">You can change your mind in your profile, or with the link in every such mail.</p>
    </Dialog>
  );
}
