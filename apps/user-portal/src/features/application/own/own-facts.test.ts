import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Form, Step } from '@clearcall/domain/forms/types.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { describe, expect, it } from 'vitest';
import type { ProposalPart } from '../editor/editor-session.ts';
import {
  filledIn,
  hasOpenWork,
  ownSteps,
  possibleActions,
  projectFacts,
  releasedParts,
  resultOf,
} from './own-facts.ts';

const withCommands = (
  status: Application['status'],
  ...commands: [Application['commands'][number]['command'], Application['commands'][number]['refusal']][]
): Pick<Application, 'status' | 'commands'> => ({
  status,
  commands: commands.map(([command, refusal]) => ({ command, stepId: null, refusal })),
});

describe('what an applicant may do with what was submitted', () => {
  it('is to take it back as long as that can be done, and to withdraw it later', () => {
    expect(possibleActions(withCommands('submitted', ['withdraw', null], ['take_back', null]))).toEqual([
      { action: 'take_back', refusal: null },
    ]);
    const late = withCommands('submitted', ['withdraw', null], ['take_back', 'deadline_passed']);
    expect(possibleActions(late)).toEqual([
      { action: 'take_back', refusal: 'deadline_passed' },
      { action: 'withdraw', refusal: null },
    ]);
  });

  it('says why nothing can be done once the result is told, and nothing of drafts, of what is withdrawn and to others', () => {
    const told = withCommands('approved', ['withdraw', 'not_withdrawable'], ['take_back', 'not_under_way']);
    expect(possibleActions(told).map(({ refusal }) => refusal)).toEqual([
      'not_under_way',
      'not_withdrawable',
    ]);
    expect(possibleActions(withCommands('draft', ['withdraw', 'not_withdrawable']))).toEqual([]);
    expect(possibleActions(withCommands('withdrawn', ['withdraw', null]))).toEqual([]);
    expect(possibleActions(withCommands('submitted'))).toEqual([]);
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

describe('the own steps', () => {
  const owner = { id: 7, firstName: 'Ada', lastName: 'Lovelace', role: 'applicant' };
  const assignment = (id: string, stepId: string, by: number, more: object = {}) =>
    ({
      id,
      stepId,
      owner: { ...owner, id: by },
      can: { save: false, submit: false },
      commands: {},
      ...more,
    }) as Assignment;
  const step = (id: string, order: number) => ({ id, order, title: `Step ${id}` });

  it('names the own steps in their order, and which of them wait', () => {
    const application = {
      steps: [step('REPLY', 2), step('APP', 1), step('REVIEW', 3)],
      assignments: [
        assignment('b', 'REPLY', 7, { can: { save: true, submit: true } }),
        assignment('c', 'REVIEW', 8, { can: { save: true, submit: true } }),
        assignment('a', 'APP', 7),
      ],
    } as unknown as Application;
    expect(
      ownSteps(application, 7).map(({ assignment: { id }, title, waits }) => [id, title, waits]),
    ).toEqual([
      ['a', 'Step APP', false],
      ['b', 'Step REPLY', true],
    ]);
  });
});

describe('what was released', () => {
  it('are those of others, never the own steps', () => {
    const part = (id: string, ownerRole: string) =>
      ({ assignment: { id }, step: { id, ownerRole } as Step }) as ProposalPart;
    const read = [
      part('APP', 'applicant'),
      part('REVIEW', 'scientific_reviewer'),
      part('REPLY', 'applicant'),
    ];
    expect(releasedParts(read).map(({ step: { id } }) => id)).toEqual(['REVIEW']);
  });
});

it('has open work for the applicant in a reply that is late, and in none that has not begun', () => {
  const owner = { id: 7 } as Application['owner'];
  const of = (status: Assignment['status'], ownerId = 7) =>
    hasOpenWork({ owner, assignments: [{ status, owner: { id: ownerId } } as Assignment] });
  expect([of('draft'), of('changes_requested')]).toEqual([true, true]);
  expect([of('triggered'), of('submitted'), of('draft', 8)]).toEqual([false, false, false]);
});

it('names the code and the contact of the project of a partition', () => {
  const element = (id: string, type = 'text', config = {}) => ({ id, type, config });
  const elements = [element('code'), element('unit', 'text', { readOnly: true }), element('quota', 'number')];
  const part = (partitionId: string) =>
    ({
      step: { type: 'onboarding' },
      assignment: { partitionId },
      forms: [{ elements }],
      store: { read: ({ elementId }: { elementId: string }) => ({ visible: true, values: [elementId] }) },
    }) as unknown as ProposalPart;
  const facts = projectFacts([part('cpu'), part('gpu')], 'cpu');
  expect(facts.map(({ element: { id }, value }) => [id, value])).toEqual([['code', 'code']]);
});

it('counts the answers and files of a form, those of its rows too, and nothing that was not asked', () => {
  const element = (id: string, type: string, children?: object[]) => ({ id, type, children });
  const form = {
    elements: [
      element('title', 'text'),
      element('empty', 'text'),
      element('unasked', 'text'),
      element('plan', 'upload'),
      element('team', 'group', [element('name', 'text'), element('cv', 'upload')]),
      element('unaskedGroup', 'group', [element('other', 'text')]),
    ],
  } as unknown as Form;
  const given: Record<string, string[]> = {
    ...{ title: ['Waves'], empty: [''], unasked: ['left'], plan: ['a', 'b'], other: ['left'] },
    ...{ 'name one': ['Ada'], 'name two': ['Łukasz'], 'cv two': ['c'] },
  };
  const store = {
    read: ({ elementId, groupId }: { elementId: string; groupId: string | null }) => ({
      visible: !elementId.startsWith('unasked'),
      values: given[groupId === null ? elementId : `${elementId} ${groupId}`] ?? [],
    }),
    rows: () => [{ id: 'one' }, { id: 'two' }],
  } as unknown as FormStore;
  expect(filledIn(store, form)).toEqual({ answers: 3, files: 3 });
});
