// @vitest-environment happy-dom
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { UserContext } from '@clearcall/ui/session/require-session.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { OpenedCall } from '../calls-queries.ts';
import { useKnownPartitions } from '../cutoffs/use-known-partitions.ts';
import { CallEditingProvider, useCallEditing } from './call-editing.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const asked: string[] = [];
vi.stubGlobal('fetch', async (address: string) => {
  asked.push(address);
  return new Response('{}');
});

function Shown() {
  const { mayEdit } = useCallEditing();
  useKnownPartitions({ partitions: [] as unknown } as OpenedCall, mayEdit);
  return mayEdit ? 'fields' : 'texts';
}

function shownTo(role: Role, call: Partial<Parameters<typeof CallEditingProvider>[0]['call']>): string {
  const element = document.createElement('div');
  const root = createRoot(element);
  const user = { id: 7, email: 'a@example.org', firstName: 'Ada', lastName: 'Zuse', role };
  act(() =>
    root.render(
      <QueryClientProvider client={portalQueries()}>
        <UserContext.Provider value={{ ...user, acceptMailingList: false, language: null }}>
          <CallEditingProvider
            call={{ id: 1, standing: 'open', planned: null, ...call }}
            opened={{ definition: smallCall(), revision: 0, draft: null, uploadMaxMb: 10 }}
          >
            <Shown />
          </CallEditingProvider>
        </UserContext.Provider>
      </QueryClientProvider>,
    ),
  );
  const shown = element.textContent;
  act(() => root.unmount());
  return shown;
}

test('offers fields to administrators, but not of an archived call or while a publication waits', () => {
  expect(shownTo('admin', {})).toBe('fields');
  expect(shownTo('pro', {})).toBe('texts');
  expect(shownTo('admin', { standing: 'archived' })).toBe('texts');
  expect(shownTo('admin', { planned: { dueAt: '2026-11-28T12:00:00.000Z', byId: 7 } })).toBe('texts');
});

test('asks for all partitions only as a person who may read them', () => {
  asked.length = 0;
  shownTo('eurohpc_admin', {});
  expect(asked).not.toContain('/api/admin/partitions');
  shownTo('admin', {});
  expect(asked).toContain('/api/admin/partitions');
});
