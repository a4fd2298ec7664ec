import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultOrganisation } from './default-organisation.ts';
import { decideSettings, readSettings } from './read-settings.ts';

const ours = { ...defaultOrganisation, passwordLogin: false, uploadMaxMb: 50 };
const months = { ...defaultOrganisation.retention, draftMonths: 60 };
/** As a later version might have written them. */
const newer = {
  ...ours,
  passkeysOnly: true,
  retention: { ...months, archiveYears: 10 },
  theme: { ...ours.theme, fonts: { body: 'Inter' } },
};

describe('reading what is stored', () => {
  it('gives absent keys their defaults, at any depth: the ordinary upgrade', () => {
    expect(readSettings({})).toMatchObject({ ok: true, settings: defaultOrganisation, unknown: [] });
    const { links: _links, ...theme } = ours.theme;
    const { mailsDays: _days, ...retention } = months;
    const { humanToleranceDegrees: _degrees, ...older } = ours;
    expect(readSettings({ ...older, theme, retention })).toEqual({
      ok: true,
      settings: { ...ours, retention: months },
      unknown: [],
      whole: { ...ours, retention: months },
    });
  });

  it('takes a value as a whole: roles that the organisation left out do not come back', () => {
    const tabs = { default: ['calls'], byRole: {} };
    const stored = { ...ours, theme: { ...ours.theme, tabs } };
    expect(readSettings(stored)).toMatchObject({ settings: { theme: { tabs } } });
  });

  it('names the keys of a newer version, keeps them, and goes on without them', () => {
    expect(readSettings(newer)).toEqual({
      ok: true,
      settings: { ...ours, retention: months },
      unknown: ['passkeysOnly', 'theme › fonts', 'retention › archiveYears'],
      whole: newer,
    });
  });

  it.each([
    ['passwordLogin', { ...ours, passwordLogin: 'no' }],
    ['retention › closedNamesMonths', { ...ours, retention: { ...months, closedNamesMonths: 0 } }],
    ['retention › draftWarningMonths', { ...ours, retention: { ...months, draftWarningMonths: 70 } }],
    ['retention', { ...ours, retention: null }],
    [
      'theme › tabs › default › 0',
      { ...ours, theme: { ...ours.theme, tabs: { default: ['x'], byRole: {} } } },
    ],
    ['', 'nonsense'],
    ['', null],
    ['', [ours]],
  ])('takes no default in place of a value that it cannot use: %s', (at, stored) => {
    const read = readSettings(stored);
    expect(read).toMatchObject({ ok: false, faults: [{ at, why: expect.stringMatching(/\w/) }] });
  });
});

describe('replacing them', () => {
  it('keeps what a newer version has stored, named or not, and says nothing of it', () => {
    const kept = { ...newer, uploadMaxMb: 7 };
    expect(decideSettings(newer, { ...ours, retention: months, uploadMaxMb: 7 })).toEqual({
      ok: true,
      settings: kept,
    });
    expect(decideSettings(newer, kept)).toEqual({ ok: true, settings: kept });
  });

  it('takes no key that nobody here knows, nor another value for one', () => {
    const nothing = { ok: false, faults: [expect.objectContaining({ at: 'passwordLogn' })] };
    expect(decideSettings(newer, { ...ours, passwordLogn: false })).toEqual(nothing);
    expect(decideSettings(null, { ...ours, passwordLogn: false })).toEqual(nothing);
    expect(decideSettings(newer, { ...newer, passkeysOnly: false })).toMatchObject({
      faults: [{ at: 'passkeysOnly' }],
    });
  });

  it('names what is missing and what is wrong, also where what is stored cannot be read', () => {
    const { mailSender: _sender, ...without } = ours;
    expect(decideSettings('torn', { ...without, uploadMaxMb: 0 })).toMatchObject({
      faults: [{ at: 'mailSender' }, { at: 'uploadMaxMb' }],
    });
    expect(decideSettings({ passwordLogin: 'no' }, ours)).toEqual({ ok: true, settings: ours });
    for (const nonsense of [null, [], 'x', {}, 7]) expect(decideSettings(ours, nonsense).ok).toBe(false);
  });

  it('stores nothing that it could not read again, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom(...Object.keys(ours), 'x') }),
        fc.object(),
        (given, stored) => {
          const decided = decideSettings(stored, { ...ours, ...given });
          if (decided.ok)
            expect(readSettings(decided.settings)).toMatchObject({ ok: true, whole: decided.settings });
        },
      ),
    );
  });
});
