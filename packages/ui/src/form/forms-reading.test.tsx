import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import type { FormContext } from '@clearcall/domain/forms/types.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { type FieldSlots, FieldSlotsContext } from './field-slots.tsx';
import { FormStore } from './form-store.ts';
import { FormsReading } from './forms-reading.tsx';
import { Uploads } from './uploads.ts';
import { FormProvider, type FormServices } from './use-form.tsx';

await startTexts(['frame', 'forms'], 'en');

const firstRow = '0190a0a0-0000-7000-8000-000000000001';
const secondRow = '0190a0a0-0000-7000-8000-000000000002';
const thirdRow = '0190a0a0-0000-7000-8000-000000000004';
const plan = '0190a0a0-0000-7000-8000-00000000000f';

const visibleWhen = (element: string, value: string) => [
  {
    effect: 'visible',
    validations: [[{ refs: [{ element }], type: 'equal', values: [value] }]],
  },
];

const flow = {
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      forms: [
        {
          id: 'F1',
          title: 'The project',
          order: 1,
          description: 'Fill this in first.',
          elements: [
            { id: 'help', type: 'instructions', title: 'Write plainly.' },
            {
              id: 'title',
              type: 'text',
              title: 'Project title',
              config: { id: 'project_title' },
              description: 'At most ten words.',
            },
            { id: 'why', type: 'textarea', title: 'Why', config: { required: true } },
            { id: 'secret', type: 'toggle', title: 'Confidential' },
            { id: 'reason', type: 'text', title: 'Reason', effects: visibleWhen('secret', 'true') },
            { id: 'civil', type: 'checkbox', title: 'Civilian purposes only' },
            { id: 'note', type: 'text', title: 'Remark' },
          ],
        },
        {
          id: 'F2',
          title: 'Resources',
          order: 2,
          elements: [
            {
              id: 'request',
              type: 'group',
              title: 'Request',
              children: [
                { id: 'jobs', type: 'divider', title: 'Jobs' },
                { id: 'amount', type: 'number', title: 'Amount', config: { unit: 'node hours' } },
              ],
            },
            { id: 'sums', type: 'title', title: 'Sums' },
            {
              id: 'total',
              type: 'number',
              title: 'In all',
              effects: [{ effect: 'sum', of: [{ element: 'amount' }] }],
            },
            {
              id: 'none',
              type: 'group',
              title: 'Partner',
              children: [{ id: 'p', type: 'text', title: 'Name' }],
            },
            {
              id: 'decided',
              type: 'group',
              title: 'Partition',
              config: { rowsFrom: 'partitions' },
              children: [{ id: 'which', type: 'select-partition', title: 'Name' }],
            },
          ],
        },
        {
          id: 'F3',
          title: 'Only for the secret',
          order: 3,
          elements: [{ id: 'more', type: 'text', title: 'More', effects: visibleWhen('secret', 'true') }],
        },
        {
          id: 'F4',
          title: 'Documents',
          order: 4,
          elements: [
            { id: 'file', type: 'upload', title: 'Plan' },
            {
              id: 'team',
              type: 'group',
              title: 'Team member',
              children: [
                { id: 'first', type: 'text', title: 'First name', config: { id: 'team_first_name' } },
                { id: 'last', type: 'text', title: 'Last name', config: { id: 'team_last_name' } },
                { id: 'months', type: 'number', title: 'Person-months' },
              ],
            },
          ],
        },
      ],
    },
  ],
};

interface Around {
  slots: FieldSlots;
  inHead: readonly string[];
}

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  documents: [{ id: plan, sizeBytes: 2_048, pages: 3 }],
  submitted: [],
  ownPartitionId: null,
};

function read(write: (store: FormStore) => void, around: Partial<Around> = {}): string {
  const parsed = parseFlow(flow);
  const compiled = parsed.ok ? compileFlow(parsed.flow) : parsed;
  if (!parsed.ok || !compiled.ok) throw new Error('the flow is broken');
  const [step] = parsed.flow.steps;
  if (step === undefined) throw new Error('the flow has no step');
  const answer = (elementId: string, value: string, groupId: string | null = null) => ({
    elementId,
    groupId,
    values: [value],
    revision: 1,
  });
  const store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [
      answer('title', 'Ice cores'),
      answer('amount', '1200', firstRow),
      answer('amount', '300', secondRow),
      answer('file', plan),
      answer('first', 'Ada', thirdRow),
      answer('last', 'Łukasiewicz', thirdRow),
      answer('months', '6', thirdRow),
    ],
    rows: [
      { id: firstRow, elementId: 'request', order: 0 },
      { id: secondRow, elementId: 'request', order: 1 },
      { id: thirdRow, elementId: 'team', order: 0 },
    ],
    context,
    editable: true,
    newId: () => '0190a0a0-0000-7000-8000-000000000003',
  });
  write(store);
  const document = {
    id: plan,
    filename: 'plan.pdf',
    sizeBytes: 2_048,
    pages: 3,
    createdAt: '2026-11-20T10:00:00Z',
  };
  const nothing = async () => {};
  const services: FormServices = {
    store,
    partitions: [],
    documents: new Map([[plan, document]]),
    templates: new Map(),
    links: { terms: null, privacy: null, terms_of_reference: null },
    uploads: new Uploads({
      store,
      sendFile: async () => null,
      askFile: async () => 'gone',
      tell: () => {},
      announce: () => {},
    }),
    mendsFiles: false,
    deleteFile: nothing,
    downloadFile: nothing,
    announce: () => {},
  };
  return renderToStaticMarkup(
    <FormProvider value={services}>
      <FieldSlotsContext.Provider value={around.slots ?? {}}>
        <FormsReading forms={step.forms} level={2} of="one" inHead={around.inHead} />
      </FieldSlotsContext.Provider>
    </FormProvider>,
  );
}

/** Headings with their level, questions and answers, one a line. */
const lines = (html: string): string[] =>
  html
    .replaceAll(/<svg.*?<\/svg>|<caption class="hidden-visually".*?<\/caption>/g, '')
    .replaceAll(/<h(\d)[^>]*>/g, '\n$1 ')
    .replaceAll(/<\/dt>/g, ': ')
    .replaceAll(/<\/t[hd]>/g, ' | ')
    .replaceAll(/<(?:dt|p|summary|tr)[^>]*>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .split('\n')
    .filter((line) => line !== '');

it('gives every form in order with its number, sections, rows, sums and documents; and names what is missing', () => {
  // Of partitions, where none is left, there is nothing to be said.
  expect(lines(read(() => {}))).toEqual([
    '2 1. The project',
    'Project title: Ice cores',
    'Why: Not answered',
    'Confidential: No',
    '3 Declarations',
    'Civilian purposes only: Not answered',
    // Optional: after what was answered.
    '1 optional question was not answered',
    'Remark: Not answered',
    '2 2. Resources',
    '3 Request',
    '4 Request #1',
    '5 Jobs',
    'Amount: 1 200 node hours',
    '4 Request #2',
    '5 Jobs',
    'Amount: 300 node hours',
    '3 Sums',
    'In all: 1 500',
    '3 Partner',
    'None',
    '2 3. Only for the secret',
    'There is nothing to show in this form for this application.',
    '2 4. Documents',
    expect.stringMatching(/^Plan: plan\.pdf2 kB, 3 pages, 20-11-2026 \d\d:00$/),
    // Short answers are a table; the parts of a name share a column.
    '3 Team member',
    '# | First name, Last name | Person-months | ',
    '1 | Ada Łukasiewicz | 6 | ',
  ]);
});

const team = (html: string) => lines(html).slice(lines(html).indexOf('3 Team member') + 1);

it('sets rows apart from each other if an answer is long', () => {
  const apart = ['4 Team member #1', 'First name: Ada', 'Last name: Łukasiewicz', 'Person-months: 6'];
  const long = 'A name of more letters than a cell of a table has room for, even on four lines of it or so';
  const withLong = read((store) => store.set({ elementId: 'last', groupId: thirdRow }, [long]));
  expect(team(withLong)).toEqual(apart.with(2, `Last name: ${long}`));
});

it('keeps rows in their table if the page adds something beside or under their answers', () => {
  const withMore = read(() => {}, {
    slots: {
      beside: ({ answers, name }) => (
        <i>{`${name}: ${answers.map(({ key }) => key.elementId).join(', ')}`}</i>
      ),
      under: ({ elementId }) => (elementId === 'months' ? <p>Asked</p> : null),
    },
  });
  expect(team(withMore)).toEqual([
    '# | First name, Last name | Person-months |  | ',
    '1 | Ada Łukasiewicz | 6 | Team member #1: first, last, months | ',
    'Person-months',
    'Asked | Team member: team',
  ]);
});

it('leaves out what the head of the page shows, unless something is asked about it', () => {
  const first = (slots: FieldSlots) => lines(read(() => {}, { inHead: ['project_title'], slots }))[1];
  expect(first({})).toBe('Why: Not answered');
  expect(first({ keeps: ({ elementId }) => elementId === 'title' })).toBe('Project title: Ice cores');
});

it('reads what stands in the form now, saved or not, and what that brings up', () => {
  const now = lines(
    read((store) => {
      store.set({ elementId: 'title', groupId: null }, ['Ice cores of the south']);
      store.set({ elementId: 'secret', groupId: null }, ['true']);
      store.set({ elementId: 'reason', groupId: null }, ['A patent\nis pending']);
      store.set({ elementId: 'amount', groupId: firstRow }, ['1']);
      store.removeRow('request', secondRow);
    }),
  );
  expect(now).toEqual(
    expect.arrayContaining([
      'Project title: Ice cores of the south',
      'Reason: A patent',
      'is pending',
      'In all: 1',
      'More: Not answered',
    ]),
  );
  expect(now).not.toContain('4 Request #2');
});
