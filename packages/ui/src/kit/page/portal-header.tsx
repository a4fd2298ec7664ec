import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../button.tsx';
import type { IconName } from '../icon.tsx';
import { FullScreenMenu } from '../overlay/full-screen-menu.tsx';
import { RecentNotices } from '../state/notice-stack.tsx';
import { RichText } from '../text/rich-text.tsx';
import { t } from '../text/translate.ts';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import tabClasses from './tab-list.module.css';
import { SchemeSwitch, UserMenu } from './user-menu.tsx';

/** A page that the header leads to. */
export interface HeaderLink {
  label: string;
  to: string;
  search?: Record<string, string>;
  icon?: IconName;
  isCurrent?: boolean;
}

/**
 * The bar on top of every page: the organisation, the tabs, and at the right who is logged in. Below 768 px tabs and
 * menu move into one full-screen menu; the many tabs of a portal with a place do so below 1200 px.
 */
export function PortalHeader(props: {
  /** The page that the logo leads to. */
  home: string;
  tabs: readonly HeaderLink[];
  /** The portal's name before its tabs, where it has one. */
  place?: string;
  /** On the dark cover of the organisation: light text. */
  cover?: boolean;
  /** Null for visitors, who get `entrances` in place of the menu. */
  user: SessionUser | null;
  /** The user's name in the menu; '' for visitors. */
  name: string;
  /** The person's own pages. */
  menu: readonly HeaderLink[];
  entrances?: readonly HeaderLink[];
  /** A search, as it is drawn in wide and in narrow windows. */
  search?: { wide: ReactNode; narrow: ReactNode };
  onLogout: () => void;
  /** Hears when the focus enters the right side of the bar, and when it leaves. */
  onReached?: (isReached: boolean) => void;
  children?: ReactNode;
}) {
  const { user, name, entrances = [], onReached, cover } = props;
  const navigate = useNavigate();
  const links = (all: readonly HeaderLink[], className?: string) =>
    all.map(({ label, to, search = {}, isCurrent = false }) => (
      <Link
        key={to}
        to={to}
        search={search}
        className={className}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {label}
      </Link>
    ));
  return (
    <header className={`${classes.top} ${cover ? classes.covered : ''}`}>
      <div className={`page ${classes.bar}`} data-place={props.place}>
        <Brand to={props.home} cover={cover} />
        <nav
          className={`${tabClasses.tabs} ${classes.tabs} ${props.place === undefined ? 'only-wide' : classes.manyTabs}`}
          aria-label={t('frame.menu.main')}
        >
          {props.place === undefined ? null : <span className={classes.place}>{props.place}</span>}
          {links(props.tabs)}
        </nav>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices that the menu may be open */}
        <div className={classes.side} onFocus={() => onReached?.(true)} onBlur={() => onReached?.(false)}>
          {props.search?.wide}
          <RecentNotices />
          {props.children}
          <div className="only-wide">
            {user === null ? (
              <div className="row">
                {entrances.map(({ label, to, search = {} }, nth) => (
                  <ButtonLink
                    key={to}
                    to={to}
                    search={search}
                    variant={nth < entrances.length - 1 ? 'subtle' : undefined}
                  >
                    {label}
                  </ButtonLink>
                ))}
              </div>
            ) : (
              <UserMenu
                user={user}
                name={name}
                items={[
                  ...props.menu.map(({ label, to, icon }) => ({
                    label,
                    icon,
                    onSelect: () => void navigate({ to }),
                  })),
                  { label: t('frame.menu.logout'), icon: 'logout', onSelect: props.onLogout },
                ]}
              />
            )}
          </div>
          <FullScreenMenu
            className={props.place === undefined ? 'only-narrow' : classes.menuOfManyTabs}
            brand={<Brand to={props.home} />}
          >
            {user === null ? null : (
              <p className={classes.who}>
                <RichText id="frame.menu.who" parts={{ name: () => <b>{name}</b> }} />
                <br />
                {user.email}
              </p>
            )}
            {props.search?.narrow}
            <nav aria-label={t('frame.menu.main')}>
              {links(props.tabs, classes.fullItem)}
              {links(user === null ? entrances : props.menu, classes.fullItem)}
              {user === null ? null : (
                <button type="button" className={classes.fullItem} data-closes="" onClick={props.onLogout}>
                  {t('frame.menu.logout')}
                </button>
              )}
            </nav>
            <p className={classes.who}>{t('frame.scheme.name')}</p>
            <SchemeSwitch />
          </FullScreenMenu>
        </div>
      </div>
    </header>
  );
}
