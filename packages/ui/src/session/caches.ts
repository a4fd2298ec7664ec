import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import { QueryClient } from '@tanstack/react-query';
import { watchOwnChanges } from './own-changes.ts';

/** Under which key each kind of answer is kept. The theme is no query: the browser keeps it by its address. */
const keyOf = {
  roles: ['roles'],
  options: ['options'],
  search: ['applications', 'search'],
  dashboard: ['dashboard'],
} as const satisfies Partial<Record<keyof typeof cacheSeconds, readonly string[]>>;

/** What an own change to an application makes old. */
const changedWithApplications = [['applications'], keyOf.dashboard] as const;

/**
 * The answers that a portal keeps. Most stay fresh for half a minute; a refusal is final, and calls that need another
 * try make it themselves. Source: Requirements 1, 9.13 and 9.14.
 */
export function portalQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const [kind, queryKey] of Object.entries(keyOf)) {
    const keptMs = cacheSeconds[kind as keyof typeof keyOf] * 1_000;
    // Only what is old is asked for again when somebody comes back to a tab.
    queries.setQueryDefaults(queryKey, { staleTime: keptMs, gcTime: keptMs, refetchOnWindowFocus: true });
  }
  return queries;
}

/**
 * Nobody sees an old state of what they changed themselves: an own change makes old what is kept of applications. What
 * another tab changed is asked for when the reader comes back to this one. Gives what ends that.
 */
export function forgetOwnChanges(queries: QueryClient): () => void {
  return watchOwnChanges((place) => {
    const refetchType = place === 'here' ? 'active' : 'none';
    for (const queryKey of changedWithApplications)
      void queries.invalidateQueries({ queryKey: [...queryKey], refetchType });
  });
}
