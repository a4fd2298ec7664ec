import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import { describe, expect, it } from 'vitest';
import { planWorld } from './plan-world.ts';
import { readWorld } from './read-world.ts';

const folder = fileURLToPath(new URL('../../../demo/', import.meta.url));

async function flowOf(name: string): Promise<Flow> {
  const parsed = parseFlow(JSON.parse(await readFile(`${folder}flows/${name}`, 'utf8')));
  if (!parsed.ok) throw new Error(parsed.faults.map(({ sentence }) => sentence).join('\n'));
  return parsed.flow;
}

const nothingToFill = ['instructions', 'divider', 'space', 'group'];

/** What stands in the first step of a flow. */
function contentOf(flow: Flow) {
  const own = (firstStep(flow)?.forms ?? []).flatMap((form) => form.elements);
  const groups = own.filter((element) => element.type === 'group');
  const children = groups.flatMap((group) => group.children ?? []);
  const fields = (elements: readonly Element[]) =>
    elements.filter((element) => !nothingToFill.includes(element.type));
  const effects = [...own, ...children].flatMap((element) => element.effects);
  return {
    own: fields(own),
    groups,
    inGroups: fields(children),
    conditions: effects.filter(({ effect }) => effect !== 'sum'),
    sums: effects.filter(({ effect }) => effect === 'sum'),
  };
}

describe('the flows of the demonstration', () => {
  it('compile', async () => {
    const names = await readdir(`${folder}flows`);
    const faults: string[] = [];
    for (const name of names) {
      const compiled = compileFlow(await flowOf(name));
      if (!compiled.ok) faults.push(...compiled.faults.map(({ sentence }) => `${name}: ${sentence}`));
    }
    expect([names.length, faults]).toEqual([5, []]);
  });

  it('have the whole form of Regular Access', async () => {
    const { own, groups, inGroups, conditions, sums } = contentOf(await flowOf('regular.json'));
    expect({
      own: own.length,
      groups: groups.length,
      inGroups: inGroups.length,
      conditions: conditions.length,
      sums: sums.length,
    }).toEqual({ own: 101, groups: 9, inGroups: 68, conditions: 64, sums: 5 });
  });

  it('ask 33 questions for Benchmark Access and 9 more for Development Access', async () => {
    const { own } = contentOf(await flowOf('benchmark-development.json'));
    const onlyFor = (code: string) => (element: Element) =>
      element.effects.some(
        (effect) =>
          effect.effect === 'visible' &&
          effect.validations.every((row) =>
            row.some(({ refs, values }) => refs.some((ref) => 'call' in ref) && values.includes(code)),
          ),
      );
    // The report and the number of a renewal follow from the question that only Development asks.
    const development = own.filter(
      (element) => onlyFor('DEV')(element) || element.id.startsWith('B5.renew_'),
    );
    expect([own.length - development.length, development.length]).toEqual([33, 9]);
  });

  it('give every element that can be filled a description', async () => {
    const bare: string[] = [];
    for (const name of await readdir(`${folder}flows`)) {
      const { own, inGroups } = contentOf(await flowOf(name));
      bare.push(...[...own, ...inGroups].filter(({ description }) => !description).map(({ id }) => id));
    }
    expect(bare).toEqual([]);
  });

  it('name the meanings that lists and letters need', async () => {
    const { own, inGroups } = contentOf(await flowOf('regular.json'));
    const meanings = [...own, ...inGroups].flatMap(({ id, config }) => (config.id ? [[config.id, id]] : []));
    expect(Object.fromEntries(meanings)).toEqual({
      project_title: 'R1.title',
      project_acronym: 'R1.acronym',
      abstract: 'R1.abstract',
      pi_first_name: 'R2.first',
      pi_last_name: 'R2.last',
      pi_email: 'R2.email',
      pi_affiliation: 'R2.org',
      research_field_group: 'R1.f_panel',
      research_field_title: 'R1.f_sub',
      partition: 'R4.part',
      requested_amount: 'R4.nh',
    });
  });
});

it.each([
  '2026-12-01T08:59:59Z',
  '2026-12-31T23:30:00Z',
  '2027-01-01T12:00:00Z',
  '2027-02-01T06:00:00Z',
  '2027-03-28T01:30:00Z',
  '2027-10-31T00:30:00Z',
  '2028-02-29T12:00:00Z',
  '2031-06-15T12:00:00Z',
])('the demonstration can be loaded at %s', async (at) => {
  const read = await readWorld(`${folder}world.json`);
  const result = read.ok ? await planWorld(read.world, new Date(at)) : read;
  expect(result.ok ? [] : result.sentences).toEqual([]);
});

it('holds nobody real and no lorem ipsum', async () => {
  const read = await readWorld(`${folder}world.json`);
  const text = JSON.stringify(read.ok ? read.world : null);
  const addresses = text.match(/[\w.+-]+@[a-z][\w.-]+/gi) ?? [];
  expect(addresses.filter((address) => !address.endsWith('@example.org'))).toEqual([]);
  expect(text).not.toMatch(/lorem ipsum|EHPC-/i);
});
