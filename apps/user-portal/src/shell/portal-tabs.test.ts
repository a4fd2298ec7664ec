import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import { startTexts, t } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { endsSilently, isAuthPage, isTabOn, tabsFor } from './portal-tabs.ts';

await startTexts(['frame', 'parts'], 'en');

const defaultTheme = defaultOrganisation.theme;
const signedIn = (role: 'user' | 'pro' | 'compute_centre_representative') =>
  ({
    state: 'signed-in',
    user: {
      id: 1,
      email: 'a@example.org',
      firstName: 'A',
      lastName: 'B',
      role,
      acceptMailingList: null,
      language: null,
    },
  }) as const;
const labels = (tabs: ReturnType<typeof tabsFor>) => tabs.map((tab) => t(tab.label));

test('tabs by who looks', () => {
  expect(labels(tabsFor(defaultTheme, { state: 'signed-out', why: 'left' }))).toEqual(['Calls']);
  expect(labels(tabsFor(defaultTheme, signedIn('user')))).toEqual(['Calls', 'Applications']);
  expect(labels(tabsFor(defaultTheme, signedIn('compute_centre_representative')))).toEqual([
    'Calls',
    'Dashboard',
    'Applications',
  ]);
  expect(labels(tabsFor({ ...defaultTheme, legacy: true }, signedIn('pro')))).toEqual([
    'Calls',
    'Applications',
    'Legacy',
  ]);
});

test('the organisation says which tabs a role sees; an archive that is off has none', () => {
  const tabs: Theme['tabs'] = { default: ['legacy', 'applications'], byRole: { pro: ['dashboard'] } };
  const of = (role: Parameters<typeof signedIn>[0], legacy: boolean) =>
    labels(tabsFor({ ...defaultTheme, tabs, legacy }, signedIn(role)));
  expect([of('user', false), of('compute_centre_representative', true), of('pro', false)]).toEqual([
    ['Applications'],
    ['Applications', 'Legacy'],
    ['Dashboard'],
  ]);
});

test('a tab is on for its pages', () => {
  expect(isTabOn('/', '/calls/12')).toBe(true);
  expect(isTabOn('/', '/applications')).toBe(false);
  expect(isTabOn('/applications', '/applications/ESAO-1')).toBe(true);
  expect(isTabOn('/applications', '/applicationsx')).toBe(false);
  expect(isTabOn('/legacy', '/cines/1')).toBe(true);
  expect(isTabOn('/applications', '/cines/1')).toBe(false);
});

test('authentication pages stand alone; a session ends silently on home and calls alone', () => {
  const alone = [
    '/auth/login',
    '/in/oauth2',
    '/confirmation/x',
    '/registration',
    '/password',
    '/forgot/sent',
  ];
  expect(alone.filter((path) => !isAuthPage(path))).toEqual([]);
  const framed = ['/', '/applications', '/profile/pwd', '/calls/forgot', '/my/password', '/a/confirmation'];
  expect(framed.filter(isAuthPage)).toEqual([]);
  expect(['/', '/calls', '/calls/3', '/auth/login'].every(endsSilently)).toBe(true);
  expect(['/profile', '/applications', '/documentation', '/callsx'].some(endsSilently)).toBe(false);
});
