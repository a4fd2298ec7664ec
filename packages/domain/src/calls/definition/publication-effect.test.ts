import { describe, expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { publicationEffect, publicationWaits } from './publication-effect.ts';
import { smallCall } from './testing/small-call.ts';

/** During the second cut-off of the small call. */
const now = new Date('2026-06-01T12:00:00Z');
const effect = (draft: Partial<CallDefinition>, live: Partial<CallDefinition> = {}) =>
  publicationEffect({ ...smallCall(), ...live }, { ...smallCall(), ...draft }, now);
const ending = (end: string | null) => ({
  cutoffs: smallCall().cutoffs.map((cutoff) => (cutoff.id === '2' ? { ...cutoff, end } : cutoff)),
});
const nothing = { opens: null, extended: [] };

describe('publicationEffect', () => {
  it('is nothing for texts, amounts and a cut-off that ends earlier', () => {
    expect(effect({ title: { en: 'Other' } })).toEqual(nothing);
    expect(effect(ending('2026-09-10T08:00:00.000Z'))).toEqual(nothing);
  });

  it('opens a hidden call, also again after its last cut-off, and shows one that opens later', () => {
    expect(effect({}, { published: false })).toEqual({ ...nothing, opens: 'now' });
    const { cutoffs } = smallCall();
    expect(effect({}, { cutoffs: cutoffs.slice(0, 1) })).toEqual({ ...nothing, opens: 'now' });
    const later = cutoffs.map((cutoff) => ({ ...cutoff, start: '2026-09-01T08:00:00.000Z', end: null }));
    expect(effect({ cutoffs: later }, { cutoffs: later, published: false }).opens).toBe('later');
    // Visitors see it already.
    expect(effect({ title: {} }, { cutoffs: later }).opens).toBe('now');
    expect(publicationEffect(withLater(later), withLater(later), now)).toEqual(nothing);
    expect(effect({ published: false })).toEqual(nothing);
  });

  it('extends a cut-off that ends later or no more', () => {
    const until = '2026-10-12T08:00:00.000Z';
    const extended = { cutoff: '2', from: '2026-10-10T08:00:00.000Z' };
    expect(effect(ending(until))).toEqual({ opens: null, extended: [{ ...extended, until }] });
    expect(effect(ending(null)).extended).toEqual([{ ...extended, until: null }]);
    expect(effect({ ...ending(until), published: false }).extended).toEqual([]);
  });

  it('waits if it opens the call, or if owners of drafts may get an email', () => {
    expect(publicationWaits(effect({ title: { en: 'Other' } }))).toBe(false);
    expect(publicationWaits(effect(ending(null)))).toBe(true);
    expect(publicationWaits(effect({}, { published: false }))).toBe(true);
  });
});

const withLater = (cutoffs: CallDefinition['cutoffs']): CallDefinition => ({ ...smallCall(), cutoffs });
