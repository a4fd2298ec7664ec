import type { ReactNode } from 'react';
import { t } from '../text/translate.ts';
import classes from './frame.module.css';

/** The bar on top of every page: the organisation, the tabs, and at the right who one is. */
export function PortalHeader(props: { brand: ReactNode; tabs?: ReactNode; side: ReactNode }) {
  return (
    <header className={classes.top}>
      <div className={`page ${classes.bar}`}>
        {props.brand}
        <nav className={`${classes.tabs} only-wide`} aria-label={t('frame.menu.main')}>
          {props.tabs}
        </nav>
        {props.side}
      </div>
    </header>
  );
}

export { classes as frameClasses };
