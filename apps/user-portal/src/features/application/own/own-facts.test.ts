import type { Application } from '@clearcall/domain/model/application.ts';
import { describe, expect, it } from 'vitest';
import { possibleDeeds, resultOf } from './own-facts.ts';

const withCommands = (
  status: Application['status'],
  ...commands: [Application['commands'][number]['command'], Application['commands'][number]['refusal']][]
): Pick<Application, 'status' | 'commands'> => ({
  status,
  commands: commands.map(([command, refusal]) => ({ command, stepId: null, refusal })),
});

describe('what an applicant may do with what was submitted', () => {
  it('is to take it back as long as that can be done, and to withdraw it later', () => {
    expect(possibleDeeds(withCommands('submitted', ['withdraw', null], ['take_back', null]))).toEqual([
      { deed: 'take_back', refusal: null },
    ]);
    const late = withCommands('submitted', ['withdraw', null], ['take_back', 'deadline_passed']);
    expect(possibleDeeds(late)).toEqual([
      { deed: 'take_back', refusal: 'deadline_passed' },
      { deed: 'withdraw', refusal: null },
    ]);
  });

  it('says why nothing can be done once the result is told, and nothing of drafts, of what is withdrawn and to others', () => {
    const told = withCommands('approved', ['withdraw', 'not_withdrawable'], ['take_back', 'not_under_way']);
    expect(possibleDeeds(told).map(({ refusal }) => refusal)).toEqual(['not_under_way', 'not_withdrawable']);
    expect(possibleDeeds(withCommands('draft', ['withdraw', 'not_withdrawable']))).toEqual([]);
    expect(possibleDeeds(withCommands('withdrawn', ['withdraw', null]))).toEqual([]);
    expect(possibleDeeds(withCommands('submitted'))).toEqual([]);
  });
});

describe('a result', () => {
  it('is an award where one partition was awarded, and the reserve list before a rejection', () => {
    const of = (...outcomes: ('awarded' | 'reduced' | 'reserve' | 'rejected')[]) =>
      resultOf(outcomes.map((outcome) => ({ outcome })));
    expect([
      of(),
      of('rejected', 'reduced'),
      of('awarded', 'reserve'),
      of('rejected', 'reserve'),
      of('rejected'),
    ]).toEqual([null, 'awarded', 'awarded', 'reserve', 'rejected']);
  });
});
