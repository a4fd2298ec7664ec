import { useRouterState } from '@tanstack/react-router';

// An address that was typed once goes along from page to page, and stays out of the address bar and the server's log.
declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string;
  }
}

/** The address that the page before knew; empty without one. */
export function useCarriedEmail(): string {
  return useRouterState({ select: (state) => state.location.state.email ?? '' });
}
