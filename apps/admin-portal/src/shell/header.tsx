import { Brand } from '@clearcall/ui/kit/brand.tsx';
import { FullScreenMenu } from '@clearcall/ui/kit/full-screen-menu.tsx';
import { shortNameOf } from '@clearcall/ui/kit/initials-text.ts';
import { RecentNotices } from '@clearcall/ui/kit/notice-stack.tsx';
import { frameClasses, PortalHeader } from '@clearcall/ui/kit/portal-header.tsx';
import { SchemeSwitch, UserMenu } from '@clearcall/ui/kit/user-menu.tsx';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';

export function Header() {
  const session = useSession();
  const navigate = useNavigate();
  const user = session.state === 'signed-in' ? session.user : null;
  const leave = async () => {
    await logout();
    await navigate({ to: '/auth/login' });
  };

  return (
    <PortalHeader
      brand={<Brand to="/" />}
      tabs={<span className={frameClasses.place}>Administration</span>}
      side={
        <div className={frameClasses.side}>
          <RecentNotices />
          {user ? (
            <>
              <div className="only-wide">
                <UserMenu
                  user={user}
                  name={shortNameOf(user)}
                  items={[{ label: 'Logout', icon: 'logout', onSelect: () => void leave() }]}
                />
              </div>
              <FullScreenMenu className="only-narrow" brand={<Brand to="/" />}>
                <p className={frameClasses.who}>
                  Signed in as <b>{shortNameOf(user)}</b>
                  <br />
                  {user.email}
                </p>
                <nav aria-label="Main">
                  <button
                    type="button"
                    className={frameClasses.fullItem}
                    data-closes=""
                    onClick={() => void leave()}
                  >
                    Logout
                  </button>
                </nav>
                <p className={frameClasses.who}>Colours</p>
                <SchemeSwitch />
              </FullScreenMenu>
            </>
          ) : null}
        </div>
      }
    />
  );
}
