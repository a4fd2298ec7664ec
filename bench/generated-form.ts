import type {
  Answer,
  Effect,
  Element,
  Flow,
  FormContext,
  Row as GroupRow,
  Validation,
} from '@clearcall/domain/forms/types.ts';

/**
 * A form of so many fields as a real one would have them, only larger: a chain of 50 conditions, 5 groups of 20 rows,
 * 5 % sums over 10, conditions across steps, texts, numbers, dates and options with their limits, nearly all filled.
 * `fields` counts what stands on the page: the three fields of each of the 100 rows are among them.
 */
export interface GeneratedForm {
  flow: Flow;
  input: { answers: Answer[]; rows: GroupRow[]; context: FormContext };
  /** The elements of the chain, its head first. */
  chain: string[];
  /** Elements outside groups that can be set, with two values for each. */
  settable: { elementId: string; values: [string[], string[]] }[];
  /** Sum element to the elements it adds. */
  sums: Map<string, string[]>;
}

const CHAIN = 50;
const GROUPS = 5;
const ROWS = 20;
const prose = 'The solver scales to the whole machine and the data stay where they are computed. '.repeat(5);

function when(element: string, value: string): Validation {
  return { refs: [{ element }], type: 'equal', values: [value] };
}

/** Strings come from JSON, as they do on the server. */
export function generatedForm(fields: number): GeneratedForm {
  const form = generate(fields);
  return {
    ...form,
    flow: JSON.parse(JSON.stringify(form.flow)),
    input: JSON.parse(JSON.stringify(form.input)),
  };
}

function generate(fields: number): GeneratedForm {
  let seed = 12345;
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % n;
  };
  const elements: Element[] = [];
  const answers: Answer[] = [];
  const rows: GroupRow[] = [];
  const settable: GeneratedForm['settable'] = [];
  const sums = new Map<string, string[]>();
  const answer = (elementId: string, values: string[], groupId: string | null = null): void => {
    answers.push({ elementId, groupId, values });
  };
  const yesNo = ['go', 'stop'].map((value) => ({ value, label: value }));
  const chain = Array.from({ length: CHAIN + 1 }, (_, i) => `chain${i}`);
  for (const [i, id] of chain.entries()) {
    const effects: Effect[] =
      i === 0 ? [] : [{ effect: 'visible', validations: [[when(`chain${i - 1}`, 'go')]] }];
    elements.push({
      id,
      type: 'select',
      title: `Chain ${i}`,
      config: { required: true },
      items: yesNo,
      effects,
    });
    answer(id, ['go']);
  }
  for (let g = 0; g < GROUPS; g++) {
    const id = `group${g}`;
    elements.push({
      id,
      type: 'group',
      title: `Group ${g}`,
      config: { required: true, max: '30' },
      effects: [],
      children: [
        {
          id: `${id}name`,
          type: 'text',
          title: 'Name',
          config: { required: true, length: { max: 80 } },
          effects: [],
        },
        {
          id: `${id}months`,
          type: 'number',
          title: 'Person-months',
          config: { required: true, min: '0', max: '36', decimals: 1 },
          effects: [],
        },
        {
          id: `${id}why`,
          type: 'text',
          title: 'Why so many',
          config: {},
          effects: [
            {
              effect: 'visible',
              validations: [[{ refs: [{ element: `${id}months` }], type: 'greater', values: ['12'] }]],
            },
          ],
        },
      ],
    });
    for (let r = 0; r < ROWS; r++) {
      const row = `${id}row${r}`;
      rows.push({ id: row, elementId: id, order: r });
      answer(`${id}name`, [`Member ${r}`], row);
      answer(`${id}months`, [`${below(24)}.${below(10)}`], row);
      answer(`${id}why`, ['They do the work.'], row);
    }
  }
  const sumCount = Math.floor(fields / 20);
  const free = fields - (CHAIN + 1) - GROUPS * (1 + 3 * ROWS) - sumCount;
  const selects: string[] = [];
  const numbers: string[] = [];
  for (let i = 0; i < free; i++) {
    const id = `field${i}`;
    const kind = below(100);
    const effects: Effect[] = [];
    if (selects.length > 0 && below(100) < 30) {
      const on = selects[below(selects.length)] ?? '';
      effects.push({ effect: 'visible', validations: [[when(on, 'go')]] });
      if (below(2) === 0)
        effects.push({ effect: 'required', validations: [[when(on, 'go')], [when('before0', 'x')]] });
    } else if (below(100) < 5) {
      effects.push({ effect: 'visible', validations: [[when(`before${below(10)}`, 'x')]] });
    }
    const element = { id, title: `Field ${i}`, effects };
    if (kind < 25) {
      elements.push({ ...element, type: 'text', config: { required: true, length: { max: 150 } } });
      answer(id, [`An answer to question ${i}`]);
      settable.push({ elementId: id, values: [['One answer'], ['Another answer']] });
    } else if (kind < 35) {
      elements.push({
        ...element,
        type: 'textarea',
        config: { required: true, length: { min: 100, max: 3000 } },
      });
      // Some answers are wrong, so that checks have something to find.
      answer(id, [below(15) === 0 ? 'Too short.' : prose]);
      settable.push({ elementId: id, values: [[prose], [`${prose} And more.`]] });
    } else if (kind < 65 || numbers.length < 20) {
      elements.push({
        ...element,
        type: 'number',
        config: { required: true, min: '0', max: '1000000', decimals: 2 },
      });
      answer(id, [`${below(1000)}.${below(10)}${1 + below(9)}`]);
      settable.push({ elementId: id, values: [['10.25'], ['0.7']] });
      numbers.push(id);
    } else if (kind < 85) {
      elements.push({ ...element, type: 'select', config: { required: true }, items: yesNo });
      answer(id, ['go']);
      if (effects.length === 0) selects.push(id);
      settable.push({ elementId: id, values: [['stop'], ['go']] });
    } else if (kind < 93) {
      elements.push({
        ...element,
        type: 'date',
        config: { required: true, min: { today: true, days: 10 }, max: { cutoff: 'end', days: 300 } },
      });
      answer(id, [below(15) === 0 ? '2020-01-01' : '2027-03-01']);
      settable.push({ elementId: id, values: [['2027-03-02'], ['2020-01-01']] });
    } else {
      elements.push({ ...element, type: 'multitext', config: { required: true, min: '1', max: '5' } });
      answer(id, ['plasma', 'turbulence']);
      settable.push({ elementId: id, values: [['plasma'], ['plasma', 'fusion']] });
    }
  }
  for (let i = 0; i < sumCount; i++) {
    const of =
      i < GROUPS
        ? [`group${i}months`]
        : Array.from({ length: 10 }, () => numbers[below(numbers.length)] ?? '');
    const parts = [...new Set(of)];
    sums.set(`sum${i}`, parts);
    elements.push({
      id: `sum${i}`,
      type: 'number',
      title: `Sum ${i}`,
      config: { decimals: 2 },
      effects: [{ effect: 'sum', of: parts.map((element) => ({ element })) }],
    });
  }
  const forms = [];
  for (let at = 0; at < elements.length; at += 60) {
    const id = `form${at / 60}`;
    forms.push({ id, title: id, order: at, elements: elements.slice(at, at + 60) });
  }
  const before: Element[] = Array.from({ length: 10 }, (_, i) => ({
    id: `before${i}`,
    type: 'text',
    title: `Before ${i}`,
    config: {},
    effects: [],
  }));
  const step = { type: 'application', ownerRole: 'applicant', config: {} };
  const permissions = { assign: [], assignable: [], view: [] };
  return {
    flow: {
      version: 1,
      steps: [
        {
          ...step,
          permissions,
          id: 'first',
          title: 'First',
          order: 0,
          forms: [{ id: 'b', title: 'b', order: 0, elements: before }],
        },
        { ...step, permissions, id: 'main', title: 'Main', order: 1, forms },
      ],
      automations: [],
      templates: [],
    },
    input: {
      answers,
      rows,
      context: {
        today: '2026-11-21',
        callCode: 'REG',
        cutoff: { start: '2026-10-01', end: '2027-01-15' },
        partitions: [],
        options: {},
        submitted: [
          {
            stepId: 'first',
            lead: false,
            submittedAt: '2026-11-01T10:00:00Z',
            partitionId: null,
            answers: before.map(({ id }) => ({ elementId: id, groupId: null, values: ['x'] })),
            rows: [],
          },
        ],
        ownPartitionId: null,
        documents: [],
      },
    },
    chain,
    settable,
    sums,
  };
}
