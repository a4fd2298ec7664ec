import type { SuggestedReplacement } from '@clearcall/domain/applications/application.ts';
import { expect, it } from 'vitest';
import { suggestedAt, suggestedBy, suggestionsFor, suggestionText } from './suggestions-for.ts';

const person = (name: string, more: Partial<SuggestedReplacement> = {}): SuggestedReplacement => ({
  stepId: 'REV',
  partitionId: null,
  name,
  email: null,
  institution: null,
  ...more,
});
const names = (people: readonly SuggestedReplacement[]) => people.map(({ name }) => name);

it('offers whom somebody suggested for the step and partition, those of the replaced assignment first', () => {
  const suggestedReplacements = [
    person('Ada', { assignmentId: 'other' }),
    person('Ben', { assignmentId: 'gone' }),
    person('Cid', { assignmentId: 'gpu', partitionId: 'gpu' }),
    person('Dan', { stepId: 'TEC' }),
  ];
  const given = { suggestedReplacements };
  const of = { stepId: 'REV', partitionId: null, replaces: undefined };
  expect(names(suggestionsFor(given, of))).toEqual(['Ada', 'Ben', 'Cid']);
  expect(names(suggestionsFor(given, { ...of, replaces: 'gone' }))).toEqual(['Ben', 'Ada', 'Cid']);
  expect(names(suggestionsFor(given, { ...of, partitionId: 'gpu' }))).toEqual(['Cid']);
  expect(suggestionsFor({}, of)).toEqual([]);
});

it('has them in the line of the refusal for staff, and at the step for all others who assign', () => {
  const given = { suggestedReplacements: [person('Ada', { assignmentId: 'gone' })] };
  expect([names(suggestedBy(given, 'gone')), names(suggestedBy(given, 'other'))]).toEqual([['Ada'], []]);
  expect(names(suggestedAt(given, 'REV'))).toEqual([]);
  const untold = { suggestedReplacements: [person('Ada')] };
  expect([names(suggestedAt(untold, 'REV')), names(suggestedAt(untold, 'TEC'))]).toEqual([['Ada'], []]);
});

it('says as much of a person as is known', () => {
  expect([
    suggestionText(person('Ada')),
    suggestionText(person('Ada', { email: 'ada@example.org', institution: 'Lab' })),
  ]).toEqual(['Ada', 'Ada (Lab, ada@example.org)']);
});
