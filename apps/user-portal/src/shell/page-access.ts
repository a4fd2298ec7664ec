import type { router } from '../routes.tsx';

/**
 * Who may open a page: `public` everybody, `signed-in` whoever has a session of this portal; the others are sent to the
 * login and come back. No page of this portal asks for a role: what a role sees on a page, and what it may do there,
 * the API decides for each object. Administrator roles have no session here at all. Source: Requirements 1, 6.7 and
 * 6.11.
 */
export type PageAccess = 'public' | 'signed-in';

/** Every page by its path in routes.tsx. What is not here is the not-found page. */
export const pageAccess = {
  '/': 'public',
  '/calls': 'public',
  '/calls/$id': 'public',
  '/calls/$id/scores': 'signed-in',
  '/auth': 'public',
  '/auth/login': 'public',
  '/auth/register': 'public',
  '/auth/provider': 'public',
  '/auth/register/confirmation': 'public',
  '/auth/email/confirmation': 'public',
  '/auth/confirm/$token': 'public',
  '/auth/confirm/email/$token': 'public',
  '/auth/invite/$token': 'public',
  '/auth/invite/sent': 'public',
  '/auth/forgot': 'public',
  '/auth/forgot/sent': 'public',
  '/auth/reset/$token': 'public',
  '/documentation': 'public',
  '/terms': 'public',
  '/privacy': 'public',
  '/accessibility': 'public',
  '/contact': 'public',
  '/certificates/$code': 'public',
  '/mailing-list/$token': 'public',
  '/mailbox': 'public',
  '/applications': 'signed-in',
  '/applications/$uid': 'signed-in',
  '/profile': 'signed-in',
  '/profile/organization': 'signed-in',
  '/profile/pwd': 'signed-in',
  '/dashboard': 'signed-in',
  // For staff; everybody else is told that it is not theirs.
  '/dashboard/late': 'signed-in',
  '/dashboard/automations': 'signed-in',
  '/reviews': 'signed-in',
  '/reports/$id': 'signed-in',
  // Where the organisation keeps an archive; elsewhere not found.
  '/legacy': 'signed-in',
  '/legacy/$id': 'signed-in',
  '/cines/$id': 'signed-in',
} as const satisfies Record<keyof (typeof router)['routesByPath'], PageAccess>;
