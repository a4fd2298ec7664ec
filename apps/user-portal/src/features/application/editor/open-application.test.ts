import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();
const uid = 'REG-2026R01-007';
const step = 'S'.repeat(43);
const call = 'C'.repeat(43);
const newer = 'N'.repeat(43);
const own = {
  id: 7,
  uid,
  status: 'draft',
  displayStatus: 'draft',
  createdAt: '2026-10-01T10:00:00.000Z',
  submittedAt: null,
  draftExpiresAt: null,
  duplicatedFrom: null,
  cutoff: null,
  flowVersion: 1,
  laterSteps: [],
  comingSteps: [],
  process: [],
  profile: {},
  assignments: [],
  documents: [],
  can: { delete: true, duplicate: false },
};
const callFacts = { id: 1, code: 'REG', title: 'Regular' };
const parts: Record<string, unknown> = {
  [call]: { call: callFacts, partitions: [] },
  [step]: { steps: [{ id: 'APP' }] },
  [newer]: { steps: [{ id: 'APP', title: 'Newer' }] },
};
const whole = { ...own, call: callFacts, partitions: [], steps: [{ id: 'APP' }], options: {} };

/** What was asked of the server, below /api/v2, and what waits for its answer. */
let asked: string[];
let hold: Promise<void> | null;
let fails: (path: string) => number | 'unreachable' | null;
let named: string[];

beforeEach(() => {
  storage.clear();
  asked = [];
  hold = null;
  fails = () => null;
  named = [call, step];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/v2', '');
    asked.push(path);
    const isData = path.startsWith('/applications/');
    if (isData) await hold;
    const failure = fails(path);
    if (failure === 'unreachable') throw new TypeError('Failed to fetch');
    if (failure !== null) return new Response('{"code":"not_found"}', { status: failure });
    const body = isData ? { ...own, parts: named } : parts[path.replace('/parts/', '')];
    return new Response(JSON.stringify(body));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The same device with another page open. */
async function anotherPage(): Promise<(of?: string, by?: number) => Promise<unknown>> {
  vi.resetModules();
  const { openApplication } = await import('./open-application.ts');
  asked = [];
  return (of = uid, by = 1) => openApplication(of, by, new AbortController().signal);
}

const data = `/applications/${uid}`;
const partsOf = (...hashes: string[]) => hashes.map((hash) => `/parts/${hash}`);

test('the first opening asks for what the data names, once; the next one of that page for the data alone', async () => {
  const open = await anotherPage();
  expect(await open()).toEqual(whole);
  expect(asked).toEqual([data, ...partsOf(call, step)]);
  asked = [];
  expect(await open()).toEqual(whole);
  expect(asked).toEqual([data]);
});

test('whoever has a conflict of interest gets that, and no parts', async () => {
  const conflict = {
    callTitle: 'Regular',
    title: 'There is a conflict of interest',
    message: 'This assignment has conflicts.',
  };
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace('/api/v2', ''));
    return new Response(JSON.stringify({ conflict }));
  });
  const open = await anotherPage();
  expect(await open()).toEqual({ conflict });
  expect(asked).toEqual([data]);
});

test('a later page asks at once for what the last opening in the call had, also of another application', async () => {
  const before = await anotherPage();
  await before();
  let answer = () => {};
  hold = new Promise((resolve) => {
    answer = resolve;
  });
  const open = await anotherPage();
  const [opened, other] = [open(), open('REG-2026R01-012')];
  await vi.waitFor(() => expect(asked.length).toBe(4));
  expect(asked).toEqual([...partsOf(call, step), data, '/applications/REG-2026R01-012']);
  answer();
  expect(await Promise.all([opened, other])).toEqual([whole, whole]);
  expect(asked.length).toBe(4);
});

test('what is asked for before the page has its code is taken by the first opening of that person alone, with its parts', async () => {
  const open = await anotherPage();
  const { askAhead } = await import('./ask-for-application.ts');
  askAhead(uid, 1);
  await vi.waitFor(() => expect(asked).toEqual([data, ...partsOf(call, step)]));
  expect(await open()).toEqual(whole);
  expect(asked.length).toBe(3);
  // It shows what is there now, not what was there then.
  await open();
  for (const [of, by] of [
    [uid, 2],
    ['REG-2026R01-012', 1],
  ] as const) {
    askAhead(uid, 1);
    await open(of, by);
  }
  const later = [uid, uid, uid, uid, 'REG-2026R01-012'].map((of) => `/applications/${of}`);
  expect(asked.slice(3).filter((path) => !path.startsWith('/parts/'))).toEqual(later);
});

test('what was asked for long ahead is asked for anew, and an answer that nobody waits for opens nothing', async () => {
  const open = await anotherPage();
  const { askAhead } = await import('./ask-for-application.ts');
  vi.useFakeTimers();
  askAhead(uid, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await open();
  expect(asked.filter((path) => path === data).length).toBe(2);
  askAhead(uid, 1);
  const { openApplication } = await import('./open-application.ts');
  await expect(openApplication(uid, 1, AbortSignal.abort())).rejects.toThrow(/abort/);
});

test('what failed ahead is told to whoever opens it, who may try again', async () => {
  const open = await anotherPage();
  const { askAhead } = await import('./ask-for-application.ts');
  fails = (path) => (path === data ? 503 : null);
  askAhead(uid, 1);
  await vi.waitFor(() => expect(asked).toEqual([data]));
  fails = () => null;
  await expect(open()).rejects.toMatchObject({ status: 503 });
  expect(await open()).toEqual(whole);
});

test('what somebody else had on this device is not asked for, nor what was had in another call', async () => {
  const before = await anotherPage();
  await before();
  for (const [of, by] of [
    [uid, 2],
    ['AIF-2026A01-001', 1],
  ] as const) {
    const open = await anotherPage();
    await open(of, by);
    expect(asked[0]).toBe(`/applications/${of}`);
  }
});

test('a remembered part that is not there any more is no failure, and the data says what is', async () => {
  const before = await anotherPage();
  await before();
  named = [call, newer];
  fails = (path) => (path.includes(step) ? 404 : null);
  const open = await anotherPage();
  expect(await open()).toEqual({ ...whole, steps: [{ id: 'APP', title: 'Newer' }] });
  expect(asked.sort()).toEqual([data, ...partsOf(call, newer, step)].sort());
});

test.each([
  ['nobody answers', 'unreachable', { code: 'offline' }],
  ['the server is busy', 503, { status: 503 }],
  // The application itself is there.
  ['it is not there', 404, { message: 'a part of the application could not be had' }],
] as const)(
  'an opening fails when %s for a part of it, and can be tried again',
  async (_what, failure, error) => {
    const open = await anotherPage();
    fails = (path) => (path.includes(step) ? failure : null);
    await expect(open()).rejects.toMatchObject(error);
    fails = () => null;
    expect(await open()).toEqual(whole);
  },
);

test('an application that is not there is not there', async () => {
  const open = await anotherPage();
  fails = (path) => (path === data ? 404 : null);
  await expect(open()).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('a device remembers a few calls, forgets a person who asks for it, and reads nothing into the words of others', async () => {
  const { forgetParts, knownParts, rememberParts } = await import('../../../parts/kept/known-parts.ts');
  for (let year = 1; year <= 21; year += 1) rememberParts(1, `REG-${1999 + year}R01-001`, [`${year}`]);
  expect([2000, 2001, 2020].map((year) => knownParts(1, `REG-${year}R01-002`))).toEqual([[], ['2'], ['21']]);
  forgetParts(1);
  expect([knownParts(1, 'REG-2020R01-001'), storage.size]).toEqual([[], 0]);
  for (const text of ['nothing', '{}', '[null,["REG-2020R01-",7]]', '[["REG-2020R01-",[7,null]]]']) {
    storage.set('clearcall.parts.1', text);
    expect(knownParts(1, 'REG-2020R01-001')).toEqual([]);
  }
});
