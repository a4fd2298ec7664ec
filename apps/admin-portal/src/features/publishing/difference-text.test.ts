// @vitest-environment happy-dom
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { differenceGroups } from './difference-text.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'en');

const partitions = [{ id: 'north-cpu', name: 'North CPU' }];
const call = () => structuredClone(smallCall());
type Call = ReturnType<typeof call>;

/** The differences that a change makes, as lines. */
function told(change: (call: Call) => object) {
  const definition = { ...call(), ...change(call()) };
  const groups = differenceGroups(diffCalls(call(), definition), { definition, partitions });
  return groups.map(({ title, lines }) => [
    title,
    ...lines.map(({ label, kind, before, after }) => `${kind} ${label}: ${before} > ${after}`),
  ]);
}
const inSecond =
  (change: (cutoff: Call['cutoffs'][number]) => object) =>
  ({ cutoffs }: Call) => ({
    cutoffs: cutoffs.map((cutoff) => (cutoff.id === '2' ? { ...cutoff, ...change(cutoff) } : cutoff)),
  });
const second = 'Cut-off 2, until 10-10-2026 10:00';

it('tells texts and facts, each in its language', () => {
  expect(
    told(({ info }) => ({
      title: { en: 'Regular Access', de: 'Regulär', fr: 'Accès' },
      info: { en: `${info.en}<p>Ask <b>us</b>.</p>` },
      facts: { duration: { en: '6 months' } },
      unit: 'GPU hours',
      published: false,
      timeZone: 'UTC',
      downloadRoles: [],
    })),
  ).toEqual([
    [
      'Texts',
      'changed Title (Deutsch): Regulärer Zugang > Regulär',
      'added Title (Français): undefined > Accès',
      'changed Long text (English): Read the terms. > Read the terms. Ask us.',
    ],
    [
      'Facts and rights',
      'changed Visibility: Visible to visitors > Hidden from visitors',
      'changed Unit: node hours > GPU hours',
      'changed Time zone: Luxembourg time > UTC time',
      'changed Duration (English): 12 months > 6 months',
      'changed Download bundle and call report: Peer Review Officer > None',
    ],
  ]);
});

it('tells cut-offs, amounts and timeframes in the zone of the call', () => {
  expect(told(inSecond(() => ({ end: '2026-10-12T08:00:00.000Z' })))).toEqual([
    ['Cut-off 2, until 12-10-2026 10:00', 'changed End: 10-10-2026 10:00 > 12-10-2026 10:00'],
  ]);
  expect(
    told(
      inSecond(({ amounts, timeframes }) => ({
        amounts: [
          { ...amounts[0], max: '1200000', min: null },
          { id: 'gone', disabled: false, min: null, max: null, fixed: '7', pool: null },
        ],
        timeframes: timeframes.map((frame) => ({ ...frame, end: null })),
      })),
    ),
  ).toEqual([
    [
      second,
      'changed North CPU: Min: 10 > None',
      'changed North CPU: Max: 100 > 1\u202f200\u202f000',
      'added gone: undefined > Fixed 7',
      'changed Check: End: 20-10-2026 18:00 > No end',
    ],
  ]);
  expect(told(({ cutoffs }) => ({ cutoffs: cutoffs.slice(1) }))).toEqual([
    ['Earlier cut-off', 'removed Cut-off: 10-01-2026 10:00 to 10-04-2026 10:00 > undefined'],
  ]);
});

it('tells an added cut-off with what it offers, at one place', () => {
  const definition = call();
  const [, thing] = definition.cutoffs;
  if (thing === undefined) throw new Error('the small call has two cut-offs');
  const change = { do: 'add', to: ['cutoffs'], after: '1', thing } as const;
  const at = ['cutoffs', '2'];
  expect(differenceGroups([{ change }], { definition, partitions })).toEqual([
    {
      title: second,
      lines: [
        { at, label: 'Cut-off', kind: 'added', after: '10-04-2026 10:00 to 10-10-2026 10:00' },
        { at, label: 'North CPU', kind: 'added', after: 'Min 10, Max 100 and Pool 5\u202f000' },
        { at, label: 'Timeframe of Check', kind: 'added', after: '10-10-2026 11:00 to 20-10-2026 18:00' },
      ],
    },
  ]);
});

it('tells documents, links and the flow by their titles', () => {
  expect(
    told(({ documents, flow }) => ({
      links: {},
      documents: documents.map((one) => ({ ...one, title: { en: 'Terms' } })),
      flow: {
        ...flow,
        version: 2,
        automations: [
          { id: 'a1', title: 'Remind reviewers' },
          { id: 'a2', on: { event: 'submitted' }, do: 'assign', step: 'APP', to: 'centres' },
        ],
        steps: flow.steps.map((step) =>
          step.id === 'APP' ? { ...step, order: 3, type: 'other', forms: [] } : step,
        ),
      },
    })),
  ).toEqual([
    ['Links', 'removed Terms of reference: Document ‘Terms’ > undefined'],
    ['Documents', 'changed Document ‘Terms’ (English): Terms of reference > Terms'],
    [
      'Form and workflow',
      'changed Application: undefined > undefined',
      'removed Application › The project: undefined > undefined',
      'added Automation ‘Remind reviewers’: undefined > undefined',
      'added Automation ‘Assign: Application’: undefined > undefined',
    ],
  ]);
});

it('tells a change of a whole object by its parts', () => {
  const definition = { ...call(), title: { en: 'New', de: 'Regulärer Zugang' } };
  const change = { do: 'set', at: ['title'], value: definition.title } as const;
  expect(differenceGroups([{ change, before: call().title }], { definition, partitions })).toEqual([
    {
      title: 'Texts',
      lines: [
        {
          at: ['title', 'en'],
          label: 'Title (English)',
          kind: 'changed',
          before: 'Regular Access',
          after: 'New',
        },
      ],
    },
  ]);
});

it('names a document that is gone by its title', () => {
  const { documents } = call();
  const definition = { ...call(), documents: [] };
  const change = { do: 'remove', at: ['documents', 'terms'] } as const;
  expect(differenceGroups([{ change, before: documents[0] }], { definition, partitions })).toMatchObject([
    { title: 'Documents', lines: [{ label: 'Document ‘Terms of reference’', kind: 'removed' }] },
  ]);
});
