import { FullScreenMenu } from '@clearcall/ui/kit/overlay/full-screen-menu.tsx';
import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { frameClasses, PortalHeader } from '@clearcall/ui/kit/page/portal-header.tsx';
import { SchemeSwitch, UserMenu } from '@clearcall/ui/kit/page/user-menu.tsx';
import { RecentNotices } from '@clearcall/ui/kit/state/notice-stack.tsx';
import { nameInHeader } from '@clearcall/ui/kit/text/initials-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';

export function Header() {
  const session = useSession();
  const navigate = useNavigate();
  const { staffRoles } = useOrganisation();
  const user = session.state === 'signed-in' ? session.user : null;
  const name = user ? nameInHeader(user, staffRoles) : '';
  const leave = async () => {
    await logout();
    await navigate({ to: '/auth/login' });
  };

  return (
    <PortalHeader
      brand={<Brand to="/" />}
      tabs={<span className={frameClasses.place}>{t('frame.adminTitle')}</span>}
      side={
        <div className={frameClasses.side}>
          <RecentNotices />
          {user ? (
            <>
              <div className="only-wide">
                <UserMenu
                  user={user}
                  name={name}
                  items={[{ label: t('frame.menu.logout'), icon: 'logout', onSelect: () => void leave() }]}
                />
              </div>
              <FullScreenMenu className="only-narrow" brand={<Brand to="/" />}>
                <p className={frameClasses.who}>
                  <RichText id="frame.menu.who" parts={{ name: () => <b>{name}</b> }} />
                  <br />
                  {user.email}
                </p>
                <nav aria-label={t('frame.menu.main')}>
                  <button
                    type="button"
                    className={frameClasses.fullItem}
                    data-closes=""
                    onClick={() => void leave()}
                  >
                    {t('frame.menu.logout')}
                  </button>
                </nav>
                <p className={frameClasses.who}>{t('frame.scheme.name')}</p>
                <SchemeSwitch />
              </FullScreenMenu>
            </>
          ) : null}
        </div>
      }
    />
  );
}
