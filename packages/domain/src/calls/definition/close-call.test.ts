import { describe, expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { decideClosing } from './close-call.ts';
import { smallCall } from './testing/small-call.ts';

/** During the second cut-off of the small call. */
const now = new Date('2026-06-01T12:00:00.000Z');
const closing = (live: Partial<CallDefinition>, at = now, draft: Partial<CallDefinition> = {}) =>
  decideClosing({ ...smallCall(), ...live }, { ...smallCall(), ...live, ...draft }, at);
const ending = (id: string) => ({ do: 'set', at: ['cutoffs', id, 'end'], value: now.toISOString() });
const [first, second] = smallCall().cutoffs as [
  CallDefinition['cutoffs'][number],
  CallDefinition['cutoffs'][number],
];

describe('decideClosing', () => {
  it('ends the running cut-off, in the live call and in the draft', () => {
    expect(closing({})).toEqual({
      ok: true,
      cutoffs: ['2'],
      closed: { ...smallCall(), cutoffs: [first, { ...second, end: now.toISOString() }] },
      changes: [ending('2')],
      opensAgain: null,
    });
  });

  it('ends all that run at once, also one without an end', () => {
    expect(
      closing({
        cutoffs: [
          { ...first, end: '2026-07-01T08:00:00.000Z' },
          { ...second, end: null },
        ],
      }),
    ).toMatchObject({
      cutoffs: ['1', '2'],
      changes: [ending('1'), ending('2')],
    });
  });

  it('leaves one that ended with the start of the next one, and tells when the call opens again', () => {
    const later = { ...second, id: '3', start: '2026-11-01T08:00:00.000Z', end: null };
    expect(closing({ cutoffs: [{ ...first, end: null }, second, later] })).toMatchObject({
      cutoffs: ['2'],
      opensAgain: later.start,
    });
  });

  it('changes nothing in a draft without the cut-off', () => {
    expect(closing({}, now, { cutoffs: [first] })).toMatchObject({ cutoffs: ['2'], changes: [] });
  });

  it('refuses a call that nobody can apply to', () => {
    const refused = { ok: false, code: 'call_closed' };
    expect(closing({ published: false })).toEqual(refused);
    expect(closing({ cutoffs: [first] })).toEqual(refused);
    expect(closing({ cutoffs: [second] }, new Date(second.start))).toEqual(refused);
    // It was closed at this moment.
    expect(closing({ cutoffs: [{ ...second, end: now.toISOString() }] })).toEqual(refused);
  });
});
