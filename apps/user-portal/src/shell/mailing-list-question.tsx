import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { reloadUser } from '@clearcall/ui/session/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { noteAsked, wasAsked } from '../parts/accounts/mailing-list-asked.ts';

const lockName = 'clearcall.mailing-list-question';
/** A page that stood here a moment ago may still have its turn. */
const maxWaitMs = 500;

const mayTakeAway = 'input, textarea, select, [contenteditable]';

/** Whether the reader is at something that a question would take away: a field, or another dialog. */
function isBusy(): boolean {
  return (
    document.activeElement?.matches(mayTakeAway) === true ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}

/**
 * Whether it is this page's turn to ask, and what ends that. One tab asks; in the others, and where the reader is busy, it
 * is seen again at the next page.
 */
function useTurn(userId: number): [boolean, () => void] {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [turn, setTurn] = useState(false);
  const letGo = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks again
  useEffect(() => {
    if (turn) return;
    let gone = false;
    const take = (): Promise<void> | undefined => {
      if (gone || isBusy() || wasAsked(userId, new Date())) return undefined;
      setTurn(true);
      return new Promise((resolve) => {
        letGo.current = resolve;
      });
    };
    if (!navigator.locks) {
      void take();
      return;
    }
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), maxWaitMs);
    navigator.locks.request(lockName, { signal: over.signal }, take).catch(() => {});
    return () => {
      gone = true;
      clearTimeout(timer);
      over.abort();
    };
  }, [userId, turn, pathname]);
  useEffect(() => () => letGo.current(), []);
  const end = () => {
    noteAsked(userId, new Date());
    setTurn(false);
    letGo.current();
  };
  return [turn, end];
}

/**
 * Asks whether somebody wants a mail when a call opens. Either answer is kept and ends the asking; closing is none, and
 * means 'not now' on this device for a while. Source: Requirements 1, 2.122.
 */
export default function MailingListQuestion(props: { user: SessionUser }) {
  const { user } = props;
  const queries = useQueryClient();
  const [opened, end] = useTurn(user.id);
  const answer = useCommand({
    send: (call, acceptMailingList: boolean) =>
      call('PATCH /users/:id', { params: { id: user.id }, body: { acceptMailingList } }),
    after: (saved) => {
      queries.setQueryData(['profile', user.id], saved);
      end();
      return reloadUser();
    },
  });
  const sent = answer.isPending ? answer.input : undefined;
  return (
    <Dialog
      opened={opened}
      onClose={end}
      title={t('parts.list.title')}
      actions={
        <>
          <Button
            variant="filled"
            data-autofocus
            loading={sent === true}
            disabled={sent === false}
            onClick={() => answer.send(true)}
          >
            {t('parts.list.yes')}
          </Button>
          <Button loading={sent === false} disabled={sent === true} onClick={() => answer.send(false)}>
            {t('parts.list.no')}
          </Button>
        </>
      }
    >
      <p>
        <RichText id="parts.list.text" parts={{ wording: () => <b>{t('parts.list.wording')}</b> }} />
      </p>
      <p className="soft">{t('parts.list.later')}</p>
    </Dialog>
  );
}
