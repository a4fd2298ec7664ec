import { afterEach, expect, test, vi } from 'vitest';
import { drawPageWith, followOrganisation } from './follow-organisation.ts';

vi.mock('@clearcall/ui/kit/page/organisation.tsx', () => ({
  loadOrganisation: async () => ({ organization: { name: 'Nordic Compute Agency' } }),
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('draws the page with what was saved, past everything that the browser has kept', async () => {
  vi.useFakeTimers();
  const set: Record<string, string> = {};
  vi.stubGlobal('document', {
    querySelector: (selector: string) => ({
      setAttribute: (name: string, value: string) => {
        set[`${selector} ${name}`] = value;
      },
    }),
  });
  const draw = vi.fn();
  drawPageWith(draw);
  followOrganisation();
  // Until a second has passed, a process may answer with the settings before.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(draw).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(draw).toHaveBeenCalledExactlyOnceWith({ organization: { name: 'Nordic Compute Agency' } });
  const version = set['meta[name="theme-hash"] content'];
  expect(version).toMatch(/^\d+$/);
  expect(set['link[href^="/theme.css"] href']).toBe(`/theme.css?v=${version}`);
});
