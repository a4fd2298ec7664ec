import { expect, it } from 'vitest';
import type { Automation, Step } from '../forms/types.ts';
import { takeBackAfterSubmission } from './take-back.ts';

const steps = [
  { id: 'ADM', order: 1 },
  { id: 'APP', order: 0 },
] as Step[];
const check = (on: Automation['on']): Automation => ({
  id: 'check',
  on,
  do: 'assign',
  step: 'ADM',
  to: { role: 'pro' },
});
const end = '2026-12-01T10:00:00.000Z';
const at = (now: string, on: Automation['on'], cutoffEnd: string | null = end) =>
  takeBackAfterSubmission({ steps, automations: [check(on)] }, cutoffEnd, new Date(now));

it('is possible up to the cut-off, to the moment', () => {
  const after = { event: 'cutoff_passed' } as const;
  expect(at('2026-12-01T10:00:00.000Z', after)).toEqual({ until: end });
  expect(at('2026-12-01T10:00:00.001Z', after)).toBeNull();
  expect(at('2026-12-01T10:00:00.001Z', after, null)).toEqual({ until: null });
});

it('is not possible if the submission starts the review', () => {
  const early = '2026-11-01T00:00:00.000Z';
  expect(at(early, { event: 'submitted', step: 'APP' })).toBeNull();
  expect(at(early, { event: 'submitted' })).toBeNull();
  expect(at(early, { event: 'submitted', step: 'ADM' })).toEqual({ until: end });
});
