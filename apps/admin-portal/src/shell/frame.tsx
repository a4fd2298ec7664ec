import { PortalFrame } from '@clearcall/ui/kit/page/portal-frame.tsx';
import { PortalHeader } from '@clearcall/ui/kit/page/portal-header.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';

const isLogin = (pathname: string) => pathname.includes('/auth');

/** The frame of every page of the administration except the login, which has neither header nor footer. */
export function Frame() {
  const session = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    await logout();
    await navigate({ to: '/auth/login' });
  };
  return (
    <PortalFrame
      name={t('frame.adminTitle')}
      home="/"
      standsAlone={isLogin}
      endsSilently={isLogin}
      header={
        <PortalHeader
          home="/"
          tabs={[]}
          place={t('frame.adminTitle')}
          user={session.state === 'signed-in' ? session.user : null}
          menu={[]}
          onLogout={() => void leave()}
        />
      }
    />
  );
}
