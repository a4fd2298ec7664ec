import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { type HeaderLink, PortalHeader } from '@clearcall/ui/kit/page/portal-header.tsx';
import { nameInHeader } from '@clearcall/ui/kit/text/initials-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { SessionState } from '@clearcall/ui/session/access-token.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { logout, useSession } from '@clearcall/ui/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { looksAtOthers } from '../parts/applications/last-role.ts';
import type { KeptOf } from '../parts/kept/kept-copies.ts';
import classes from './header-search.module.css';
import { loadKept, loadQuestion } from './logout-parts.ts';
import type { LogoutChoice } from './logout-question.tsx';
import { onceAtRest } from './once-at-rest.ts';
import { isTabOn, tabsFor } from './portal-tabs.ts';

const LogoutQuestion = lazy(loadQuestion);
// Staff alone have it: nobody else loads it.
const HeaderSearch = lazy(() => import('./header-search.tsx'));

/** The search of staff, in its place before its code has come. */
function StaffSearch(props: { role: string; className: string; shortcut?: boolean }) {
  const place = (
    <div className={`${classes.search} ${props.className}`}>
      <div className={classes.box} />
    </div>
  );
  return (
    <Suspense fallback={place}>
      <HeaderSearch {...props} />
    </Suspense>
  );
}

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
  // Staff have no profile entry, but need the way to their password, passkeys and emails. Source: Requirements 1, 2.40.
  const menu: HeaderLink[] = [
    {
      ...(isStaff
        ? { to: '/profile/pwd', label: t('frame.menu.account') }
        : { to: '/profile', label: t('frame.menu.profile') }),
      icon: 'user',
      isCurrent: isTabOn('/profile', pathname),
    },
    ...(hasReviews
      ? [
          {
            to: '/reviews',
            label: t('frame.menu.reviews'),
            icon: 'list',
            isCurrent: isTabOn('/reviews', pathname),
          } as const,
        ]
      : []),
  ];
  const entrances: HeaderLink[] = [
    { to: '/auth/login', label: t('frame.menu.login'), search: wayBack },
    { to: '/auth/register', label: t('frame.menu.signUp'), search: wayBack },
  ];
  return (
    <PortalHeader
      home={homeFor(session)}
      tabs={tabs.map(({ to, label }) => ({ to, label: t(label), isCurrent: isTabOn(to, pathname) }))}
      user={user}
      name={user === null ? '' : nameInHeader(user, theme.staffRoles)}
      menu={menu}
      entrances={session.state === 'signed-out' ? entrances : []}
      {...(isStaff
        ? {
            search: {
              wide: <StaffSearch role={user.role} className="only-wide" shortcut />,
              narrow: <StaffSearch role={user.role} className="only-narrow" />,
            },
          }
        : {})}
      onLogout={() => void leave()}
      onReached={setReached}
    >
      {kept.length === 0 ? null : (
        <Suspense fallback={null}>
          <LogoutQuestion kept={kept} opened={asked} onStay={() => setAsked(false)} onLogout={leave} />
        </Suspense>
      )}
    </PortalHeader>
  );
}
