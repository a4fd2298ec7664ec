import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { startTexts } from '../text/translate.ts';
import { keptRows, RoutedError } from './error-fallback.tsx';

await startTexts(['frame', 'parts', 'account'], 'en');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it.each([
  [true, 'localhost', true],
  [true, '127.0.0.1', true],
  [true, 'portal.example.org', false],
  [false, 'localhost', false],
  [false, 'portal.example.org', false],
])('says what broke only where the portal is developed: %s at %s', (developed, hostname, tells) => {
  vi.stubEnv('DEV', developed);
  vi.stubGlobal('window', { location: { hostname } });
  const page = renderToStaticMarkup(<RoutedError error={new Error('the tide is out')} />);
  expect(page).toContain('Oh no!');
  expect(page).toContain('Something went wrong! We are trying to fix it.');
  expect(page).toContain('RELOAD PAGE');
  expect(page.includes('the tide is out')).toBe(tells);
});

it('says what was kept on the server and, as the device was found, here', () => {
  const server = { where: 'On our server', what: 'Everything that was shown as saved' };
  expect(keptRows([])).toEqual([
    server,
    { where: 'On this device', what: 'No change is waiting to be sent', icon: 'check' },
  ]);
  expect(keptRows([{ shownId: 'DRAFT-7', answers: 2 }])[1]).toEqual({
    where: 'On this device',
    what: 'DRAFT-7: 2 changes. Sent when you open the application again.',
    icon: 'clock',
  });
});
