import { RoutedError } from '@clearcall/ui/kit/state/error-fallback.tsx';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import type { ProviderReturn } from '@clearcall/ui/session/log-in-ways.ts';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { callsSearch } from './features/calls/calls-search.ts';
import { changesSearch } from './features/changes/changes-search.ts';
import { peopleSearch } from './features/people/people-search.ts';
import { historySearch } from './features/publishing/history-search.ts';
import { actionsSearch } from './features/running/actions-search.ts';
import { emailsSearch } from './features/running/emails-search.ts';
import { NotFound } from './parts/record/not-found.tsx';
import { Frame } from './shell/frame.tsx';
import { SignedInOnly } from './shell/signed-in-only.tsx';

/** The areas that pages of the administration speak from, with those of the lists and fields of the kit. */
const areas = ['parts', 'lists', 'forms', 'refusals', 'admin'] as const;

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: RoutedError });

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: (raw: Record<string, unknown>): ProviderReturn & { return?: string } => ({
    ...(typeof raw.return === 'string' ? { return: raw.return } : {}),
    ...(raw.came === 'in' ? { came: 'in' } : {}),
    ...(typeof raw.problem === 'string' ? { problem: raw.problem } : {}),
    ...(typeof raw.provider === 'string' ? { provider: raw.provider } : {}),
  }),
  component: lazyRouteComponent(
    withTexts(['parts', 'account', 'admin'], () => import('./features/account/sign-in.tsx')),
    'SignIn',
  ),
});
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInOnly });
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/home/home.tsx')),
    'Home',
  ),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(
    withTexts([...areas, 'account', 'profile'], () => import('./features/account/account.tsx')),
    'Account',
  ),
});
const calls = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls',
  validateSearch: callsSearch,
  component: lazyRouteComponent(
    withTexts([...areas, 'setup'], () => import('./features/calls/calls.tsx')),
    'Calls',
  ),
});
const importPackage = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/import',
  component: lazyRouteComponent(
    withTexts([...areas, 'setup'], () => import('./features/calls/new/import-package.tsx')),
    'ImportPackage',
  ),
});
const call = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id',
  component: lazyRouteComponent(
    withTexts([...areas, 'setup', 'links'], () => import('./features/calls/call.tsx')),
    'Call',
  ),
});
const publish = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id/publish',
  component: lazyRouteComponent(
    withTexts([...areas, 'setup'], () => import('./features/publishing/publish.tsx')),
    'Publish',
  ),
});
const callHistory = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id/history',
  validateSearch: historySearch,
  component: lazyRouteComponent(
    withTexts([...areas, 'setup'], () => import('./features/publishing/history.tsx')),
    'History',
  ),
});
const preview = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id/preview',
  component: lazyRouteComponent(
    withTexts([...areas, 'preview'], () => import('./features/preview/preview.tsx')),
    'Preview',
  ),
});
const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/people/people.tsx')),
    'People',
  ),
});
const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/$id',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/people/person.tsx')),
    'Person',
  ),
});
const organisation = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisation',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/general.tsx')),
    'General',
  ),
});
const organisationRoles = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisation/roles',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/roles.tsx')),
    'Roles',
  ),
});
const organisationTheme = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisation/theme',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/theme.tsx')),
    'Theme',
  ),
});
const organisationRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisation/rules',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/rules.tsx')),
    'Rules',
  ),
});
const organisationTexts = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisation/texts',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/texts.tsx')),
    'Texts',
  ),
});
const changes = createRoute({
  getParentRoute: () => signedIn,
  path: '/changes',
  validateSearch: changesSearch,
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/changes/changes.tsx')),
    'Changes',
  ),
});
const centres = createRoute({
  getParentRoute: () => signedIn,
  path: '/centres',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/centres.tsx')),
    'Centres',
  ),
});
const centre = createRoute({
  getParentRoute: () => signedIn,
  path: '/centres/$id',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/centre.tsx')),
    'Centre',
  ),
});
const partitions = createRoute({
  getParentRoute: () => signedIn,
  path: '/partitions',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/partitions.tsx')),
    'Partitions',
  ),
});
const partition = createRoute({
  getParentRoute: () => signedIn,
  path: '/partitions/$id',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/partition.tsx')),
    'Partition',
  ),
});
const panels = createRoute({
  getParentRoute: () => signedIn,
  path: '/panels',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/panels.tsx')),
    'Panels',
  ),
});
const panel = createRoute({
  getParentRoute: () => signedIn,
  path: '/panels/$id',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/organisation/panel.tsx')),
    'Panel',
  ),
});
const lists = createRoute({
  getParentRoute: () => signedIn,
  path: '/lists',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/lists/lists.tsx')),
    'Lists',
  ),
});
const list = createRoute({
  getParentRoute: () => signedIn,
  path: '/lists/$id',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/lists/list.tsx')),
    'List',
  ),
});

const running = createRoute({
  getParentRoute: () => signedIn,
  path: '/running',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/running/running.tsx')),
    'Running',
  ),
});
const archiveImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/running/archive',
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/running/archive-import.tsx')),
    'ArchiveImport',
  ),
});
const actions = createRoute({
  getParentRoute: () => signedIn,
  path: '/running/actions',
  validateSearch: actionsSearch,
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/running/actions.tsx')),
    'Actions',
  ),
});
const emails = createRoute({
  getParentRoute: () => signedIn,
  path: '/emails',
  validateSearch: emailsSearch,
  component: lazyRouteComponent(
    withTexts(areas, () => import('./features/running/emails.tsx')),
    'Emails',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    signedIn.addChildren([
      home,
      account,
      calls,
      importPackage,
      call,
      publish,
      callHistory,
      preview,
      people,
      person,
      organisation,
      organisationTheme,
      organisationTexts,
      organisationRoles,
      organisationRules,
      centres,
      centre,
      partitions,
      partition,
      panels,
      panel,
      lists,
      list,
      changes,
      running,
      archiveImport,
      actions,
      emails,
    ]),
  ]),
  basepath: '/admin',
  defaultPreload: false,
  // Every change of the route leads to the top, the way back too. Source: Requirements 1, 2.30.
  scrollRestoration: false,
  defaultErrorComponent: RoutedError,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
