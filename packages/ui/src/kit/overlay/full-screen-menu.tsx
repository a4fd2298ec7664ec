import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../button.tsx';
import classes from '../page/frame.module.css';
import { t } from '../text/translate.ts';

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
  const dialog = useRef<HTMLDialogElement>(null);
  const { history } = useRouter();
  const goOn = useRef<() => void>(undefined);
  useEffect(() => () => goOn.current?.(), []);
  // A page that has become wide has the same in its header.
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)');
    const close = () => dialog.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  const closeInstead: BlockerFn = ({ action }) => {
    if (action !== 'BACK') return false;
    dialog.current?.close();
    return true;
  };
  const open = () => {
    goOn.current = history.block({ enableBeforeUnload: false, blockerFn: closeInstead });
    dialog.current?.showModal();
  };
  return (
    <>
      <IconButton
        label={t('frame.menu.open')}
        icon="menu"
        big
        className={props.className}
        aria-haspopup="dialog"
        onClick={open}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of Enter on a link or button is a click too */}
      <dialog
        ref={dialog}
        className={classes.full}
        aria-label={t('frame.menu.name')}
        onClose={() => goOn.current?.()}
        onClick={(event) => {
          if ((event.target as Element).closest('a, [data-closes]')) dialog.current?.close();
        }}
      >
        <div className={classes.fullHead}>
          {props.brand}
          <IconButton label={t('frame.menu.close')} icon="close" big data-closes="" />
        </div>
        {props.children}
      </dialog>
    </>
  );
}
