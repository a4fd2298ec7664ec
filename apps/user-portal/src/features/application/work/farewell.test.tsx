// @vitest-environment happy-dom

import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Farewell, type Left } from './farewell.tsx';
import { followUp } from './follow-up.ts';

await startTexts(['frame', 'work', 'workflow'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('the page confirms a declared conflict of interest, names the application and leads to the dashboard', () => {
  let left: Left | null = null;
  const place = { uid: 'ESAO-REG-1', reload: () => {}, onLeft: (how: Left) => (left = how) };
  followUp(place, 'conflict').after();
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  act(() =>
    root.render(
      <RouterContextProvider router={router}>
        {left === null ? null : <Farewell left={left} />}
      </RouterContextProvider>,
    ),
  );
  expect(document.querySelector('h1')?.textContent).toBe('We recorded your conflict of interest.');
  expect(document.querySelector('main')?.textContent).toContain('ESAO-REG-1 is closed for you now.');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/dashboard');
  act(() => root.unmount());
});
