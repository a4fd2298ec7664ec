import { useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { watchExpiry } from './access-token.ts';
import { useSession } from './session.ts';

/**
 * Says that a session has ended. On pages that everybody may read nothing happens (`isPublic` says which address that
 * is); elsewhere a dialog stands over the page, so that what was written can still be read, with the way to the login.
 * Source: Specification 1, section 4.
 */
export function SessionExpired(props: { isPublic: (pathname: string) => boolean; onLogin: () => void }) {
  const { isPublic } = props;
  const [opened, setOpened] = useState(false);
  useEffect(
    () =>
      watchExpiry(() => {
        if (!isPublic(window.location.pathname)) setOpened(true);
      }),
    [isPublic],
  );
  // Signed in again in another tab: nothing has expired any more.
  const session = useSession();
  return (
    <Dialog
      opened={opened && session.state !== 'signed-in'}
      onClose={() => setOpened(false)}
      title="Your session has expired"
      size={500}
      mustAnswer
      actions={
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            setOpened(false);
            props.onLogin();
          }}
        >
          Login
        </Button>
      }
    >
      <p>Please Login Again</p>
    </Dialog>
  );
}
