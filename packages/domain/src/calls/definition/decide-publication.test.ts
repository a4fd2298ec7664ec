import { describe, expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { decidePublication, type PublicationFacts } from './decide-publication.ts';
import { smallCall } from './testing/small-call.ts';

/** After the end of the first cut-off of the small call. */
const now = new Date('2026-06-01T12:00:00Z');
const unused: PublicationFacts = {
  now,
  hasApplications: false,
  usedCutoffs: new Set(),
  closedCutoffs: new Set(),
  isArchived: false,
};
const used: PublicationFacts = { ...unused, hasApplications: true, usedCutoffs: new Set(['1']) };

type Change = (call: ReturnType<typeof smallCall>) => Partial<CallDefinition>;

const decide = (change: Change, facts: PublicationFacts) =>
  decidePublication(smallCall(), { ...smallCall(), ...change(smallCall()) }, facts);

function refusals(change: Change, facts = used) {
  const plan = decide(change, facts);
  return plan.ok ? [] : plan.findings.map(({ rule, at }) => [rule, at.map((address) => address.join(' '))]);
}

const ends =
  (id: string, end: string | null): Change =>
  ({ cutoffs }) => ({ cutoffs: cutoffs.map((cutoff) => (cutoff.id === id ? { ...cutoff, end } : cutoff)) });
const without =
  (id: string): Change =>
  ({ cutoffs }) => ({ cutoffs: cutoffs.filter((cutoff) => cutoff.id !== id) });

describe('decidePublication', () => {
  it('publishes what nobody has used yet, whatever changes', () => {
    const other = {
      code: 'NEW',
      year: 2027,
      number: 2,
      unit: 'GPU hours',
      timeZone: 'UTC',
      published: false,
    };
    expect(decide(() => other, unused)).toEqual({ ok: true, newFlow: false, removedCutoffs: [] });
    expect(decide(without('1'), unused)).toEqual({ ok: true, newFlow: false, removedCutoffs: ['1'] });
  });

  it('needs a new flow version only if the flow differs', () => {
    const { flow } = smallCall();
    expect(decide(() => ({ flow: { ...flow, version: 7 } }), used)).toMatchObject({ newFlow: false });
    expect(decide(() => ({ flow: { ...flow, steps: flow.steps.slice(0, 1) } }), used)).toMatchObject({
      newFlow: true,
    });
  });

  it('refuses what is locked once somebody has applied', () => {
    expect(refusals(() => ({ unit: 'GPU hours', code: 'NEW' }))).toEqual([
      ['lockedByApplications', ['unit', 'code']],
    ]);
    expect(refusals(() => ({ timeZone: 'UTC', year: 2027, number: 2 }))).toEqual([
      ['lockedByApplications', ['timeZone', 'year', 'number']],
    ]);
    expect(refusals(() => ({ published: false }))).toEqual([['hiddenWithApplications', ['published']]]);
    expect(refusals(() => ({ title: 'Other', uidPattern: 'Y-{SEQ3}' }))).toEqual([]);
  });

  it('refuses to publish an archived call', () => {
    expect(refusals(() => ({ title: 'Other' }), { ...unused, isArchived: true })).toEqual([['archived', []]]);
  });

  it('refuses another end of a cut-off that has passed, and no other one', () => {
    const passed = [['cutoffPassed', ['cutoffs 1 end']]];
    expect(refusals(ends('1', '2026-07-01T08:00:00.000Z'))).toEqual(passed);
    expect(refusals(ends('1', '2026-04-10T08:00:00.000Z'))).toEqual([]);
    // Without an end it would last until the next one starts, which is the same moment.
    expect(refusals(ends('1', null))).toEqual([]);
    expect(refusals(ends('1', null), unused)).toEqual([]);
    expect(refusals(ends('1', '2026-07-01T08:00:00.000Z'), unused)).toEqual(passed);
    expect(refusals(ends('2', '2026-12-01T08:00:00.000Z'))).toEqual([]);
    expect(
      refusals(ends('1', '2026-07-01T08:00:00.000Z'), { ...used, now: new Date('2026-04-10T07:59:59Z') }),
    ).toEqual([]);
  });

  it('refuses to open a cut-off again by removing the one that ended it', () => {
    const live = smallCall();
    const open = { ...live, cutoffs: live.cutoffs.map((cutoff) => ({ ...cutoff, end: null })) };
    expect(decidePublication(open, { ...open, cutoffs: open.cutoffs.slice(0, 1) }, unused)).toMatchObject({
      ok: false,
      findings: [{ rule: 'cutoffPassed' }],
    });
  });

  it('lets a cut-off that an administrator closed open again, with an end that is still to come', () => {
    const closed = { ...used, closedCutoffs: new Set(['1']) };
    expect(refusals(ends('1', '2026-07-01T08:00:00.000Z'), closed)).toEqual([]);
    expect(refusals(ends('1', '2026-05-01T08:00:00.000Z'), closed)).toEqual([
      ['cutoffPassed', ['cutoffs 1 end']],
    ]);
    expect(
      refusals(ends('1', '2026-07-01T08:00:00.000Z'), { ...used, closedCutoffs: new Set(['2']) }),
    ).toEqual([['cutoffPassed', ['cutoffs 1 end']]]);
  });

  it('refuses to remove a cut-off that has applications', () => {
    expect(refusals(without('1'))).toEqual([['cutoffUsed', ['cutoffs']]]);
    expect(decide(without('2'), used)).toEqual({ ok: true, newFlow: false, removedCutoffs: ['2'] });
  });
});
