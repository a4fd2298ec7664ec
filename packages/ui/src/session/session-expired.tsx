import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { notify } from '../kit/state/notices.ts';
import { t } from '../kit/text/translate.ts';
import { watchExpiry } from './access-token.ts';
import { useSession } from './session.ts';

/**
 * Says that a session has ended. When it expired, nothing happens on pages where that is no news (`isSilent` says of an
 * address whether it is one); elsewhere a dialog stands over the page, so that what was written can still be read, with
 * the way to the login. When the portal is not for one's role any more, the login opens at once and says so. Source:
 * Requirements 1, 4.16 and 6.6.
 */
export function SessionExpired(props: {
  isSilent: (pathname: string) => boolean;
  onLogin: () => void;
  onBarred: () => void;
  /** What becomes of what was being written. */
  children?: ReactNode;
}) {
  const { isSilent, onBarred } = props;
  const [opened, setOpened] = useState(false);
  useEffect(
    () =>
      watchExpiry(() => {
        if (!isSilent(window.location.pathname)) setOpened(true);
      }),
    [isSilent],
  );
  const session = useSession();
  const barred = session.state === 'signed-out' && session.why === 'barred';
  useEffect(() => {
    if (!barred) return;
    notify({ type: 'error', message: { id: 'frame.session.notForYou' } });
    onBarred();
  }, [barred, onBarred]);
  return (
    <Dialog
      // Signed in again in another tab: nothing has expired any more.
      opened={opened && session.state !== 'signed-in'}
      onClose={() => setOpened(false)}
      title={t('frame.session.expired')}
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
          {t('frame.menu.login')}
        </Button>
      }
    >
      <p>{t('frame.session.loginAgain')}</p>
      {props.children}
    </Dialog>
  );
}
