import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../button.tsx';
import classes from '../page/frame.module.css';
import { t } from '../text/translate.ts';
import { Modal } from './modal.tsx';

/**
 * The menu of narrow screens: a button that opens a page-sized dialog. A press on any link or button marked
 * `data-closes` inside closes it; so do Escape and the way back, which then leads no further. The browser keeps the
 * focus inside and gives it back.
 */
export function FullScreenMenu(props: {
  brand: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const [opened, setOpened] = useState(false);
  const { history } = useRouter();
  const close = () => setOpened(false);
  useEffect(() => {
    if (!opened) return;
    const closeInstead: BlockerFn = ({ action }) => {
      if (action !== 'BACK') return false;
      setOpened(false);
      return true;
    };
    return history.block({ enableBeforeUnload: false, blockerFn: closeInstead });
  }, [opened, history]);
  // A page that has become wide has the same in its header.
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)');
    const closeIt = () => setOpened(false);
    wide.addEventListener('change', closeIt);
    return () => wide.removeEventListener('change', closeIt);
  }, []);
  return (
    <>
      <IconButton
        label={t('frame.menu.open')}
        icon="menu"
        big
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      />
      <Modal opened={opened} onClose={close} look="page" label={t('frame.menu.name')}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a press of Enter on a link or button is a click too */}
        <div
          className={classes.full}
          onClick={(event) => {
            if ((event.target as Element).closest('a, [data-closes]')) close();
          }}
        >
          <div className={classes.fullHead}>
            {props.brand}
            <IconButton label={t('frame.menu.close')} icon="close" big data-closes="" />
          </div>
          {props.children}
        </div>
      </Modal>
    </>
  );
}
