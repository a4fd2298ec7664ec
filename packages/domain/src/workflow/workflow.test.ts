import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataItem, GroupInstance } from '../applications/application.ts';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import type { FormContext, Row } from '../forms/types.ts';
import { applicationUid } from './application-uid.ts';
import { decideCreate } from './decide-create.ts';
import { decideSave, type SaveSnapshot, type StoredAnswer } from './decide-save.ts';
import { decideRemoveRows } from './place-rows.ts';
import { indexStep } from './step-index.ts';

it('makes a uid from the pattern of the call', () => {
  const uid = (pattern: string, counter: number) =>
    applicationUid(pattern, { year: 2026, number: 3, counter });
  expect([uid('REG-{YYYY}R{NN}-{SEQ3}', 7), uid('{SEQ3}/{NN}', 1234), uid('FIXED', 1)]).toEqual([
    'REG-2026R03-007',
    '1234/03',
    'FIXED',
  ]);
});

it('lets people apply to what is published and open', () => {
  const cutoffs = [{ id: 5, start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }];
  const at = (published: boolean, day: string) =>
    decideCreate({ published, cutoffs }, new Date(`${day}T00:00:00Z`));
  expect(at(true, '2026-11-21')).toEqual({ ok: true, cutoffId: 5 });
  expect(at(true, '2026-12-21')).toEqual({ ok: false, code: 'call_closed' });
  expect(at(false, '2026-11-21')).toEqual({ ok: false, code: 'not_found' });
  expect(decideCreate(null, new Date('2026-11-21T00:00:00Z'))).toEqual({ ok: false, code: 'not_found' });
});

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};

/** A toggle, a text that it shows, two plain texts and a group. */
function emptyForm(): SaveSnapshot {
  const parsed = parseFlow({
    version: 1,
    steps: [
      {
        id: 'S',
        title: 'S',
        order: 0,
        type: 'application',
        ownerRole: 'applicant',
        forms: [
          {
            id: 'F',
            title: 'F',
            order: 0,
            elements: [
              { id: 'on', type: 'toggle', title: 'On' },
              {
                id: 'shown',
                type: 'text',
                title: 'Shown',
                effects: [
                  {
                    effect: 'visible',
                    validations: [[{ elements: ['on'], type: 'equal', values: ['true'] }]],
                  },
                ],
              },
              { id: 'one', type: 'text', title: 'One' },
              { id: 'two', type: 'text', title: 'Two' },
              {
                id: 'group',
                type: 'group',
                title: 'Group',
                effects: [
                  {
                    effect: 'visible',
                    validations: [[{ elements: ['on'], type: 'equal', values: ['true'] }]],
                  },
                ],
                children: [{ id: 'inner', type: 'text', title: 'Inner' }],
              },
            ],
          },
        ],
      },
    ],
  });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
  const compiled = compileFlow(parsed.flow);
  const [step] = parsed.flow.steps;
  if (!compiled.ok || step === undefined) throw new Error('the flow of the test does not compile');
  return { plan: compiled.plan, stepId: 'S', index: indexStep(step), answers: [], rows: [], context };
}

/** What the database would do with the outcome of a save. */
function apply(form: SaveSnapshot, answers: readonly StoredAnswer[], rows: readonly Row[]): SaveSnapshot {
  const keyOf = (answer: StoredAnswer) => `${answer.elementId} ${answer.groupId}`;
  const byKey = new Map(form.answers.map((answer) => [keyOf(answer), answer]));
  for (const answer of answers) byKey.set(keyOf(answer), answer);
  const byId = new Map(form.rows.map((row) => [row.id, row]));
  for (const row of rows) byId.set(row.id, row);
  return { ...form, answers: [...byKey.values()], rows: [...byId.values()] };
}

const rowIds = ['r1', 'r2', 'r3', 'r4'];
const item: fc.Arbitrary<DataItem> = fc
  .record({
    field: fc.constantFrom('on', 'shown', 'one', 'two', 'inner'),
    row: fc.constantFrom(...rowIds),
    value: fc.constantFrom('', 'true', 'false', 'a', 'b', ' a '),
    revision: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ field, row, value, revision }) => ({
    flowElementId: field,
    dataGroupId: field === 'inner' ? row : null,
    input: { values: value === '' ? [] : [field === 'on' && value !== 'true' ? 'false' : value] },
    revision,
  }));
const group: fc.Arbitrary<GroupInstance> = fc.record({
  id: fc.constantFrom(...rowIds),
  flowElementId: fc.constant('group'),
  order: fc.integer({ min: 0, max: 5 }),
});
const request = fc.record({
  data: fc.uniqueArray(item, {
    maxLength: 5,
    selector: ({ flowElementId, dataGroupId }) => `${flowElementId} ${dataGroupId}`,
  }),
  newGroups: fc.uniqueArray(group, { maxLength: 3, selector: ({ id }) => id }),
});

describe('saves from several places', () => {
  it('keep what they acknowledge, tell what they do not, and can be repeated', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 8 }), (requests) => {
        let form = emptyForm();
        for (const [turn, sent] of requests.entries()) {
          const savedAt = `2026-11-21T12:00:0${turn}.000Z`;
          const outcome = decideSave(form, sent, savedAt);
          if (!outcome.ok) continue;
          const after = apply(form, outcome.answers, outcome.rows);
          const stored = (one: Pick<DataItem, 'flowElementId' | 'dataGroupId'>, of = after) =>
            of.answers.find(
              ({ elementId, groupId }) => elementId === one.flowElementId && groupId === one.dataGroupId,
            );

          // Every item is either acknowledged or stale, once.
          const results = [...outcome.saved, ...outcome.stale].map(
            ({ flowElementId, dataGroupId }) => `${flowElementId} ${dataGroupId}`,
          );
          expect(results.sort()).toEqual(
            sent.data.map(({ flowElementId, dataGroupId }) => `${flowElementId} ${dataGroupId}`).sort(),
          );
          // What is acknowledged is stored as told; what is stale is unchanged and told as it is.
          for (const one of outcome.saved)
            expect([one.input.values, one.revision]).toEqual([
              stored(one)?.values ?? [],
              stored(one)?.revision ?? 0,
            ]);
          for (const one of outcome.stale) {
            expect(stored(one)).toEqual(stored(one, form));
            expect(one.input.values).toEqual(stored(one)?.values ?? []);
          }
          // A revision grows by one, and only with a change.
          for (const answer of outcome.answers) {
            const before = form.answers.find(
              ({ elementId, groupId }) => elementId === answer.elementId && groupId === answer.groupId,
            );
            // Where nothing was stored it goes on from what the sender knew.
            const from = sent.data.find(
              (one) => one.flowElementId === answer.elementId && one.dataGroupId === answer.groupId,
            );
            expect(answer.revision).toBe((before ?? from ?? { revision: 0 }).revision + 1);
            expect(answer.values).not.toEqual(before?.values ?? []);
          }
          // Rows are numbered without gaps, and none is lost.
          const orders = after.rows.map(({ order }) => order).sort();
          expect(orders).toEqual(after.rows.map((_row, at) => at));
          expect(after.rows.length).toBeGreaterThanOrEqual(form.rows.length);

          // The same again changes nothing, whatever was acknowledged.
          const again = decideSave(after, sent, savedAt);
          if (again.ok && outcome.stale.length === 0)
            expect([again.answers, again.stale, again.rows, again.saved]).toEqual([
              [],
              [],
              [],
              outcome.saved,
            ]);
          form = after;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('let wait what hangs on something stale, entries and their fields too', () => {
    const form = emptyForm();
    const off = { elementId: 'on', groupId: null, values: ['false'], revision: 2, savedAt: 'before' };
    const sent = {
      data: [
        { flowElementId: 'on', dataGroupId: null, input: { values: ['true'] }, revision: 1 },
        { flowElementId: 'inner', dataGroupId: 'r1', input: { values: ['a'] }, revision: 0 },
        { flowElementId: 'one', dataGroupId: null, input: { values: ['b'] }, revision: 0 },
      ],
      newGroups: [{ id: 'r1', flowElementId: 'group', order: 0 }],
    };
    const outcome = decideSave({ ...form, answers: [off] }, sent, 'now');
    expect(outcome).toEqual({
      ok: true,
      answers: [{ elementId: 'one', groupId: null, values: ['b'], revision: 1, savedAt: 'now' }],
      rows: [],
      saved: [{ flowElementId: 'one', dataGroupId: null, input: { values: ['b'] }, revision: 1 }],
      stale: [
        {
          flowElementId: 'on',
          dataGroupId: null,
          input: { values: ['false'] },
          revision: 2,
          savedAt: 'before',
        },
        { flowElementId: 'inner', dataGroupId: 'r1', input: { values: [] }, revision: 0, savedAt: 'now' },
      ],
      groups: [],
      submission: expect.anything(),
    });
  });

  it('closes the gaps when rows go', () => {
    fc.assert(
      fc.property(fc.subarray(rowIds), fc.subarray(rowIds), (present, going) => {
        const rows = present.map((id, order) => ({ id, elementId: 'group', order }));
        const { removed, moved, rest } = decideRemoveRows(rows, [], going, undefined);
        expect(rest.map(({ id }) => id)).toEqual(present.filter((id) => !going.includes(id)));
        expect(rest.map(({ order }) => order)).toEqual(rest.map((_row, at) => at));
        expect(removed.length + rest.length).toBe(rows.length);
        expect(moved.every((row) => rest.includes(row))).toBe(true);
      }),
    );
  });
});
