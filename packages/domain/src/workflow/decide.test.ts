import { describe, expect, it } from 'vitest';
import { assignmentStatuses } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow } from '../forms/definition.ts';
import { decideCreate } from './decide-create.ts';
import type { SaveSnapshot } from './decide-save.ts';
import { decideSubmit, repeatedSubmit } from './decide-submit.ts';
import { indexStep } from './step-index.ts';

describe('creating', () => {
  const cutoffs = [
    { id: 5, start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    { id: 6, start: '2027-01-01T00:00:00.000Z', end: '2027-02-01T00:00:00.000Z' },
  ];
  const at = (instant: string, ms = 0) =>
    decideCreate({ published: true, cutoffs }, new Date(Date.parse(instant) + ms));
  const closed = { ok: false, code: 'call_closed' };

  it('goes from the first to the last millisecond of a cut-off, and is of that one', () => {
    const [first, second] = cutoffs;
    expect([at(first?.start ?? '', -1), at(first?.start ?? '')]).toEqual([closed, { ok: true, cutoffId: 5 }]);
    expect([at(first?.end ?? ''), at(first?.end ?? '', 1)]).toEqual([{ ok: true, cutoffId: 5 }, closed]);
    expect([at(first?.end ?? '', 900), at(second?.start ?? '')]).toEqual([closed, { ok: true, cutoffId: 6 }]);
  });

  it('tells nobody of a call that is not published, open or not', () => {
    const unpublished = decideCreate({ published: false, cutoffs }, new Date('2026-11-15T00:00:00Z'));
    expect(unpublished).toEqual({ ok: false, code: 'not_found' });
    expect(decideCreate({ published: true, cutoffs: [] }, new Date('2026-11-15T00:00:00Z'))).toEqual(closed);
  });
});

describe('submitting', () => {
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
              { id: 'title', type: 'text', title: 'Title', config: { required: true } },
              { id: 'more', type: 'text', title: 'More' },
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
  const context = {
    today: '2026-11-21',
    callCode: 'REG',
    cutoff: null,
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const stored = { elementId: 'title', groupId: null, values: ['Waves'], revision: 2, savedAt: 'before' };
  const snapshot: SaveSnapshot = {
    plan: compiled.plan,
    stepId: 'S',
    index: indexStep(step),
    answers: [stored],
    rows: [],
    context,
  };
  const sent = (flowElementId: string, values: string[], revision: number) => ({
    data: [{ flowElementId, dataGroupId: null, input: { values }, revision }],
    newGroups: [],
  });
  const nothing = { data: [], newGroups: [] };
  const submit = (status: (typeof assignmentStatuses)[number], request = sent('more', ['x'], 0)) =>
    decideSubmit({ ...snapshot, status }, request, 'now');

  it('is for drafts, accepted work and changes that were asked for, and only these come back as such', () => {
    expect(
      assignmentStatuses.map((status) => {
        const decided = submit(status);
        return [status, decided.ok ? decided.status : decided.code];
      }),
    ).toEqual(
      assignmentStatuses.map((status) => [
        status,
        status === 'draft' || status === 'accepted'
          ? 'submitted'
          : status === 'changes_requested'
            ? 'resubmitted'
            : 'not_editable',
      ]),
    );
  });

  it('gives readers what stands in the form, with what came along', () => {
    const decided = submit('draft');
    expect(decided).toMatchObject({
      ok: true,
      content: {
        answers: [
          { elementId: 'title', groupId: null, values: ['Waves'] },
          { elementId: 'more', groupId: null, values: ['x'] },
        ],
        rows: [],
      },
      saving: { answers: [{ elementId: 'more', values: ['x'], revision: 1 }], stale: [] },
    });
  });

  it('is stopped by what is stale before anything, by what is missing, and by what cannot be stored', () => {
    expect(submit('draft', sent('title', [], 1))).toMatchObject({ ok: false, code: 'stale_revision' });
    expect(submit('draft', sent('title', [], 2))).toMatchObject({
      ok: false,
      code: 'has_errors',
      problems: [{ elementId: 'title' }],
    });
    expect(submit('draft', sent('gone', ['x'], 0))).toMatchObject({ ok: false, code: 'invalid_value' });
  });

  it('is stopped by a refused file, once at each field, and not where the field is gone', () => {
    const message = 'This file is not a PDF that can be read. Choose a PDF.';
    const of = (elementId: string) => ({ elementId, groupId: null, message });
    const decide = (refusedFiles: ReturnType<typeof of>[], request = nothing) =>
      decideSubmit({ ...snapshot, status: 'draft', refusedFiles }, request, 'now');
    const problem = { formId: 'F', groupId: null, message, missing: false };
    expect(decide([of('more'), of('gone')])).toEqual({
      ok: false,
      code: 'has_errors',
      problems: [{ ...problem, elementId: 'more', title: 'More' }],
    });
    expect(decide([of('title')], sent('title', [], 2))).toMatchObject({ problems: [{ missing: true }] });
    expect(decide([of('gone')]).ok).toBe(true);
  });

  it('is only repeated where it says what is stored, whatever revision that was based on', () => {
    expect(repeatedSubmit(snapshot, nothing, 'now')).toMatchObject({ ok: true, saved: [] });
    expect(repeatedSubmit(snapshot, sent('title', ['Waves'], 0), 'now')).toMatchObject({
      ok: true,
      saved: [{ flowElementId: 'title', revision: 2 }],
    });
    expect(repeatedSubmit(snapshot, sent('title', ['Other'], 0), 'now')).toBeNull();
    expect(repeatedSubmit(snapshot, sent('title', ['Other'], 2), 'now')).toBeNull();
    expect(repeatedSubmit(snapshot, sent('more', ['x'], 0), 'now')).toBeNull();
    expect(repeatedSubmit(snapshot, sent('gone', ['x'], 0), 'now')).toBeNull();
  });
});
