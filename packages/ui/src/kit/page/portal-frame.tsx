import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { SessionExpired } from '../../session/session-expired.tsx';
import { NoticeStack } from '../state/notice-stack.tsx';
import { t } from '../text/translate.ts';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import { MainArea } from './main-area.tsx';
import { useOrganisation } from './organisation.tsx';
import { PortalFooter } from './portal-footer.tsx';
import { useArrival } from './use-arrival.ts';
import { usePageTitle } from './use-page-title.ts';

/**
 * The frame of every page of a portal: skip link, notices, header, main area and footer, the name of the browser's tab,
 * and the dialog of an ended session. The login is the page `/auth/login` of each portal.
 */
export function PortalFrame(props: {
  /** The portal's name: "User Portal". */
  name: string;
  header: ReactNode;
  /** The page that the logo leads to. */
  home: string;
  /** Whether links without a host in the footer are pages of this portal. */
  ownPages?: boolean;
  /** Whether an address has neither header nor footer: the login and its kin. */
  standsAlone: (pathname: string) => boolean;
  /** Whether the end of a session is no news at an address. */
  endsSilently: (pathname: string) => boolean;
  /** What becomes of texts that the reader was writing when the session ended. */
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const router = useRouter();
  const { organization } = useOrganisation();
  // The page that is drawn, not the one that is coming: the old one stays until the new one is there.
  const pathname = useRouterState({
    select: (state) => (state.resolvedLocation ?? state.location).pathname,
  });
  const toLogin = useCallback(
    () => void navigate({ to: '/auth/login', search: {}, replace: true }),
    [navigate],
  );
  useArrival(pathname);
  usePageTitle(`${organization.shortName} - ${props.name}`, pathname === '/');
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('frame.skip')}
      </a>
      <NoticeStack />
      {props.standsAlone(pathname) ? (
        <Outlet />
      ) : (
        <div className={classes.shell}>
          {props.header}
          <MainArea className={classes.main}>
            <Outlet />
          </MainArea>
          <PortalFooter ownPages={props.ownPages} brand={<Brand to={props.home} />} />
        </div>
      )}
      <SessionExpired
        isSilent={props.endsSilently}
        onLogin={() =>
          void navigate({ to: '/auth/login', search: { return: router.state.location.href }, replace: true })
        }
        onBarred={toLogin}
      >
        {props.children}
      </SessionExpired>
    </>
  );
}
