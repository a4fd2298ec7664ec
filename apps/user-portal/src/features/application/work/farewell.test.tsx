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

/** Shows the page after a command, until `look` has read it. */
function shown(follow: (place: Parameters<typeof followUp>[0]) => void, look: () => void): void {
  let left: Left | null = null;
  follow({ uid: 'ESAO-REG-1', reload: () => {}, onLeft: (how: Left) => (left = how) });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  act(() =>
    root.render(
      <RouterContextProvider router={router}>
        {left === null ? null : <Farewell left={left} />}
      </RouterContextProvider>,
    ),
  );
  look();
  act(() => root.unmount());
  document.body.replaceChildren();
}

test('the page confirms a declared conflict of interest, names the application and leads to the dashboard', () => {
  shown(
    (place) => followUp(place, 'conflict').after(),
    () => {
      expect(document.querySelector('h1')?.textContent).toBe('We recorded your conflict of interest.');
      expect(document.querySelector('main')?.textContent).toContain('ESAO-REG-1 is closed for you now.');
      expect(document.querySelector('main')?.textContent).not.toContain('People you suggested');
      expect(document.querySelector('a')?.getAttribute('href')).toBe('/dashboard');
    },
  );
});

test('the page repeats why somebody rejected work and whom they suggested', () => {
  const suggested = [{ name: 'Zoe Moe', institution: 'Lab of the North' }, { name: 'Cid Roe' }];
  shown(
    (place) => followUp(place, 'refused', 'No time.', { suggested }).after(),
    () => {
      expect(document.querySelector('main')?.textContent).toContain('No time.People you suggested');
      expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
        'Zoe Moe (Lab of the North)',
        'Cid Roe',
      ]);
    },
  );
});
