import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TaskList } from './task-card.tsx';

await startTexts(['frame', 'dashboard'], 'en');

test('a list never hides one task alone behind a button', () => {
  const shown = [5, 6, 7].map((n) => {
    const page = renderToStaticMarkup(
      <TaskList title="First">
        {Array.from({ length: n }, (_none, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tasks keep their places
          <li key={at} />
        ))}
      </TaskList>,
    );
    return [page.split('<li>').length - 1, page.includes('Show all')];
  });
  expect(shown).toEqual([
    [5, false],
    [6, false],
    [5, true],
  ]);
});
