// @vitest-environment happy-dom
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { UserContext } from '@clearcall/ui/session/require-session.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Rights } from './call-rights.tsx';
import { Facts } from './call-texts.tsx';
import type { OpenedCall } from './calls-queries.ts';
import { CallEditingProvider } from './editing/call-editing.tsx';
import { Links } from './links.tsx';

await startTexts(['frame', 'admin', 'parts', 'setup', 'links'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', async () => new Response('{"data":[]}'));

test('shows the draft of a call, not the live call, to a person who may not edit it now', async () => {
  const element = document.createElement('div');
  const root = createRoot(element);
  const user = { id: 7, email: 'a@example.org', firstName: 'Ada', lastName: 'Zuse', role: 'admin' } as const;
  const call = { rights: { see: ['admin'], download: [], release: ['pro'] }, links: {}, facts: {} };
  await act(async () =>
    root.render(
      <QueryClientProvider client={portalQueries()}>
        <UserContext.Provider value={{ ...user, acceptMailingList: false, language: null }}>
          <CallEditingProvider
            call={{ id: 1, standing: 'draft', planned: { dueAt: '2026-11-28T12:00:00.000Z', byId: 7 } }}
            opened={{ definition: smallCall(), revision: 4, draft: null, uploadMaxMb: 10 }}
          >
            <Facts />
            <Rights call={call as unknown as OpenedCall} />
            <Links />
          </CallEditingProvider>
        </UserContext.Provider>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => expect(element.querySelector('#facts')?.textContent).toContain('Read the terms.'));
  const textOf = (id: string) => element.querySelector(`#${id}`)?.textContent;
  expect(textOf('facts')).toContain('Duration12 months');
  expect(textOf('facts')).toContain('A year on a machine.');
  expect(textOf('rights')).toContain('Visible to visitors');
  expect(textOf('rights')).toContain('Download bundle and call reportPeer Review Officer');
  expect(textOf('links')).toContain('Terms of referenceTerms of reference');
  expect(element.querySelectorAll('button, input, a[href]')).toHaveLength(0);
  act(() => root.unmount());
});
