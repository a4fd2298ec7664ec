import { expect, it } from 'vitest';
import { nextCallNumber, stepMark, usualUidPattern } from './new-call.ts';

it('draws the number after the largest one of the code and year', () => {
  const call = (code: string, year: number, number: number) => ({ code, year, number });
  const calls = [call('REG', 2027, 1), call('REG', 2027, 4), call('REG', 2026, 9), call('BEN', 2027, 7)];
  expect(nextCallNumber({ code: 'REG', year: 2027 }, calls)).toBe(5);
  expect(nextCallNumber({ code: 'REG', year: 2028 }, calls)).toBe(1);
  expect(nextCallNumber({ code: 'REG', year: 2027 }, [call('REG', 2027, 99)])).toBeNull();
});

it.each([
  ['ESAO', 'ESAO-REG-{YYYY}-{NN}-{SEQ3}'],
  ['Équipe d’accès 7', 'EQUIPEDACCES-REG-{YYYY}-{NN}-{SEQ3}'],
  ['日本', 'REG-{YYYY}-{NN}-{SEQ3}'],
])('makes uids of the organisation %s with its letters and digits', (organisation, pattern) => {
  expect(usualUidPattern(organisation, 'REG')).toBe(pattern);
});

it('marks steps by their part in a picture', () => {
  expect(stepMark({ ownerRole: 'applicant', type: 'reply' })).toBe('applicant');
  expect(stepMark({ ownerRole: 'panel_chair', type: 'ranking' })).toBe('review');
  expect(stepMark({ ownerRole: 'pro', type: 'decision' })).toBe('other');
});
