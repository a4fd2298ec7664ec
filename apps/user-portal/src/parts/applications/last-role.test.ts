import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRoles, lastRole, looksAtOthers, rememberRole } from './last-role.ts';

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('each list opens in the role that the person chose in it last', () => {
  rememberRole(7, 'applications', 'pro');
  rememberRole(7, 'applications', 'applicant');
  rememberRole(7, 'dashboard', 'pro');
  rememberRole(8, 'dashboard', 'rapporteur');
  expect([lastRole(7, 'applications'), lastRole(7, 'dashboard'), lastRole(8, 'applications')]).toEqual([
    'applicant',
    'pro',
    undefined,
  ]);
  rememberRole(7, 'dashboard', '');
  expect(lastRole(7, 'dashboard')).toBeUndefined();
});

test('nothing stays on the device of somebody who wants that, and all of the others', () => {
  for (const userId of [7, 8])
    for (const list of ['applications', 'dashboard'] as const) rememberRole(userId, list, 'pro');
  forgetRoles(7);
  expect([...storage.keys()]).toEqual(['clearcall.role.applications.8', 'clearcall.role.dashboard.8']);
});

test('a browser that keeps nothing opens lists as for everybody', () => {
  const forbidden = () => {
    throw new Error('The storage is forbidden.');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  rememberRole(7, 'dashboard', 'pro');
  forgetRoles(7);
  expect(lastRole(7, 'dashboard')).toBeUndefined();
});

test('whoever has a role beside those that everybody has reviews or steers', () => {
  expect(['user', 'applicant', 'scientific_reviewer', 'pro'].map(looksAtOthers)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
