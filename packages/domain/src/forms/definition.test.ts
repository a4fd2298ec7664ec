import { describe, expect, it } from 'vitest';
import { parseFlow } from './definition.ts';

function flowOf(elements: unknown[]): unknown {
  return {
    version: 3,
    steps: [
      {
        id: 'S1',
        title: 'Application',
        order: 0,
        type: 'application',
        ownerRole: 'applicant',
        forms: [{ id: 'F1', title: 'Project', order: 0, elements }],
      },
    ],
  };
}

function elementsOf(elements: unknown[]): unknown {
  const parsed = parseFlow(flowOf(elements));
  return parsed.ok ? parsed.flow.steps[0]?.forms[0]?.elements : parsed.faults;
}

describe('parseFlow', () => {
  it('fills what may be left out', () => {
    expect(parseFlow(flowOf([]))).toEqual({
      ok: true,
      flow: {
        version: 3,
        steps: [
          {
            id: 'S1',
            title: 'Application',
            order: 0,
            type: 'application',
            ownerRole: 'applicant',
            config: {},
            permissions: { assign: [], assignable: [], view: [] },
            forms: [{ id: 'F1', title: 'Project', order: 0, elements: [] }],
          },
        ],
        automations: [],
        templates: [],
      },
    });
  });

  const viewOf = (view: object[]) => {
    const { steps, ...flow } = flowOf([]);
    const permissions = { view: view.map((rule) => ({ audience: ['public'], ...rule })) };
    const parsed = parseFlow({ ...flow, steps: steps.map((step) => ({ ...step, permissions })) });
    return parsed.ok
      ? parsed.flow.steps[0]?.permissions.view.map(({ audience: _, ...rule }) => rule)
      : parsed.faults.map(({ rule }) => rule);
  };

  it('folds the view permissions of earlier versions into rules', () => {
    expect(
      viewOf([
        { role: 'applicant', scope: 'own', from: 'released' },
        { role: 'rapporteur', scope: 'own', from: 'submitted' },
        { role: 'rapporteur', scope: 'panel', from: 'always' },
      ]),
    ).toEqual([
      { role: 'applicant', scope: 'own', of: { released: 'S1' } },
      { role: 'rapporteur', scope: 'assigned', reader: 'accepted', of: 'submitted' },
      { role: 'rapporteur', scope: 'panel', of: 'always' },
    ]);
  });

  it('folds the shapes of a validation into one', () => {
    const when = { type: 'equal', values: ['yes'] };
    const folded = { refs: [{ element: 'b' }], type: 'equal', values: ['yes'] };
    expect(
      elementsOf([
        {
          id: 'a',
          type: 'text',
          title: 'A',
          config: { min: 5, max: '10' },
          effects: [
            { effect: 'visible', validations: [[{ elements: ['b'], ...when }], [{ element: 'b', ...when }]] },
            { effect: 'required', validations: [{ ref: { element: 'b' }, ...when }] },
            {
              effect: 'valid',
              validations: [
                [{ ref: [{ element: 'b' }, { call: 'code' }], type: 'equal', values: [1, true] }],
              ],
            },
          ],
        },
        { id: 's', type: 'number', title: 'S', effects: [{ effect: 'sum', elements: ['x', 'y'] }] },
        {
          id: 'o',
          type: 'select',
          title: 'O',
          items: ['yes', { value: 'no', label: 'No' }],
          config: { default: 'yes' },
        },
      ]),
    ).toEqual([
      {
        id: 'a',
        type: 'text',
        title: 'A',
        config: { length: { min: 5, max: 10 } },
        effects: [
          { effect: 'visible', validations: [[folded], [folded]] },
          { effect: 'required', validations: [[folded]] },
          {
            effect: 'valid',
            validations: [
              [{ refs: [{ element: 'b' }, { call: 'code' }], type: 'equal', values: ['1', 'true'] }],
            ],
          },
        ],
      },
      {
        id: 's',
        type: 'number',
        title: 'S',
        config: {},
        effects: [{ effect: 'sum', of: [{ element: 'x' }, { element: 'y' }] }],
      },
      {
        id: 'o',
        type: 'select',
        title: 'O',
        config: { default: ['yes'] },
        items: [
          { value: 'yes', label: 'yes' },
          { value: 'no', label: 'No' },
        ],
        effects: [],
      },
    ]);
  });

  it('says where something is that nobody knows', () => {
    const home = ['steps', 'S1', 'forms', 'F1', 'elements', 'a'];
    expect(
      elementsOf([
        { id: 'a', type: 'text', title: 'A', effects: [{ effect: 'visible', validations: [], why: 'x' }] },
      ]),
    ).toEqual([
      {
        rule: 'shapeKeys',
        at: [[...home, 'effects', '0']],
        message: { id: 'findings.shapeKeys', values: { keys: ['why'] } },
      },
    ]);
    expect(parseFlow('nothing')).toMatchObject({ ok: false, faults: [{ rule: 'shapeValue', at: [[]] }] });
    expect(elementsOf([{ id: 'a', type: 'scale', title: 'A' }])).toMatchObject([
      { rule: 'shapeChoice', at: [[...home, 'type']] },
    ]);
  });
});
