import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { LoadingRows } from '../kit/state/page-states.tsx';
import { useSession } from './session.ts';

export const UserContext = createContext<SessionUser | null>(null);

/** Who is signed in. Only inside of RequireSession, where somebody always is. */
export function useUser(): SessionUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error('useUser stands outside of RequireSession.');
  return user;
}

/**
 * Shows its content to those who are signed in and sends the others to the login (`onSignedOut`). When a session
 * expires under an open page, the page stays: the reader is told, and nothing that was written disappears.
 */
export function RequireSession(props: { onSignedOut: () => void; children: ReactNode }) {
  const session = useSession();
  const lastUser = useRef<SessionUser | null>(null);
  const sent = useRef(false);
  if (session.state === 'signed-in') lastUser.current = session.user;

  const mayStay = session.state === 'signed-out' && session.why === 'expired' && lastUser.current !== null;
  const leave = session.state === 'signed-out' && !mayStay;
  const { onSignedOut } = props;
  useEffect(() => {
    if (!leave) {
      sent.current = false;
      return;
    }
    if (sent.current) return;
    sent.current = true;
    onSignedOut();
  }, [leave, onSignedOut]);

  if (leave || lastUser.current === null) {
    return (
      <div className="page" style={{ paddingBlock: 'var(--s-8)' }}>
        <LoadingRows />
      </div>
    );
  }
  return <UserContext.Provider value={lastUser.current}>{props.children}</UserContext.Provider>;
}
