import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import { givenRowId } from '../forms/given-rows.ts';
import {
  applyChange,
  finalAnswers,
  openSubmission,
  problems,
  readField,
  revise,
  rowsOf,
} from '../forms/submission.ts';
import type { FormContext } from '../forms/types.ts';
import { decideSave } from './decide-save.ts';
import { indexStep } from './step-index.ts';

const { translate } = createTranslator('en', await loadArea('en', 'forms'));

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
  applicationPartitions: ['lumi-c', 'vega-cpu'],
};
const flowWith = (config: object, children: object[]) =>
  parseFlow({
    version: 1,
    steps: [
      {
        id: 'ALL',
        title: 'Decision',
        order: 0,
        type: 'decision',
        ownerRole: 'ac_chair',
        forms: [
          {
            id: 'F',
            title: 'F',
            order: 0,
            elements: [
              {
                id: 'rows',
                type: 'group',
                title: 'Partition',
                config: { rowsFrom: 'partitions', ...config },
                children,
              },
            ],
          },
        ],
      },
    ],
  });
const naming = { id: 'part', type: 'select-partition', title: 'Partition', config: { required: true } };
const amount = { id: 'amount', type: 'number', title: 'Amount', config: { required: true } };
const parsed = flowWith({}, [naming, amount]);
if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
const compiled = compileFlow(parsed.flow);
if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
const { plan } = compiled;
const [step] = parsed.flow.steps;
if (step === undefined) throw new Error('no step');
const [lumi, vega] = [givenRowId('rows', 'lumi-c'), givenRowId('rows', 'vega-cpu')];

describe('rows of partitions', () => {
  it('have ids that are UUIDs, stay, and differ by group and partition', () => {
    const names = Array.from({ length: 200 }, (_, at) => `machine-${at}`);
    const ids = ['rows', 'AL.g_part', 'ON.g'].flatMap((group) =>
      names.map((name) => givenRowId(group, name)),
    );
    expect(new Set(ids).size).toBe(600);
    for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
    // Answers are stored under them: they must never change.
    expect(lumi).toBe('f9094103-a895-8265-b052-dd662d997c22');
  });

  it('are exactly one for each partition that is left, each with its name, whatever was stored', () => {
    const s = openSubmission(plan, 'ALL', {
      answers: [{ elementId: 'amount', groupId: vega, values: ['5'] }],
      rows: [{ id: 'older', elementId: 'rows', order: 0 }],
      context,
    });
    expect(rowsOf(s, 'rows').map(({ id }) => id)).toEqual([lumi, vega]);
    expect(readField(s, { elementId: 'part', groupId: lumi })).toEqual({
      visible: true,
      required: true,
      editable: false,
      values: ['lumi-c'],
      error: null,
      missing: false,
    });
    expect(problems(s).map(({ elementId, groupId }) => [elementId, groupId])).toEqual([['amount', lumi]]);
    for (const change of [
      { kind: 'add-row', elementId: 'rows', groupId: 'more' },
      { kind: 'remove-row', elementId: 'rows', groupId: lumi },
      { kind: 'move-row', elementId: 'rows', groupId: lumi, to: 1 },
    ] as const)
      expect(() => applyChange(s, change)).toThrow("The rows of 'rows' are given.");
    applyChange(s, { kind: 'set', elementId: 'amount', groupId: lumi, values: ['7'] });
    expect(finalAnswers(s)).toEqual({
      rows: [
        { id: lumi, elementId: 'rows', order: 0 },
        { id: vega, elementId: 'rows', order: 1 },
      ],
      answers: [
        { elementId: 'part', groupId: lumi, values: ['lumi-c'] },
        { elementId: 'amount', groupId: lumi, values: ['7'] },
        { elementId: 'part', groupId: vega, values: ['vega-cpu'] },
        { elementId: 'amount', groupId: vega, values: ['5'] },
      ],
    });
  });

  it('go with their partition and come back with it, and with what was answered', () => {
    const s = openSubmission(plan, 'ALL', {
      answers: [{ elementId: 'amount', groupId: vega, values: ['5'] }],
      rows: [],
      context,
    });
    revise(s, { ...context, applicationPartitions: ['lumi-c'] });
    expect(rowsOf(s, 'rows').map(({ id }) => id)).toEqual([lumi]);
    revise(s, { ...context, applicationPartitions: ['vega-cpu'] });
    expect(finalAnswers(s).answers.map(({ values }) => values)).toEqual([['vega-cpu'], ['5']]);
  });

  it('are those of the content where what was submitted is read', () => {
    const { applicationPartitions: _, ...reading } = context;
    const rows = [{ id: 'then', elementId: 'rows', order: 0 }];
    const answers = [{ elementId: 'part', groupId: 'then', values: ['mn5-gpp'] }];
    expect(finalAnswers(openSubmission(plan, 'ALL', { answers, rows, context: reading }))).toEqual({
      answers,
      rows,
    });
  });

  it('are answered and saved like others, but not added, and their partition is not chosen', () => {
    const form = { plan, stepId: 'ALL', index: indexStep(step), answers: [], rows: [], context };
    const item = (elementId: string, dataGroupId: string, ...values: string[]) => ({
      flowElementId: elementId,
      dataGroupId,
      input: { values },
      revision: 0,
    });
    const save = (
      data: ReturnType<typeof item>[],
      newGroups: { id: string; flowElementId: string; order: number }[] = [],
    ) => {
      const saving = decideSave(form, { data, newGroups }, '2026-11-21T12:00:00Z');
      return saving.ok
        ? [saving.answers.length, saving.rows, saving.stale.length]
        : saving.sentences.map(translate);
    };
    expect(save([item('amount', vega, '5')])).toEqual([1, [], 0]);
    expect(save([item('part', vega, 'lumi-c')])).toEqual([
      'Partition: This value is calculated and you cannot change it.',
    ]);
    expect(save([], [{ id: lumi, flowElementId: 'rows', order: 0 }])).toEqual([
      'You cannot change the entries of Partition: the portal fills them in.',
    ]);
    // The partition was dropped meanwhile: that costs this item alone.
    expect(save([item('amount', givenRowId('rows', 'gone'), '5'), item('amount', lumi, '5')])).toEqual([
      1,
      [],
      1,
    ]);
  });
});
