import { RoutedError } from '@clearcall/ui/kit/state/error-fallback.tsx';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import {
  applicationsSearch,
  automationsSearch,
  callsSearch,
  confirmationSearch,
  dashboardSearch,
  editorSearch,
  lateWorkSearch,
  legacySearch,
  mailboxSearch,
  profileSearch,
  returnSearch,
  reviewsSearch,
  scoresSearch,
  wayBackSearch,
  writtenSearch,
} from './search-params.ts';
import { Frame } from './shell/frame.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PagePending } from './shell/page-pending.tsx';
import { SignedInOnly } from './shell/signed-in-only.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: RoutedError });

// Calls: the first page of a visitor. It comes in one piece with the frame; everything else when it is asked for.
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: callsSearch,
  component: lazyRouteComponent(
    withTexts(['calls'], () => import('./features/calls/calls-home.tsx')),
    'CallsHome',
  ),
});
const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callsSearch,
  component: lazyRouteComponent(
    withTexts(['calls'], () => import('./features/calls/calls-home.tsx')),
    'CallsHome',
  ),
});
const callDetail = createRoute({
  getParentRoute: () => root,
  path: '/calls/$id',
  component: lazyRouteComponent(
    withTexts(['parts', 'calls', 'call'], () => import('./features/calls/call-detail.tsx')),
    'CallDetail',
  ),
});

// Accounts.
const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login' });
  },
});
const signIn = lazyRouteComponent(
  withTexts(['parts', 'account'], () => import('./features/account/sign-in.tsx')),
  'SignIn',
);
const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: returnSearch,
  component: signIn,
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/auth/register',
  validateSearch: returnSearch,
  component: signIn,
});
const providerRegistration = createRoute({
  getParentRoute: () => root,
  path: '/auth/provider',
  validateSearch: returnSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/provider-registration.tsx')),
    'ProviderRegistration',
  ),
});
const registrationConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/auth/register/confirmation',
  validateSearch: confirmationSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/registration-confirmation.tsx')),
    'RegistrationConfirmation',
  ),
});
const emailConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/auth/email/confirmation',
  validateSearch: confirmationSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/registration-confirmation.tsx')),
    'EmailConfirmation',
  ),
});
const confirmAccount = createRoute({
  getParentRoute: () => root,
  path: '/auth/confirm/$token',
  validateSearch: wayBackSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/confirm-account.tsx')),
    'ConfirmAccount',
  ),
});
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/confirm/email/$token',
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/confirm-email.tsx')),
    'ConfirmEmail',
  ),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/auth/invite/$token',
  validateSearch: wayBackSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/choose-password.tsx')),
    'ChoosePassword',
  ),
});
const invitationSent = createRoute({
  getParentRoute: () => root,
  path: '/auth/invite/sent',
  validateSearch: wayBackSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'account'], () => import('./features/account/choose-password.tsx')),
    'InvitationSent',
  ),
});
const forgotPage = lazyRouteComponent(
  withTexts(['parts', 'account'], () => import('./features/account/forgot-password.tsx')),
  'ForgotPassword',
);
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/auth/forgot',
  validateSearch: wayBackSearch,
  component: forgotPage,
});
const forgotSent = createRoute({
  getParentRoute: () => root,
  path: '/auth/forgot/sent',
  validateSearch: wayBackSearch,
  component: forgotPage,
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset/$token',
  validateSearch: wayBackSearch,
  component: forgotPage,
});

// Signed in only.
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInOnly });
const applications = createRoute({
  getParentRoute: () => signedIn,
  path: '/applications',
  validateSearch: applicationsSearch,
  component: lazyRouteComponent(
    withTexts(
      ['parts', 'lists', 'forms', 'dashboard'],
      () => import('./features/applications/applications-list.tsx'),
    ),
    'ApplicationsList',
  ),
});
const editor = createRoute({
  getParentRoute: () => signedIn,
  path: '/applications/$uid',
  validateSearch: editorSearch,
  component: lazyRouteComponent(
    withTexts(
      ['parts', 'editor', 'changes', 'forms', 'workflow', 'work'],
      () => import('./features/application/application-page.tsx'),
    ),
    'ApplicationPage',
  ),
});
const profilePage = lazyRouteComponent(
  withTexts(
    ['parts', 'account', 'forms', 'privacy', 'profile'],
    () => import('./features/profile/profile.tsx'),
  ),
  'ProfilePage',
);
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  validateSearch: profileSearch,
  component: profilePage,
});
const profileLinks = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/organization',
  component: profilePage,
});
const profilePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/pwd',
  component: profilePage,
});
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'dashboard'], () => import('./features/dashboard/dashboard.tsx')),
    'Dashboard',
  ),
});

const lateWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/late',
  validateSearch: lateWorkSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'dashboard', 'forms', 'staff'], () => import('./features/dashboard/late-work.tsx')),
    'LateWorkPage',
  ),
});
const scores = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id/scores',
  validateSearch: scoresSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'lists', 'dashboard'], () => import('./features/calls/scores.tsx')),
    'ScoresPage',
  ),
});
const automations = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/automations',
  validateSearch: automationsSearch,
  component: lazyRouteComponent(
    withTexts(
      ['parts', 'dashboard', 'forms', 'staff', 'refusals'],
      () => import('./features/dashboard/automations.tsx'),
    ),
    'AutomationsPage',
  ),
});
const reviews = createRoute({
  getParentRoute: () => signedIn,
  path: '/reviews',
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'forms', 'reviews'], () => import('./features/reviews/finished-reviews.tsx')),
    'FinishedReviews',
  ),
});
const report = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/$id',
  component: lazyRouteComponent(
    withTexts(['parts', 'calls', 'call'], () => import('./features/calls/call-report.tsx')),
    'CallReport',
  ),
});
const legacy = createRoute({
  getParentRoute: () => signedIn,
  path: '/legacy',
  validateSearch: legacySearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'legacy'], () => import('./features/legacy/legacy-list.tsx')),
    'LegacyList',
  ),
});
const legacyRecord = lazyRouteComponent(
  withTexts(['parts', 'legacy'], () => import('./features/legacy/legacy-record.tsx')),
  'LegacyRecordPage',
);
const legacyOne = createRoute({
  getParentRoute: () => signedIn,
  path: '/legacy/$id',
  component: legacyRecord,
});
// The name that the archive once had; links to it are still about.
const cines = createRoute({ getParentRoute: () => signedIn, path: '/cines/$id', component: legacyRecord });

// Texts, and the mailbox of the demonstration.
const documentation = createRoute({
  getParentRoute: () => root,
  path: '/documentation',
  component: lazyRouteComponent(
    withTexts(['parts', 'documents', 'guides'], () => import('./features/documents/documentation.tsx')),
    'Documentation',
  ),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyRouteComponent(
    withTexts(['parts', 'documents'], () => import('./features/documents/terms.tsx')),
    'Terms',
  ),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(
    withTexts(['parts', 'privacy', 'documents'], () => import('./features/documents/privacy.tsx')),
    'Privacy',
  ),
});
const accessibility = createRoute({
  getParentRoute: () => root,
  path: '/accessibility',
  component: lazyRouteComponent(
    withTexts(['parts', 'documents'], () => import('./features/documents/accessibility.tsx')),
    'Accessibility',
  ),
});
const contact = createRoute({
  getParentRoute: () => root,
  path: '/contact',
  component: lazyRouteComponent(
    withTexts(['parts', 'documents'], () => import('./features/documents/contact.tsx')),
    'Contact',
  ),
});
const certificate = createRoute({
  getParentRoute: () => root,
  path: '/certificates/$code',
  component: lazyRouteComponent(
    withTexts(['parts', 'reviews'], () => import('./features/reviews/certificate.tsx')),
    'CertificatePage',
  ),
});
const mailingList = createRoute({
  getParentRoute: () => root,
  path: '/mailing-list/$token',
  component: lazyRouteComponent(
    withTexts(['parts', 'mailing'], () => import('./features/mailing-list/leave-mailing-list.tsx')),
    'LeaveMailingList',
  ),
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: '/mailbox',
  validateSearch: mailboxSearch,
  component: lazyRouteComponent(
    withTexts(['parts', 'forms', 'mailbox'], () => import('./features/mailbox/mailbox.tsx')),
    'Mailbox',
  ),
});

const routeTree = root.addChildren([
  home,
  calls,
  callDetail,
  auth,
  login,
  register,
  providerRegistration,
  registrationConfirmation,
  emailConfirmation,
  confirmAccount,
  confirmEmail,
  invitation,
  invitationSent,
  forgot,
  forgotSent,
  reset,
  signedIn.addChildren([
    applications,
    editor,
    profile,
    profileLinks,
    profilePassword,
    dashboard,
    lateWork,
    scores,
    automations,
    reviews,
    report,
    legacy,
    legacyOne,
    cines,
  ]),
  documentation,
  terms,
  privacy,
  accessibility,
  contact,
  certificate,
  mailingList,
  mailbox,
]);

export const router = createRouter({
  routeTree,
  stringifySearch: (search) => defaultStringifySearch(writtenSearch(search)),
  // Nothing is fetched before it is asked for.
  defaultPreload: false,
  // Every change of the route leads to the top, the way back too. Source: Requirements 1, 2.30.
  scrollRestoration: false,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: RoutedError,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
