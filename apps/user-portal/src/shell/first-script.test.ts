import { afterEach, expect, test, vi } from 'vitest';
import script from '../../public/first.js?raw';

afterEach(() => vi.unstubAllGlobals());

/** Runs the first script of a page in a browser that has these marks. Gives what it asked for, and under which locks. */
async function run(pathname: string, marks: readonly string[], isFree = true) {
  const asked: unknown[] = [];
  const locks: string[] = [];
  const page: { renewedAhead?: Promise<unknown> } = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { documentElement: { setAttribute: () => undefined } });
  vi.stubGlobal('localStorage', { getItem: (name: string) => (marks.includes(name) ? '1' : null) });
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _how: object, work: (lock: object | null) => unknown) => {
        locks.push(name);
        return work(isFree ? {} : null);
      },
    },
  });
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push([address, JSON.parse(body)]);
    throw new TypeError('Failed to fetch');
  });
  new Function(script)();
  // What nobody answered is left to the page.
  expect((await page.renewedAhead) ?? null).toBeNull();
  return { asked, locks };
}

const user = 'clearcall.signed-in';
const admin = 'clearcall.signed-in.admin';

test('the first script asks for the session of its own portal, where somebody was signed in', async () => {
  const askedFor = (app: string) => ({
    asked: [['/api/users/refresh', { app }]],
    locks: [`clearcall.refresh.${app}`],
  });
  expect(await run('/applications', [user])).toEqual(askedFor('user_portal'));
  expect(await run('/admin/users', [user, admin])).toEqual(askedFor('admin_portal'));
  const nothing = { asked: [], locks: [] };
  expect([await run('/', []), await run('/', [admin]), await run('/admin/', [user])]).toEqual(
    Array(3).fill(nothing),
  );
});

test('it asks for nothing while another tab does', async () => {
  expect(await run('/', [user], false)).toEqual({ asked: [], locks: ['clearcall.refresh.user_portal'] });
});
