import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { sessionState, watchSession } from '../../session/access-token.ts';
import { forgetOwnChanges } from '../../session/caches.ts';
import { changeLanguage } from '../text/translate.ts';
import { watchColourScheme } from '../theme/colour-scheme.ts';
import { OrganisationProvider, type ShownTheme } from './organisation.tsx';

/** Everything that a page of either portal stands in: look, organisation, data. */
export function PortalProvider(props: { theme: ShownTheme; queries: QueryClient; children: ReactNode }) {
  const { theme, queries } = props;

  useLayoutEffect(watchColourScheme, []);

  useEffect(() => forgetOwnChanges(queries), [queries]);

  // What one person was shown is never shown to the next one. A session that merely expired leaves its page standing,
  // and the same person may come back to it.
  useEffect(() => {
    let shownTo: number | null = null;
    return watchSession(() => {
      const session = sessionState();
      if (session.state === 'unknown' || (session.state === 'signed-out' && session.why === 'expired'))
        return;
      const now = session.state === 'signed-in' ? session.user.id : null;
      if (shownTo !== null && now !== shownTo) queries.clear();
      // Whoever comes in is spoken to as their account says, also on a device that is new to them.
      if (session.state === 'signed-in' && now !== shownTo && session.user.language !== null)
        changeLanguage(session.user.language);
      shownTo = now;
    });
  }, [queries]);

  return (
    <OrganisationProvider theme={theme}>
      <QueryClientProvider client={queries}>{props.children}</QueryClientProvider>
    </OrganisationProvider>
  );
}
