import { expect, test } from 'vitest';
import { callStandingOf, whyNotArchive, whyNotDelete } from './archive-call.ts';

const states = ['open', 'opening_soon', 'closed'] as const;
const call = (published: boolean, archived: boolean, state: (typeof states)[number]) => ({
  published,
  archived,
  state,
});

test('names the state of a published, an unpublished and an archived call', () => {
  expect(states.map((state) => callStandingOf(call(true, false, state)))).toEqual([...states]);
  expect(states.map((state) => callStandingOf(call(false, false, state)))).toEqual(Array(3).fill('draft'));
  expect(states.map((state) => callStandingOf(call(true, true, state)))).toEqual(Array(3).fill('archived'));
  expect(callStandingOf(call(false, true, 'closed'))).toBe('archived');
});

test('keeps a call that is open or opens later out of the archive', () => {
  expect(states.map((state) => whyNotArchive(call(true, false, state)))).toEqual([
    'call_open',
    'call_open',
    null,
  ]);
  expect(whyNotArchive(call(false, false, 'closed'))).toBeNull();
});

test('deletes a call only if no id of an application was ever drawn', () => {
  expect([whyNotDelete({ drawn: 0 }), whyNotDelete({ drawn: 1 })]).toEqual([null, 'call_used']);
});
