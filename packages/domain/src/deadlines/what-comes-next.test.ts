import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedWhen } from '../model/coming-step.ts';
import { whatComesNext } from './what-comes-next.ts';

const { translate } = createTranslator('en', await loadArea('en', 'workflow'));

const steps = [
  { id: 'ALL', title: 'Decision', order: 4, ownerRole: 'ac_chair' },
  { id: 'APP', title: 'Application', order: 0, ownerRole: 'applicant' },
  { id: 'TEC', title: 'Technical review', order: 1, ownerRole: 'technical_reviewer' },
  { id: 'RTR', title: 'Right to reply', order: 3, ownerRole: 'applicant' },
  { id: 'SCI', title: 'Scientific review', order: 2, ownerRole: 'scientific_reviewer' },
];
const timeframes = {
  APP: { start: '2026-07-01T08:00:00Z', end: '2026-09-04T08:00:00Z' },
  TEC: { start: '2026-09-04T09:00:00Z', end: '2026-10-09T16:00:00Z' },
  SCI: { start: '2026-10-09T16:00:00Z', end: '2026-11-18T17:00:00Z' },
  RTR: { start: '2026-11-19T09:00:00Z', end: '1970-01-01T00:00:00Z' },
};
const titlesAt = (after: string, at: string) =>
  whatComesNext(steps, timeframes, after, new Date(at)).map(({ title }) => title);

describe('what comes after a submission', () => {
  it('is every later step with its dates, and the role that acts, and never who', () => {
    expect(whatComesNext(steps, timeframes, 'APP', new Date('2026-09-01T00:00:00Z'))).toEqual([
      {
        title: 'Technical review',
        ownerRole: 'technical_reviewer',
        yours: false,
        ...timeframes.TEC,
        late: false,
      },
      {
        title: 'Scientific review',
        ownerRole: 'scientific_reviewer',
        yours: false,
        ...timeframes.SCI,
        late: false,
      },
      {
        title: 'Right to reply',
        ownerRole: 'applicant',
        yours: true,
        start: timeframes.RTR.start,
        end: null,
        late: false,
      },
      { title: 'Decision', ownerRole: 'ac_chair', yours: false, start: null, end: null, late: false },
    ]);
  });

  it('is what is not over yet, to the moment', () => {
    expect(titlesAt('APP', '2026-10-09T16:00:00Z')[0]).toBe('Technical review');
    expect(titlesAt('APP', '2026-10-09T16:00:00.001Z')).toEqual([
      'Scientific review',
      'Right to reply',
      'Decision',
    ]);
  });

  it('keeps the last step while nothing is decided, and says that it is late', () => {
    const planned = { ALL: { start: '2026-12-01T09:00:00Z', end: '2026-12-20T17:00:00Z' } };
    const at = (when: string) => whatComesNext(steps.slice(0, 3), planned, 'APP', new Date(when)).at(-1);
    const decision = { title: 'Decision', ownerRole: 'ac_chair', yours: false, ...planned.ALL };
    expect([at('2026-12-20T17:00:00Z'), at('2027-01-05T00:00:00Z')]).toEqual([
      { ...decision, late: false },
      { ...decision, late: true },
    ]);
    expect(translate(plannedWhen({ ...decision, late: true }, 'UTC'))).toBe('was planned until 20-12-2026');
  });

  it('is the applicant’s own where an applicant or a user has the step', () => {
    const given = ['applicant', 'user', 'panel_chair'].map((ownerRole, at) => ({
      id: `S${at}`,
      title: ownerRole,
      order: at + 1,
      ownerRole,
    }));
    const first = { id: 'APP', title: 'Application', order: 0, ownerRole: 'applicant' };
    expect(
      whatComesNext([first, ...given], {}, 'APP', new Date('2026-09-01T00:00:00Z')).map(({ yours }) => yours),
    ).toEqual([true, true, false]);
  });

  it('ends with the final step: what follows the decision comes only for those who are awarded', () => {
    const decided = steps.map((step) => (step.id === 'SCI' ? { ...step, final: true } : step));
    expect(
      whatComesNext(decided, timeframes, 'APP', new Date('2026-09-01T00:00:00Z')).map(({ title }) => title),
    ).toEqual(['Technical review', 'Scientific review']);
  });

  it('begins behind the step that was submitted last', () => {
    expect(titlesAt('RTR', '2026-11-20T00:00:00Z')).toEqual(['Decision']);
    expect(titlesAt('ALL', '2026-11-20T00:00:00Z')).toEqual([]);
    expect(titlesAt('unknown', '2026-11-20T00:00:00Z')).toEqual([]);
  });

  it('only grows shorter as time goes by', () => {
    const moment = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, moment, fc.constantFrom(...steps), (one, other, { id }) => {
        const [early, late] = one <= other ? [one, other] : [other, one];
        const before = titlesAt(id, early.toISOString());
        const after = titlesAt(id, late.toISOString());
        expect(before.filter((title) => after.includes(title))).toEqual(after);
      }),
    );
  });
});

it.each([
  ['2026-09-04T09:00:00Z', '2026-10-09T16:00:00Z', '04-09-2026 to 09-10-2026'],
  ['2026-09-04T09:00:00Z', '2026-09-04T16:00:00Z', '04-09-2026'],
  ['2026-09-04T09:00:00Z', null, 'from 04-09-2026'],
  [null, '2026-10-09T16:00:00Z', 'until 09-10-2026'],
  [null, null, 'date not set yet'],
])('says when, from %s until %s: %s', (start, end, text) => {
  const step = { start, end, late: false };
  expect(translate(plannedWhen(step, 'UTC'))).toBe(text);
});
