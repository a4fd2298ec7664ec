import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AgeingDraft,
  type DraftNotices,
  decideDraftExpiry,
  draftEndsAt,
  draftExpiresAt,
  draftStaysUntil,
} from './draft-expiry.ts';

const undisclosed: DraftNotices = { warnedAt: null, last: null };
const born = '2026-01-10T12:00:00.000Z';
const untouched: AgeingDraft = { createdAt: born, changedAt: born };
const decide = (now: string, warned: Partial<DraftNotices> = {}, draft = untouched) =>
  decideDraftExpiry({ ...draft, ...undisclosed, ...warned }, new Date(now));
const lastMail = (notedAt: string, sentAt: string | null, failed = false) => ({
  last: { notedAt, sentAt, failed },
});

describe('a draft that nobody touches', () => {
  it.each([
    ['2026-10-10T11:59:59.999Z', {}, 'keep'],
    ['2026-10-10T12:00:00.000Z', {}, 'warn'],
    ['2026-10-11T12:00:00.000Z', { warnedAt: '2026-10-10T12:00:00.000Z' }, 'keep'],
    ['2027-01-03T11:59:59.999Z', { warnedAt: '2026-10-10T12:00:00.000Z' }, 'keep'],
    ['2027-01-03T12:00:00.000Z', { warnedAt: '2026-10-10T12:00:00.000Z' }, 'warn_last'],
    // The portal slept for months: the last mail takes the place of the warning.
    ['2027-06-01T00:00:00.000Z', {}, 'warn_last'],
    ['2027-01-10T12:00:00.000Z', lastMail('2027-01-03T12:00:00.000Z', '2027-01-03T12:00:05.000Z'), 'keep'],
    ['2027-01-10T12:00:05.000Z', lastMail('2027-01-03T12:00:00.000Z', '2027-01-03T12:00:05.000Z'), 'delete'],
    // Written, but still waiting for the mail server, or refused.
    ['2027-03-01T00:00:00.000Z', lastMail('2027-01-03T12:00:00.000Z', null), 'keep'],
    ['2027-02-01T00:00:00.000Z', lastMail('2027-01-03T12:00:00.000Z', null, true), 'keep'],
    ['2027-02-02T12:00:00.000Z', lastMail('2027-01-03T12:00:00.000Z', null, true), 'warn_last'],
  ] as const)('at %s, told %o: %s', (now, warned, decision) => {
    expect(decide(now, warned)).toBe(decision);
  });
});

it('counts a last mail that was written at the very moment of the last change', () => {
  const at = '2027-01-03T12:00:00.000Z';
  const draft = { createdAt: born, changedAt: at };
  const warned = lastMail(at, at);
  expect(decide('2027-04-03T12:00:00.000Z', warned, draft)).toBe('delete');
  expect(decide('2027-04-03T11:59:59.999Z', warned, draft)).toBe('keep');
  expect(decide('2027-04-03T12:00:00.000Z', lastMail('2027-01-03T11:59:59.999Z', at), draft)).toBe(
    'warn_last',
  );
});

it('goes by the periods of the organisation, where it has its own', () => {
  const periods = { draftWarningMonths: 1, draftMonths: 3, draftLastMailDays: 2 };
  const at = (now: string, warned: Partial<DraftNotices> = {}) =>
    decideDraftExpiry({ ...untouched, ...undisclosed, ...warned }, new Date(now), periods);
  expect(draftExpiresAt(untouched, periods)).toBe('2026-04-10T12:00:00.000Z');
  expect([at('2026-02-10T11:59:59.999Z'), at('2026-02-10T12:00:00.000Z')]).toEqual(['keep', 'warn']);
  expect([at('2026-04-08T11:59:59.999Z'), at('2026-04-08T12:00:00.000Z')]).toEqual(['warn', 'warn_last']);
  const warned = lastMail('2026-04-08T12:00:00.000Z', '2026-04-08T12:00:00.000Z');
  expect([at('2026-04-10T11:59:59.999Z', warned), at('2026-04-10T12:00:00.000Z', warned)]).toEqual([
    'keep',
    'delete',
  ]);
  // One that was refused for good is tried again after thirty days, to the millisecond.
  const refused = lastMail('2026-04-08T12:00:00.000Z', null, true);
  expect([at('2026-05-08T11:59:59.999Z', refused), at('2026-05-08T12:00:00.000Z', refused)]).toEqual([
    'keep',
    'warn_last',
  ]);
  expect(draftEndsAt({ ...untouched, last: null }, new Date('2026-02-10T12:00:00.000Z'), periods)).toBe(
    '2026-04-10T12:00:00.000Z',
  );
  expect(draftStaysUntil(untouched, new Date('2026-04-20T12:00:00.000Z'), periods)).toBe(
    '2026-04-22T12:00:00.000Z',
  );
});

describe('a draft that somebody works on', () => {
  const draft = { createdAt: born, changedAt: '2027-01-05T09:00:00.000Z' };
  it('stays for three more months, and its last mail counts no longer', () => {
    const warned = lastMail('2027-01-03T12:00:00.000Z', '2027-01-03T12:00:05.000Z');
    expect(draftExpiresAt(draft)).toBe('2027-04-05T09:00:00.000Z');
    expect(
      decide('2027-01-20T00:00:00.000Z', { ...warned, warnedAt: '2026-10-10T12:00:00.000Z' }, draft),
    ).toBe('keep');
    expect(decide('2027-03-29T09:00:00.000Z', warned, draft)).toBe('warn_last');
    // Whoever had the last mail needs no first one.
    expect(decide('2027-02-01T00:00:00.000Z', warned, draft)).toBe('keep');
    const again = lastMail('2027-03-29T09:00:00.000Z', '2027-03-29T09:00:00.000Z');
    expect(decide('2027-04-05T09:00:00.000Z', again, draft)).toBe('delete');
  });
  it('is said to go on the day of the mails, once they are written', () => {
    const endsAt = (now: string, warned: Partial<DraftNotices> = {}, of = untouched) =>
      draftEndsAt({ ...of, last: null, ...warned }, new Date(now));
    expect(endsAt('2026-10-10T11:59:59.999Z')).toBe(null);
    expect(endsAt('2026-10-10T12:00:00.000Z')).toBe('2027-01-10T12:00:00.000Z');
    const warned = lastMail('2027-01-03T12:00:00.000Z', '2027-01-03T12:00:05.000Z');
    expect(endsAt('2027-01-09T00:00:00.000Z', warned)).toBe('2027-01-10T12:00:05.000Z');
    // The last mail has not left, or counts no longer: a week is left at least.
    const waiting = lastMail('2027-01-03T12:00:00.000Z', null);
    expect(endsAt('2027-01-09T00:00:00.000Z', waiting)).toBe('2027-01-16T00:00:00.000Z');
    expect(endsAt('2027-01-09T00:00:00.000Z', warned, draft)).toBe('2027-04-05T09:00:00.000Z');
    expect(decide('2027-01-10T12:00:05.000Z', warned)).toBe('delete');
  });
  it('is promised a week from the mail on, however late that is', () => {
    expect(draftStaysUntil(untouched, new Date('2027-06-01T00:00:00.000Z'))).toBe('2027-06-08T00:00:00.000Z');
    expect(draftStaysUntil(untouched, new Date('2027-01-03T12:00:00.000Z'))).toBe('2027-01-10T12:00:00.000Z');
  });
});

it('never lets a draft go without a last mail that left a week before and was written after the last change', () => {
  const instant = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const last = fc.option(fc.record({ notedAt: instant, sentAt: fc.option(instant), failed: fc.boolean() }));
  let deleted = 0;
  fc.assert(
    fc.property(
      instant,
      instant,
      fc.option(instant),
      last,
      instant,
      (createdAt, changedAt, warnedAt, warned, now) => {
        const decision = decideDraftExpiry({ createdAt, changedAt, warnedAt, last: warned }, new Date(now));
        if (decision !== 'delete') return;
        deleted += 1;
        const daysSince = (instant: string) => (Date.parse(now) - Date.parse(instant)) / 86_400_000;
        const { sentAt = null, notedAt = '' } = warned ?? {};
        if (sentAt === null) throw new Error('it was deleted without a last mail');
        expect(notedAt >= changedAt).toBe(true);
        expect(daysSince(sentAt)).toBeGreaterThanOrEqual(7);
        expect(daysSince(createdAt)).toBeGreaterThanOrEqual(365);
        expect(daysSince(changedAt)).toBeGreaterThanOrEqual(89);
      },
    ),
    { numRuns: 20_000 },
  );
  // Chance has to have come by often enough.
  expect(deleted).toBeGreaterThan(100);
});
