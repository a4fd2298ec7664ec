import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Element, Item } from '@clearcall/domain/forms/types.ts';
import { expect, it } from 'vitest';
import { english } from '../../../platform/translators.ts';
import { AnswersPrinter } from './print-answers.ts';
import { readingOf } from './reading.ts';

const element = (id: string, type: Element['type'], more: Partial<Element> = {}): Element => ({
  id,
  type,
  title: id,
  config: {},
  effects: [],
  ...more,
});
const items: Item[] = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Zweites', told: { label: 'de' } },
];
const partition = {
  id: 'cpu',
  name: 'Aurora CPU',
  centre: 'North',
  kind: 'CPU',
  description: '',
  unit: 'node hours',
  disabled: false,
  min: '500',
  max: '3000',
  fixed: null,
  pool: null,
  coreHoursPerUnit: '128',
  gpuHoursPerUnit: null,
};
const elements: Element[] = [
  element('words', 'instructions', { description: 'Only helps filling in.' }),
  element('Head', 'title'),
  element('text', 'text'),
  element('empty', 'text'),
  element('area', 'textarea'),
  element('email', 'email'),
  element('number', 'number', { config: { unit: 'TB', decimals: 1 } }),
  element('date', 'date'),
  element('birth', 'birthdate'),
  element('phone', 'phone-number'),
  element('select', 'select', { items }),
  element('multi', 'multiselect', { items }),
  element('tick', 'checkbox'),
  element('switch', 'toggle'),
  element('file', 'upload'),
  element('tags', 'multitext'),
  element('gap', 'space'),
  element('', 'divider'),
  element('parts', 'partitions'),
  element('part', 'select-partition'),
  element('amount', 'partition-resources', { config: { partitionFrom: 'part' } }),
  element('hidden', 'text', { config: { hidden: true } }),
  element('Run', 'group', {
    children: [element('kind', 'text'), element('hours', 'number')],
  }),
  element('Nobody', 'group', { children: [element('name', 'text')] }),
  element('Of no partition', 'group', {
    config: { rowsFrom: 'partitions' },
    children: [element('which', 'select-partition')],
  }),
];
const values: Record<string, string[]> = {
  text: ['Waves'],
  area: ['First line\n\nThird line'],
  email: ['a@example.org'],
  number: ['12000.5'],
  date: ['2026-09-04'],
  birth: ['1970-02-08'],
  phone: ['+32|475123456'],
  select: ['b'],
  multi: ['a', 'b'],
  tick: ['true'],
  file: ['d1'],
  tags: ['one', 'two'],
  parts: ['cpu'],
  part: ['cpu'],
  amount: ['1000'],
  hidden: ['Not shown'],
};
const rows = ['r1', 'r2'].map((id, order) => ({ id, flowElementId: 'Run', order }));

it('prints each type of element as people read it', () => {
  const item = (flowElementId: string, input: string[], dataGroupId: string | null = null) => ({
    flowElementId,
    dataGroupId,
    input: { values: input },
    revision: 1,
  });
  const assignment = {
    id: 'x',
    stepId: 'APP',
    partitionId: null,
    submitted: null,
    data: [
      ...Object.entries(values).map(([id, input]) => item(id, input)),
      ...rows.flatMap(({ id }, nth) => [item('kind', [`Run ${nth}`], id), item('hours', ['1500'], id)]),
    ],
    groups: rows,
  };
  const application = {
    flowVersion: 1,
    call: { code: 'REG', timeZone: 'Europe/Brussels' },
    cutoff: null,
    partitions: [partition],
    options: {},
    documents: [{ id: 'd1', originalFilename: 'plan.pdf', pages: 12, sizeBytes: 10 }],
    assignments: [assignment],
    steps: [
      {
        id: 'APP',
        title: 'Application',
        order: 0,
        type: 'application',
        ownerRole: 'applicant',
        config: {},
        permissions: { assign: [], assignable: [], view: [] },
        forms: [{ id: 'F', title: 'Form', order: 0, elements }],
      },
    ],
  } as unknown as Application;
  const [given] = application.assignments;
  const reading = given && readingOf(application, given, new Date('2026-11-21T12:00:00Z'));
  const [form] = reading?.step.forms ?? [];
  if (!reading || form === undefined) throw new Error('nothing can be read');
  const printed = new AnswersPrinter(application, reading, english).form(form);
  const said = printed.flatMap((block): unknown[] => {
    switch (block.kind) {
      case 'answers':
        return block.items.map(({ label, value, valueLang, missing }) =>
          [label, value, valueLang, missing === true ? 'missing' : undefined].filter(
            (one) => one !== undefined,
          ),
        );
      case 'heading':
        return [`${block.level} ${block.text}`];
      case 'table':
        return [block.head.map(({ text, number }) => [text, number]), ...block.rows];
      case 'paragraph':
        return [block.text];
      default:
        return [block];
    }
  });
  // Thousands and units are set apart by spaces that end no line.
  expect(JSON.parse(JSON.stringify(said).replaceAll(/[\u202f\u00a0]/g, ' '))).toEqual([
    '2 Head',
    ['text', 'Waves'],
    ['empty', 'Not answered', 'missing'],
    '3 area',
    'First line\n\nThird line',
    ['email', 'a@example.org'],
    ['number', '12 000.5 TB'],
    ['date', '04-09-2026'],
    ['birth', '08-02-1970'],
    ['phone', '+32 475123456'],
    ['select', 'Zweites', 'de'],
    ['multi', 'First\nZweites'],
    ['tick', 'Yes'],
    ['switch', 'No'],
    ['file', 'plan.pdf, 12 pages'],
    ['tags', 'one, two'],
    ['parts', 'Aurora CPU'],
    ['part', 'Aurora CPU'],
    ['amount', '1 000 node hours, limits 500 to 3 000\n= 128 000 core hours'],
    '2 Run',
    [
      ['kind', false],
      ['hours', true],
    ],
    ['Run 0', '1 500'],
    ['Run 1', '1 500'],
    '2 Nobody',
    'None',
  ]);
});
