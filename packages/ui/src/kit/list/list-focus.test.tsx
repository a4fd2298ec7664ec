// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { portalQueries } from '../../session/caches.ts';
import { Button } from '../button.tsx';
import { startTexts } from '../text/translate.ts';
import { FilterChips } from './filter-chips.tsx';
import type { Filtering } from './filters.ts';
import { SelectionBar } from './selection-bar.tsx';

await startTexts(['frame', 'parts', 'lists'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});
const show = (page: ReactNode) =>
  act(() => root.render(<QueryClientProvider client={portalQueries()}>{page}</QueryClientProvider>));

/** Presses the button of a name, which has the focus as after Enter. */
function press(name: string): void {
  const button = [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  );
  if (button === undefined) throw new Error(`no button ${name}`);
  act(() => {
    button.focus();
    button.click();
  });
}
function focused(): string | null {
  const at = document.activeElement;
  return at === document.body ? null : (at?.getAttribute('aria-label') ?? at?.textContent ?? null);
}

function Filters() {
  const [conditions, onChange] = useState<Filtering['conditions']>([
    { column: 'name', op: 'contains', value: 'a' },
    { column: 'name', op: 'contains', value: 'b' },
    { column: 'name', op: 'contains', value: 'c' },
  ]);
  const filtering = { conditions, onChange, onClear: () => onChange([]) } as unknown as Filtering;
  return (
    <div>
      <Button>Filter and sort</Button>
      <FilterChips columns={[]} filtering={filtering} />
    </div>
  );
}

test('a removed filter gives the focus to the one beside it, the last one to the tools', () => {
  show(<Filters />);
  press('Remove filter: name contains b');
  expect(focused()).toBe('Remove filter: name contains c');
  press('Remove filter: name contains c');
  expect(focused()).toBe('Remove filter: name contains a');
  press('Remove filter: name contains a');
  expect(focused()).toBe('Filter and sort');
});

test('clearing all filters gives the focus to the tools', () => {
  show(<Filters />);
  press('Clear all');
  expect(focused()).toBe('Filter and sort');
});

function Selected() {
  const [selected, onChange] = useState<ReadonlyMap<number, { id: number }>>(new Map([[1, { id: 1 }]]));
  return (
    <div className="page">
      <SelectionBar
        selection={{ selected, onChange, nameOf: String, nameOfAll: 'All' } as never}
        bulk={{ label: 'Selected', text: '1 selected', clear: 'Clear selection', actions: [] }}
      />
      <table>
        <thead>
          <tr>
            <th data-column="select">
              <input type="checkbox" aria-label="All" />
            </th>
          </tr>
        </thead>
      </table>
    </div>
  );
}

test('a cleared selection gives the focus to the box that selects all', () => {
  show(<Selected />);
  press('Clear selection');
  expect(document.querySelector('section')).toBeNull();
  expect(focused()).toBe('All');
});
