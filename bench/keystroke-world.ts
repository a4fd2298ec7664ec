import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import type { TypedForm } from './keystroke-form.ts';

export const owner = { email: 'typist@example.org', password: 'Bench-portal-2026!' };

const organisation = join(import.meta.dirname, '../apps/api/demo/organisation.json');

type Answers = Record<string, string | string[]>;

const asAnswer = (values: string[]): string | string[] => (values.length === 1 ? (values[0] ?? '') : values);

function callOf(name: string, form: TypedForm): unknown {
  return {
    key: name,
    code: name.toUpperCase(),
    year: 'year',
    number: 1,
    title: `Call ${name}`,
    description: 'Made to be typed in.',
    published: true,
    uidPattern: `${name.toUpperCase()}-{SEQ3}`,
    created: 'now-30d',
    limits: [{ partition: 'cpu', max: '1000' }],
    cutoffs: [{ start: 'now-20d', end: 'now+20d' }],
    flow: form.flow,
  };
}

/** An application whose first step is submitted and whose second one is being filled in. */
function applicationOf(name: string, { flow, input }: TypedForm): unknown {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join('\n'));
  const submission = openSubmission(compiled.plan, 'main', input);
  const answers: Answers = {};
  const rows: Record<string, Answers[]> = {};
  const byId = new Map<string, Answers>();
  for (const { id, elementId } of input.rows) {
    const row: Answers = {};
    byId.set(id, row);
    rows[elementId] = [...(rows[elementId] ?? []), row];
  }
  for (const { elementId, groupId, values } of input.answers) {
    // A world holds no answers to what nobody is asked.
    if (!readField(submission, { elementId, groupId }).visible) continue;
    const into = groupId === null ? answers : byId.get(groupId);
    if (into !== undefined) into[elementId] = asAnswer(values);
  }
  const before: Answers = {};
  for (const { elementId, values } of input.context.submitted.flatMap((step) => step.answers)) {
    before[elementId] = asAnswer(values);
  }
  return {
    key: name,
    call: name,
    owner: owner.email,
    cutoff: 1,
    created: 'now-10d',
    answers: before,
    submitted: 'now-9d',
    history: [
      { do: 'assign', at: 'now-8d', by: 'automation', step: 'main', to: owner.email },
      { do: 'save', at: 'now-8d', step: 'main', answers, rows },
    ],
  };
}

/** A portal with one call per form and one application to each, as the loader of worlds takes it. */
export function typedWorld(forms: ReadonlyMap<string, TypedForm>): unknown {
  return {
    organisation: JSON.parse(readFileSync(organisation, 'utf8')),
    password: owner.password,
    centres: [{ id: 'Centre', name: 'Centre' }],
    partitions: [
      { id: 'cpu', centre: 'Centre', system: 'System', name: 'CPU', kind: 'CPU', unit: 'node hours' },
    ],
    users: [{ email: owner.email, firstName: 'Tyra', lastName: 'Typist', role: 'user', created: 'now-40d' }],
    calls: [...forms].map(([name, form]) => callOf(name, form)),
    applications: [...forms].map(([name, form]) => applicationOf(name, form)),
  };
}
