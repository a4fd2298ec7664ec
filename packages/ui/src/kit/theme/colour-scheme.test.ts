import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A device: what it has stored, whether its system is dark, and what the page is drawn in. */
async function openOn(device: { stored: string | null; isDark: boolean; isForbidden?: boolean }) {
  const system = new EventTarget();
  const page = Object.assign(new EventTarget(), {});
  const seen = { drawn: '' };
  const storage = {
    getItem: () => {
      if (device.isForbidden) throw new Error('forbidden');
      return device.stored;
    },
    setItem: (_key: string, value: string) => {
      if (device.isForbidden) throw new Error('forbidden');
      device.stored = value;
    },
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', page);
  vi.stubGlobal('matchMedia', () =>
    Object.defineProperty(system, 'matches', { get: () => device.isDark, configurable: true }),
  );
  vi.stubGlobal('document', {
    documentElement: {
      setAttribute: (_name: string, scheme: string) => {
        seen.drawn = scheme;
      },
    },
    createElement: () => ({ remove: () => undefined }),
    head: { append: () => undefined },
  });
  const { chooseColourScheme, watchColourScheme } = await import('./colour-scheme.ts');
  const stop = watchColourScheme();
  return {
    device,
    stop,
    choose: chooseColourScheme,
    drawn: () => seen.drawn,
    /** The system turns dark or light. */
    turn: (isDark: boolean) => {
      device.isDark = isDark;
      system.dispatchEvent(new Event('change'));
    },
    /** Another tab chose. */
    chosenElsewhere: (newValue: string | null, key = 'clearcall.colour-scheme') =>
      page.dispatchEvent(Object.assign(new Event('storage'), { storageArea: storage, key, newValue })),
  };
}

it('follows the system until the reader chooses, and keeps the choice', async () => {
  const page = await openOn({ stored: null, isDark: true });
  expect(page.drawn()).toBe('dark');
  page.turn(false);
  expect(page.drawn()).toBe('light');
  page.choose('dark');
  expect([page.drawn(), page.device.stored]).toEqual(['dark', 'dark']);
  page.turn(true);
  page.turn(false);
  expect(page.drawn()).toBe('dark');
  page.choose('auto');
  expect([page.drawn(), page.device.stored]).toEqual(['light', 'auto']);
});

it('follows another tab, and nothing after it has stopped', async () => {
  const page = await openOn({ stored: 'light', isDark: true });
  expect(page.drawn()).toBe('light');
  page.chosenElsewhere('dark', 'another');
  expect(page.drawn()).toBe('light');
  page.chosenElsewhere('dark');
  expect(page.drawn()).toBe('dark');
  page.stop();
  page.chosenElsewhere('light');
  expect(page.drawn()).toBe('dark');
});

it('keeps a choice for the page where storage is forbidden', async () => {
  const page = await openOn({ stored: null, isDark: false, isForbidden: true });
  expect(page.drawn()).toBe('light');
  page.choose('dark');
  page.turn(false);
  expect(page.drawn()).toBe('dark');
});
