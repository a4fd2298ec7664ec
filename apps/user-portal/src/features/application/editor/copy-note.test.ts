import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { Flow } from '@clearcall/domain/forms/types.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { expect, test } from 'vitest';
import { declarationsOf } from './copy-note.tsx';

const declaration = (id: string) => ({
  id,
  type: 'checkbox' as const,
  title: id,
  config: { declaration: true },
  effects: [],
});
const flow: Flow = {
  version: 1,
  automations: [],
  templates: [],
  steps: [
    {
      id: 'APP',
      title: 'Application',
      type: 'application',
      order: 0,
      ownerRole: 'applicant',
      config: {},
      permissions: { assign: [], assignable: [], view: [] },
      forms: [
        { id: 'one', title: 'One', order: 0, elements: [declaration('true'), declaration('civil')] },
        {
          id: 'two',
          title: 'Two',
          order: 1,
          elements: [
            {
              id: 'team',
              type: 'group',
              title: 'Team',
              config: {},
              effects: [],
              children: [declaration('agreed')],
            },
          ],
        },
      ],
    },
  ],
};

test('the declarations of a copy are listed form by form until each is made', () => {
  const compiled = compileFlow(flow);
  const [step] = flow.steps;
  if (!compiled.ok || step === undefined) throw new Error('The flow cannot be read.');
  const store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [],
    rows: [{ id: 'r1', elementId: 'team', order: 0 }],
    context: {
      today: '2026-09-03',
      callCode: 'REG',
      cutoff: null,
      partitions: [],
      options: {},
      submitted: [],
      ownPartitionId: null,
      documents: [],
    },
    editable: true,
    newId: () => 'r2',
  });
  const open = () =>
    declarationsOf(store)
      .filter(({ isMade }) => !isMade)
      .map(({ elementId, groupId }) => [elementId, groupId]);
  expect(open()).toEqual([
    ['true', null],
    ['civil', null],
    ['agreed', 'r1'],
  ]);
  store.set({ elementId: 'true', groupId: null }, ['true']);
  expect(open()).toEqual([
    ['civil', null],
    ['agreed', 'r1'],
  ]);
  expect(declarationsOf(store).length).toBe(3);
});
