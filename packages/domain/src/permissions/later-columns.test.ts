import { expect, it } from 'vitest';
import type { Element, Flow } from '../forms/types.ts';
import { laterColumns } from './later-columns.ts';

const element = (id: string, title: string): Element => ({
  id,
  type: 'textarea',
  title,
  config: {},
  effects: [],
});

it('names a question that is repeated in a step by the question before it', () => {
  const step = (id: string, order: number, elements: Element[]) => ({
    id,
    title: id,
    order,
    ownerRole: 'technical_reviewer',
    permissions: { view: [] },
    forms: [{ id: `${id}.1`, title: id, order: 0, elements }],
  });
  const flow = {
    version: 1,
    steps: [
      step('APP', 0, []),
      step('TEC', 1, [
        element('suits', 'Feasible'),
        element('suits_t', 'Comment'),
        element('time', 'Enough time'),
        element('time_t', 'Comment'),
      ]),
    ],
  } as unknown as Flow;
  const titles = laterColumns({ userId: 1, role: 'pro', isStaff: true }, [flow]).map(({ title }) => title);
  const named = (question: unknown) => ({
    id: 'workflow.report.question',
    values: { step: 'TEC', question },
  });
  const comment = (on: string) => ({
    id: 'workflow.report.question',
    values: { step: on, question: 'Comment' },
  });
  expect(titles.slice(1)).toEqual([
    named('Feasible'),
    named(comment('Feasible')),
    named('Enough time'),
    named(comment('Enough time')),
  ]);
});
