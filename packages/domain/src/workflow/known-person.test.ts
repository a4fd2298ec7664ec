import { describe, expect, it } from 'vitest';
import { assignmentStatuses } from '../applications/statuses.ts';
import { decide } from './decide.ts';
import { noPerson } from './known-person.ts';
import { as, facts, now, people, type Somebody, work } from './testing/review-scene.ts';
import type { WorkflowCommand } from './workflow-command.ts';
import type { WorkflowFacts, WorkflowPerson } from './workflow-facts.ts';

const somebody = Object.keys(people) as Somebody[];
const outsiders = somebody.filter((who) => !people[who].isStaff);

/** Each status of the giver's own work, on steps that let its owner assign and on others. */
const situations = (who: Somebody, stepIds: readonly string[]): WorkflowFacts[] =>
  assignmentStatuses.flatMap((status) =>
    stepIds.flatMap((stepId) => {
      const partitionId = stepId === 'TECH' ? 'north' : null;
      const own = work('own', stepId, who, status, { partitionId });
      return [facts({ also: [own] }), facts({ application: { status: 'approved' }, also: [own] })];
    }),
  );
const reason = 'Better you';
const about: ((person: WorkflowPerson, stepId: string) => WorkflowCommand)[] = [
  (person) => ({ type: 'hand_on', assignmentId: 'own', person, reason }),
  (person) => ({ type: 'hand_on', assignmentId: 'own', person, reason, revision: 99 }),
  (person, stepId) => ({
    type: 'assign',
    stepId,
    person,
    role: 'scientific_reviewer',
    partitionId: null,
    makeLead: false,
  }),
  ({ userId }) => ({ type: 'mark_conflict', userId, source: 'marked', reason }),
];
const answer = (command: WorkflowCommand, given: WorkflowFacts, who: Somebody) => {
  const decision = decide(command, given, as(who), now, () => 'new');
  return decision.ok ? 'done' : decision.code;
};

describe('outside of the staff', () => {
  it('an account that the step does not take is answered as one that does not exist, in every state', () => {
    // Neither the role nor any work on the application connects this account with a step.
    const unknown: WorkflowPerson = { ...people.stranger, userId: 999, centrePartitions: ['north'] };
    for (const who of outsiders)
      for (const given of situations(who, ['TECH', 'REV', 'FIN']))
        for (const command of about)
          for (const { id } of given.steps)
            expect(answer(command(unknown, id), given, who)).toBe(answer(command(noPerson, id), given, who));
  });

  it('a giver who may not choose anybody gets the same answer for every account', () => {
    const assigning = ['compute_centre_representative', 'panel_chair'];
    for (const who of outsiders.filter((one) => !assigning.includes(people[one].role)))
      for (const given of situations(who, ['REV', 'FIN']))
        for (const command of about) {
          const answers = [...somebody.map((other) => people[other]), noPerson].map((person) =>
            answer(command(person, 'TECH'), given, who),
          );
          expect(new Set(answers).size).toBe(1);
        }
  });

  it('work is handed on to colleagues, not to accounts of other roles', () => {
    const given = facts({ also: [work('own', 'TECH', 'north', 'assigned', { partitionId: 'north' })] });
    const handOn = (person: WorkflowPerson) =>
      answer({ type: 'hand_on', assignmentId: 'own', person, reason }, given, 'north');
    expect(handOn(people.northToo)).toBe('done');
    expect(handOn(people.engineer)).toBe('done');
    expect(handOn({ ...people.stranger, isReviewer: true })).toBe('not_found');
    expect(handOn(people.owner)).toBe('own_application');
    const review = facts({ also: [work('own', 'REV', 'chair', 'assigned', { role: 'panel_chair' })] });
    const volunteer = { ...people.stranger, isReviewer: true };
    const byChair = (person: WorkflowPerson) =>
      answer({ type: 'hand_on', assignmentId: 'own', person, reason }, review, 'chair');
    expect([byChair(volunteer), byChair(people.stranger), byChair(noPerson)]).toEqual([
      'role_not_assignable',
      'not_found',
      'not_found',
    ]);
  });
});

it('staff are answered by the person, for they know every account', () => {
  const given = facts({ also: [] });
  const assign = (person: WorkflowPerson) =>
    answer(
      {
        type: 'assign',
        stepId: 'REV',
        person,
        role: 'scientific_reviewer',
        partitionId: null,
        makeLead: true,
      },
      given,
      'pro',
    );
  expect([assign(people.stranger), assign(people.owner), assign(noPerson)]).toEqual([
    'done',
    'own_application',
    'not_found',
  ]);
});
