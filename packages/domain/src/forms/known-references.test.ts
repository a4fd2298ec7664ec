import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileFlow } from './compile.ts';
import { parseFlow } from './definition.ts';
import { withKnownReferences } from './known-references.ts';
import type { Step } from './types.ts';

const file = new URL('../../../../apps/api/demo/flows/regular.json', import.meta.url);
const parsed = parseFlow(JSON.parse(readFileSync(file, 'utf8')));
if (!parsed.ok) throw new Error('the flow is broken');
const { steps } = parsed.flow;
const compiles = (some: readonly Step[]) =>
  compileFlow({ version: 1, steps: [...some], automations: [], templates: [] }).ok;

it('lets each step of the demonstration be read without any other', () => {
  const alone = steps.filter((step) => !compiles([step])).map(({ id }) => id);
  expect(alone).toContain('ONB');
  for (const step of steps) expect([step.id, compiles(withKnownReferences([step]))]).toEqual([step.id, true]);
});

it('keeps what refers to steps that are there', () => {
  expect(withKnownReferences(steps)).toEqual(steps);
});
