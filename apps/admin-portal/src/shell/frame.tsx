import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import { MainArea } from '@clearcall/ui/kit/page/main-area.tsx';
import { PortalFooter } from '@clearcall/ui/kit/page/portal-footer.tsx';
import { frameClasses } from '@clearcall/ui/kit/page/portal-header.tsx';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { NoticeStack } from '@clearcall/ui/kit/state/notice-stack.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { SessionExpired } from '@clearcall/ui/session/session-expired.tsx';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Header } from './header.tsx';

const isLogin = (pathname: string) => pathname.includes('/auth');

/** What stands around every page of the administration; the login stands alone. */
export function Frame() {
  const navigate = useNavigate();
  const router = useRouter();
  const pathname = useRouterState({
    select: (state) => (state.resolvedLocation ?? state.location).pathname,
  });
  const toLogin = useCallback(
    () => void navigate({ to: '/auth/login', search: {}, replace: true }),
    [navigate],
  );
  useArrival(pathname);

  return (
    <>
      <a className={frameClasses.skip} href="#main">
        {t('frame.skip')}
      </a>
      <NoticeStack />
      {isLogin(pathname) ? (
        <Outlet />
      ) : (
        <div className={frameClasses.shell}>
          <Header />
          <MainArea className={frameClasses.main}>
            <Outlet />
          </MainArea>
          <PortalFooter brand={<Brand to="/" />} />
        </div>
      )}
      <SessionExpired
        isSilent={isLogin}
        onLogin={() =>
          void navigate({ to: '/auth/login', search: { return: router.state.location.href }, replace: true })
        }
        onBarred={toLogin}
      />
    </>
  );
}
