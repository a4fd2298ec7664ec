import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const organisation = join(import.meta.dirname, '../apps/api/demo/organisation.json');
const password = 'Bench-portal-2026!';
const fields = 30;
const everything = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
const view = [{ role: 'pro', scope: 'call', of: 'always', audience: everything }];
const text = (id: string, title: string) => ({ id, type: 'textarea', title, config: { required: true } });
const choice = (id: string, outcome: Record<string, string>) => ({
  id,
  type: 'select',
  title: 'Decision',
  items: Object.keys(outcome),
  config: { required: true, outcome },
});
const form = (id: string, elements: unknown[]) => [{ id, title: 'Form', order: 0, elements }];

/** An application of thirty fields and a partition, a check, a technical and a scientific review of ten fields each. */
const flow = {
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      type: 'application',
      order: 0,
      ownerRole: 'applicant',
      forms: form('F', [
        { id: 'title', type: 'text', title: 'Title', config: { id: 'project_title', required: true } },
        ...Array.from({ length: fields - 1 }, (_, at) => text(`f${at}`, `Question ${at}`)),
        {
          id: 'parts',
          type: 'group',
          title: 'Partition',
          config: { max: 3 },
          children: [
            { id: 'part', type: 'select-partition', title: 'Partition', config: { id: 'partition' } },
            { id: 'amount', type: 'partition-resources', title: 'Amount', config: { partitionFrom: 'part' } },
          ],
        },
      ]),
    },
    {
      id: 'CHECK',
      title: 'Check',
      type: 'check',
      order: 1,
      ownerRole: 'pro',
      judges: 'APP',
      permissions: { assign: ['pro'], assignable: ['pro'], view },
      forms: form('C', [
        ...Array.from({ length: 9 }, (_, at) => text(`c${at}`, `Check ${at}`)),
        choice('check', { yes: 'approved', no: 'rejected' }),
      ]),
    },
    {
      id: 'TECH',
      title: 'Technical review',
      type: 'technical_review',
      order: 2,
      ownerRole: 'technical_reviewer',
      perPartition: true,
      permissions: { assign: ['pro'], assignable: ['technical_reviewer'], view },
      forms: form('T', [
        ...Array.from({ length: 9 }, (_, at) => text(`t${at}`, `Question ${at}`)),
        choice('tech', { fits: 'approved', fails: 'rejected' }),
      ]),
    },
    {
      id: 'SCIENCE',
      title: 'Scientific review',
      type: 'scientific_review',
      order: 3,
      ownerRole: 'scientific_reviewer',
      permissions: { assign: ['pro'], assignable: ['scientific_reviewer'], view },
      forms: form(
        'S',
        Array.from({ length: 10 }, (_, at) => text(`s${at}`, `Question ${at}`)),
      ),
    },
  ],
};

const label = 'Three hundred letters are what people write in a field of a form, one with another. ';
const answersOf = (ids: readonly string[], at: number): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, `${label.repeat(3)}Number ${at} says so in ${id}.`]));
const idsOf = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);

function applicationOf(at: number): unknown {
  const technical = `technical${at % 20}@example.org`;
  const scientific = `scientific${at % 200}@example.org`;
  const pro = 'pro@example.org';
  const step = (day: number, id: string, to: string, answers: object, more: object = {}) => [
    { do: 'assign', at: `submitted+${day}d`, by: pro, step: id, to, ...more },
    { do: 'accept', at: `submitted+${day}d`, by: to, step: id },
    { do: 'submit', at: `submitted+${day + 1}d`, by: to, step: id, answers },
  ];
  return {
    key: `a${at}`,
    call: 'reviewed',
    owner: `applicant${at % 1_000}@example.org`,
    cutoff: 1,
    created: 'now-80d',
    answers: { title: `Project ${at}`, ...answersOf(idsOf('f', fields - 1), at) },
    rows: { parts: [{ part: 'cpu', amount: '1000' }] },
    submitted: `now-70d+${at % 86_400}s`,
    history: [
      ...step(1, 'CHECK', pro, { ...answersOf(idsOf('c', 9), at), check: 'yes' }),
      ...step(3, 'TECH', technical, { ...answersOf(idsOf('t', 9), at), tech: 'fits' }, { partition: 'cpu' }),
      ...step(5, 'SCIENCE', scientific, answersOf(idsOf('s', 10), at)),
    ],
  };
}

/** So many applications, each with four assignments that were handed in: its own, a check and two reviews. */
export function reviewedWorld(applications: number): unknown {
  const person = (name: string, role: string) => ({
    email: `${name}@example.org`,
    firstName: 'Bench',
    lastName: name,
    role,
    created: 'now-100d',
  });
  const people = (name: string, role: string, count: number) =>
    Array.from({ length: count }, (_, at) => person(`${name}${at}`, role));
  return {
    organisation: JSON.parse(readFileSync(organisation, 'utf8')),
    password,
    centres: [{ id: 'Centre', name: 'Centre' }],
    partitions: [
      { id: 'cpu', centre: 'Centre', system: 'System', name: 'CPU', kind: 'CPU', unit: 'node hours' },
    ],
    users: [
      person('pro', 'pro'),
      ...people('applicant', 'applicant', 1_000),
      ...people('technical', 'technical_reviewer', 20),
      ...people('scientific', 'scientific_reviewer', 200),
    ],
    calls: [
      {
        key: 'reviewed',
        code: 'REV',
        year: 'year',
        number: 1,
        title: 'Reviewed call',
        description: 'Made to be loaded.',
        published: true,
        uidPattern: 'REV-{SEQ3}',
        created: 'now-100d',
        limits: [{ partition: 'cpu', max: '1000' }],
        cutoffs: [{ start: 'now-90d', end: 'now-60d' }],
        flow,
      },
    ],
    applications: Array.from({ length: applications }, (_, at) => applicationOf(at)),
  };
}
