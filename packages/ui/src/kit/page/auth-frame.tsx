import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';
import { BrandMark } from './brand-mark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SchemeSwitch } from './user-menu.tsx';

/**
 * The pages of login and registration: the cover with the mark at the left, the form at the right. They have neither
 * header nor footer. `long` starts the form higher; `aside` stands at the foot of the cover.
 */
export function AuthFrame(props: {
  title: ReactNode;
  tagline?: ReactNode;
  /** The Brand, once for the cover and once for narrow screens: `(cover) => <Brand cover={cover} to="/" />`. */
  brand: (cover: boolean) => ReactNode;
  aside?: ReactNode;
  long?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`${classes.frame} ${props.long ? classes.long : ''}`}>
      <header className={classes.cover}>
        <BrandMark
          className={classes.large}
          size={760}
          tick="color-mix(in srgb, var(--on-cover) 7%, var(--cover-2))"
          long="var(--time-3)"
        />
        {props.brand(true)}
        {props.aside ? <div className={classes.aside}>{props.aside}</div> : null}
      </header>
      <main className={classes.pane} id="main" tabIndex={-1}>
        <div className={classes.narrowBrand}>{props.brand(false)}</div>
        <div className={classes.inner}>
          <h1>{props.title}</h1>
          {props.tagline ? <p className={classes.under}>{props.tagline}</p> : null}
          {props.children}
          <div className={classes.foot}>
            <LanguageSwitch />
            <SchemeSwitch />
          </div>
        </div>
      </main>
    </div>
  );
}
