import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultOrganisation } from '../organisation/default-organisation.ts';
import { organisationSettingsSchema } from '../organisation/organisation.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isUpright, readDegrees, uprightTolerance } from './human-check.ts';
import { isWeakPassword, passwordParts } from './password.ts';

describe('the password rule', () => {
  it.each([
    ['Correct-staple', false],
    ['aB!456789012', false],
    ['aB!45678901', true],
    ['correct-staple', true],
    ['CORRECT-STAPLE', true],
    ['CorrectStaple', true],
    ['Correct Staple', true],
    ['Correct12345678', true],
    ['Éclair-über-straße', false],
    ['', true],
  ])('%s: weak is %s', (password, weak) => {
    expect(isWeakPassword(password)).toBe(weak);
  });

  it('tells the parts', () => {
    expect(passwordParts('abc!')).toEqual({
      lowercase: true,
      uppercase: false,
      symbol: true,
      longEnough: false,
    });
  });

  it('judges both ways of writing an accent alike', () => {
    const composed = 'Étudiante2026';
    expect(passwordParts(composed.normalize('NFD'))).toEqual(passwordParts(composed));
    expect(isWeakPassword(composed.normalize('NFD'))).toBe(true);
  });
});

describe('common passwords', () => {
  it.each([
    'Password123!',
    'P@ssw0rd1234',
    'PASSWORD2026!!',
    'Welcome12345!',
    'Qwertyuiop1!',
    '!QAZ@wsx#EDC',
    'Administrator!',
    'ChangeMe!2026',
    'Siobhan.Ni@example.org',
    'SIOBHAN.NI',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password, 'siobhan.ni@example.org')).toBe(true);
  });

  it.each(['Demo-portal-2026!', 'Password is a river!', 'Tidal-Locked-Moon', 'Spring-in-Ljubljana'])(
    'accepts %s',
    (password) => {
      expect(isCommonPassword(password, 'siobhan.ni@example.org')).toBe(false);
    },
  );

  it('answers quickly whatever is typed', () => {
    const longest = `Password${'!'.repeat(190)}~~`;
    const startedAt = performance.now();
    expect(isCommonPassword(longest, 'a@example.org')).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('the human check', () => {
  it('takes so many degrees either way, and any number of turns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: uprightTolerance.minDegrees, max: uprightTolerance.maxDegrees }),
        fc.integer({ min: 0, max: 359 }),
        fc.integer({ min: -180, max: 179 }),
        fc.integer({ min: -3, max: 3 }),
        (tolerance, hidden, off, turns) => {
          expect(isUpright(hidden, 360 * turns - hidden + off, tolerance)).toBe(Math.abs(off) <= tolerance);
        },
      ),
    );
  });

  it('is ten degrees unless the organisation says another number from 5 to 45', () => {
    const taken = [4, 5, 45, 46, 10.5].map(
      (humanToleranceDegrees) =>
        organisationSettingsSchema.safeParse({ ...defaultOrganisation, humanToleranceDegrees }).success,
    );
    expect([defaultOrganisation.humanToleranceDegrees, taken]).toEqual([
      10,
      [false, true, true, false, false],
    ]);
  });

  it('reads degrees and nothing else', () => {
    expect(['64', '-296', '64.5', '', 'x', '1e3', '99999', ' 6', 'Infinity'].map(readDegrees)).toEqual([
      64,
      -296,
      64.5,
      ...Array.from({ length: 6 }, () => null),
    ]);
  });
});
