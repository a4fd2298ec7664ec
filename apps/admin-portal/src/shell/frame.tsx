import { PortalFrame } from '@clearcall/ui/kit/page/portal-frame.tsx';
import { PortalHeader } from '@clearcall/ui/kit/page/portal-header.tsx';
import { shortNameOf } from '@clearcall/ui/kit/text/initials-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { isIn, placesFor } from './places.ts';

const isLogin = (pathname: string) => pathname.includes('/auth');

/** The frame of every page of the administration except the login, which has neither header nor footer. */
export function Frame() {
  const session = useSession();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const leave = async () => {
    await logout();
    await navigate({ to: '/auth/login' });
  };
  const user = session.state === 'signed-in' ? session.user : null;
  return (
    <PortalFrame
      name={t('frame.adminTitle')}
      home="/"
      standsAlone={isLogin}
      endsSilently={isLogin}
      header={
        <PortalHeader
          home="/"
          cover
          place={t('frame.adminTitle')}
          tabs={(user === null ? [] : placesFor(user.role)).map((place) => ({
            to: place.to,
            label: t(place.label),
            isCurrent: isIn(place, pathname),
          }))}
          user={user}
          name={user === null ? '' : shortNameOf(user)}
          menu={[
            {
              to: '/account',
              label: t('frame.menu.account'),
              icon: 'user',
              isCurrent: pathname === '/account',
            },
          ]}
          onLogout={() => void leave()}
        />
      }
    />
  );
}
