import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    mailedToken?: string;
  }
}

/** What stands in the address in the token's place once it was read. */
const read = 'opened';

/**
 * The token of a mailed link. Once read it leaves the address bar, where others could see it or copy it along; it stays
 * with this entry of the browser's history, so that the page can be loaded again.
 */
export function useMailedToken(): string {
  const { token = '' } = useParams({ strict: false });
  const kept = useRouterState({ select: ({ location }) => location.state.mailedToken });
  const navigate = useNavigate();
  useEffect(() => {
    if (token === read) return;
    void navigate({
      to: '.',
      params: { token: read },
      search: true,
      state: (before) => ({ ...before, mailedToken: token }),
      replace: true,
    });
  }, [navigate, token]);
  return token === read ? (kept ?? '') : token;
}
