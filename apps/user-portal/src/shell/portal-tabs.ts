import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import type { SessionState } from '@clearcall/ui/session/access-token.ts';

type Tab = Theme['tabs']['default'][number];

/** Where a tab leads, and how it is called. */
interface Destination {
  label: 'frame.tabs.calls' | 'frame.tabs.dashboard' | 'frame.tabs.applications' | 'frame.tabs.legacy';
  to: string;
}

const destinations = {
  calls: { label: 'frame.tabs.calls', to: '/' },
  dashboard: { label: 'frame.tabs.dashboard', to: '/dashboard' },
  applications: { label: 'frame.tabs.applications', to: '/applications' },
  legacy: { label: 'frame.tabs.legacy', to: '/legacy' },
} as const satisfies Record<Tab, Destination>;

/**
 * The tabs that a reader sees: Calls alone when signed out; else the organisation's set for the role, and Legacy where
 * the organisation keeps an archive. Source: Requirements 1, 2.32, 2.33, 2.35 and 10.31.
 */
export function tabsFor(theme: Theme, session: SessionState): Destination[] {
  if (session.state !== 'signed-in') return [destinations.calls];
  const chosen = theme.tabs.byRole[session.user.role] ?? theme.tabs.default;
  const tabs = chosen.filter((tab) => tab !== 'legacy');
  return [...tabs, ...(theme.legacy ? (['legacy'] as const) : [])].map((tab) => destinations[tab]);
}

/** Whether a tab is on: calls also on the home page and on each call, legacy on an archived application by its old address. */
export function isTabOn(to: string, pathname: string): boolean {
  if (to === '/legacy' && pathname.startsWith('/cines/')) return true;
  if (to === '/') return pathname === '/' || pathname === '/calls' || pathname.startsWith('/calls/');
  return pathname === to || pathname.startsWith(`${to}/`);
}

/** Authentication pages have neither header nor footer. Source: Requirements 1, 2.28 and 2.29. */
export function isAuthPage(pathname: string): boolean {
  return pathname.includes('auth') || /^\/(confirmation|registration|password|forgot)/.test(pathname);
}

/**
 * Where the end of a session is no news: on home and calls it only takes the marker away. Everywhere else a dialog says
 * it. Source: Requirements 1, 4.15 and 4.16.
 */
export function endsSilently(pathname: string): boolean {
  return isTabOn('/', pathname) || isAuthPage(pathname);
}
