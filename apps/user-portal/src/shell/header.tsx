import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { FullScreenMenu } from '@clearcall/ui/kit/overlay/full-screen-menu.tsx';
import type { MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { frameClasses, PortalHeader } from '@clearcall/ui/kit/page/portal-header.tsx';
import { SchemeSwitch, UserMenu } from '@clearcall/ui/kit/page/user-menu.tsx';
import { RecentNotices } from '@clearcall/ui/kit/state/notice-stack.tsx';
import { nameInHeader } from '@clearcall/ui/kit/text/initials-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { SessionState } from '@clearcall/ui/session/access-token.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { HeaderSearch } from './header-search.tsx';
import type { KeptOf } from './kept-copies.ts';
import { looksAtOthers } from './last-role.ts';
import { loadKept, loadQuestion } from './logout-parts.ts';
import type { LogoutChoice } from './logout-question.tsx';
import { onceAtRest } from './once-at-rest.ts';
import { isTabOn, tabsFor } from './portal-tabs.ts';

const LogoutQuestion = lazy(loadQuestion);

/** After what the page itself asks for. */
const partsAfterMs = 1_500;

/** The logo leads home; those who work with applications land there. Source: Requirements 1, 2.42 and 2.43. */
export function homeFor(session: SessionState): '/' | '/applications' {
  if (session.state !== 'signed-in') return '/';
  return looksAtOthers(session.user.role) ? '/applications' : '/';
}

export function Header() {
  const theme = useOrganisation();
  const session = useSession();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Who logs in at a call came for that call.
  const wayBack = /^\/calls\/[^/]+$/.test(pathname) ? { return: pathname } : {};
  const tabs = tabsFor(theme, session);
  const user = session.state === 'signed-in' ? session.user : null;
  const isStaff = user !== null && theme.staffRoles.includes(user.role);
  const name = user ? nameInHeader(user, theme.staffRoles) : '';

  const router = useRouter();
  const isIn = user !== null;
  useEffect(() => {
    if (!isIn) return;
    // Who logs out when the connection has gone is asked all the same, and gets the login after it.
    return onceAtRest(partsAfterMs, () => {
      void loadKept();
      void router.loadRouteChunk(router.routesByPath['/auth/login'])?.catch(() => {});
    });
  }, [isIn, router]);

  const [kept, setKept] = useState<readonly KeptOf[]>([]);
  const [asked, setAsked] = useState(false);
  const leave = async (choice?: LogoutChoice) => {
    // Without a connection the parts may not come; then what is kept stays as it is.
    const device = await loadKept();
    if (choice === undefined && user !== null && device !== null) {
      const found = await device.keptAtLogout(user.id);
      setKept(found);
      setAsked(found.length > 0);
      if (found.length > 0) return;
    }
    const remove = choice === 'remove' && user !== null;
    if (remove) device?.keepNothingOf(user.id);
    setAsked(false);
    await logout();
    await navigate({ to: '/auth/login' });
    if (remove) await device?.forgetPerson(user.id);
  };
  // Those who review or steer have it from the start. Others are asked about when the page has come to rest: most have none, and no page waits for it.
  const looksByRole = user !== null && looksAtOthers(user.role);
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (!isIn) return;
    const timer = setTimeout(() => setRested(true), partsAfterMs);
    return () => clearTimeout(timer);
  }, [isIn]);
  const { data: hasFinished = false } = useQuery({
    queryKey: ['applications', 'finished', 'any'],
    queryFn: ({ signal }) =>
      call('GET /v2/assignments/finished', { query: { limit: 1 }, signal, quiet: true }),
    select: ({ total }) => total > 0,
    enabled: isIn && isRested && !looksByRole,
    staleTime: 600_000,
  });
  // Whoever has reached for the menu finds every item where it was.
  const [isReached, setReached] = useState(false);
  const [wasFound, setFound] = useState(false);
  if (!isReached && wasFound !== hasFinished) setFound(hasFinished);
  const hasReviews = wasFound || looksByRole;
  const reviews: MenuItem[] = hasReviews
    ? [{ label: t('frame.menu.reviews'), icon: 'list', onSelect: () => void navigate({ to: '/reviews' }) }]
    : [];
  // Staff have no profile entry, but need the way to their password, passkeys and emails. Source: Requirements 1, 2.40.
  const own = isStaff
    ? ({ to: '/profile/pwd', label: 'frame.menu.account' } as const)
    : ({ to: '/profile', label: 'frame.menu.profile' } as const);
  const profile: MenuItem[] = [
    { label: t(own.label), icon: 'user', onSelect: () => void navigate({ to: own.to }) },
  ];

  return (
    <PortalHeader
      brand={<Brand to={homeFor(session)} />}
      tabs={tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={isTabOn(tab.to, pathname) ? 'page' : undefined}>
          {t(tab.label)}
        </Link>
      ))}
      side={
        // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the menu may be open
        <div className={frameClasses.side} onFocus={() => setReached(true)} onBlur={() => setReached(false)}>
          {isStaff ? <HeaderSearch role={user.role} className="only-wide" shortcut /> : null}
          <RecentNotices />
          {kept.length === 0 ? null : (
            <Suspense fallback={null}>
              <LogoutQuestion kept={kept} opened={asked} onStay={() => setAsked(false)} onLogout={leave} />
            </Suspense>
          )}
          <div className="only-wide">
            {user ? (
              <UserMenu
                user={user}
                name={name}
                items={[
                  ...profile,
                  ...reviews,
                  { label: t('frame.menu.logout'), icon: 'logout', onSelect: () => void leave() },
                ]}
              />
            ) : session.state === 'signed-out' ? (
              <div className="row">
                <ButtonLink to="/auth/login" search={wayBack} variant="subtle">
                  {t('frame.menu.login')}
                </ButtonLink>
                <ButtonLink to="/auth/register" search={wayBack}>
                  {t('frame.menu.signUp')}
                </ButtonLink>
              </div>
            ) : null}
          </div>
          <FullScreenMenu className="only-narrow" brand={<Brand to={homeFor(session)} />}>
            {user ? (
              <p className={frameClasses.who}>
                <RichText id="frame.menu.who" parts={{ name: () => <b>{name}</b> }} />
                <br />
                {user.email}
              </p>
            ) : null}
            {isStaff ? <HeaderSearch role={user.role} className="only-narrow" /> : null}
            <nav aria-label={t('frame.menu.main')}>
              {tabs.map((tab) => (
                <Link
                  key={tab.to}
                  to={tab.to}
                  className={frameClasses.fullItem}
                  aria-current={isTabOn(tab.to, pathname) ? 'page' : undefined}
                >
                  {t(tab.label)}
                </Link>
              ))}
              {user ? (
                <Link
                  to={own.to}
                  className={frameClasses.fullItem}
                  aria-current={isTabOn('/profile', pathname) ? 'page' : undefined}
                >
                  {t(own.label)}
                </Link>
              ) : null}
              {hasReviews ? (
                <Link
                  to="/reviews"
                  className={frameClasses.fullItem}
                  aria-current={isTabOn('/reviews', pathname) ? 'page' : undefined}
                >
                  {t('frame.menu.reviews')}
                </Link>
              ) : null}
              {user ? (
                <button
                  type="button"
                  className={frameClasses.fullItem}
                  data-closes=""
                  onClick={() => void leave()}
                >
                  {t('frame.menu.logout')}
                </button>
              ) : (
                <>
                  <Link to="/auth/login" search={wayBack} className={frameClasses.fullItem}>
                    {t('frame.menu.login')}
                  </Link>
                  <Link to="/auth/register" search={wayBack} className={frameClasses.fullItem}>
                    {t('frame.menu.signUp')}
                  </Link>
                </>
              )}
            </nav>
            <p className={frameClasses.who}>{t('frame.scheme.name')}</p>
            <SchemeSwitch />
          </FullScreenMenu>
        </div>
      }
    />
  );
}
