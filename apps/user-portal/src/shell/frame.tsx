import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import { MainArea } from '@clearcall/ui/kit/page/main-area.tsx';
import { PortalFooter } from '@clearcall/ui/kit/page/portal-footer.tsx';
import { frameClasses } from '@clearcall/ui/kit/page/portal-header.tsx';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { NoticeStack } from '@clearcall/ui/kit/state/notice-stack.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { SessionExpired } from '@clearcall/ui/session/session-expired.tsx';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Header, homeFor } from './header.tsx';
import { useKeptHere } from './kept-here.ts';
import { endsSilently, isAuthPage } from './portal-tabs.ts';

/** What stands around every page. Authentication pages stand alone. */
export function Frame() {
  const navigate = useNavigate();
  const router = useRouter();
  const session = useSession();
  // Where we are, not where we are going: the old page stands until the new one can.
  const pathname = useRouterState({
    select: (state) => (state.resolvedLocation ?? state.location).pathname,
  });
  const toLogin = useCallback(
    () => void navigate({ to: '/auth/login', search: {}, replace: true }),
    [navigate],
  );
  useArrival(pathname);
  const alone = isAuthPage(pathname);

  return (
    <>
      <a className={frameClasses.skip} href="#main">
        {t('frame.skip')}
      </a>
      <NoticeStack />
      {alone ? (
        <Outlet />
      ) : (
        <div className={frameClasses.shell}>
          <Header />
          <MainArea className={frameClasses.main}>
            <Outlet />
          </MainArea>
          <PortalFooter ownPages brand={<Brand to={homeFor(session)} />} />
        </div>
      )}
      <SessionExpired
        isSilent={endsSilently}
        onLogin={() =>
          void navigate({ to: '/auth/login', search: { return: router.state.location.href }, replace: true })
        }
        onBarred={toLogin}
      >
        <TextsKept />
      </SessionExpired>
    </>
  );
}

/** For somebody who was writing when the session ended. */
function TextsKept() {
  const kept = useKeptHere();
  if (kept === null) return null;
  if (kept === 0) return <p>{t('frame.session.allSaved')}</p>;
  return <p>{t('frame.session.kept', { n: kept })}</p>;
}
