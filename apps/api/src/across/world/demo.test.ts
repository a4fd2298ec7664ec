import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkAutomations } from '@clearcall/domain/automation/check-automations.ts';
import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import { checkDeadlines } from '@clearcall/domain/deadlines/step-deadline.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { checkDecisions } from '@clearcall/domain/forms/decisions.ts';
import { parseFlow, parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { briefly } from '@clearcall/domain/forms/fault.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import { type TextInLanguages, translateFrom } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Element, Flow, FormContext } from '@clearcall/domain/forms/types.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { message } from '@clearcall/i18n/message.ts';
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { planWorld } from './plan-world.ts';
import { readWorld } from './read-world.ts';
import { worldSchema } from './schema.ts';

const folder = fileURLToPath(new URL('../../../demo/', import.meta.url));

async function flowOf(name: string): Promise<Flow> {
  const parsed = parseFlow(JSON.parse(await readFile(`${folder}flows/${name}`, 'utf8')));
  if (!parsed.ok) throw new Error(parsed.faults.map(({ rule }) => rule).join('\n'));
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

/** Every call of the demonstration with its first step and what it hands out, and every document that is made for one. */
async function callsOf() {
  const read = await readWorld(`${folder}world.json`);
  const result = read.ok ? await planWorld(read.world, new Date('2026-12-01T12:00:00Z')) : read;
  if (!result.ok) throw new Error(result.sentences.join('\n'));
  const { rows, callDocuments } = result.planned;
  return (rows.calls ?? []).map((call) => {
    const documents = callDocuments.filter(({ row }) => row.call_id === call.id);
    const parsed = parseFlow(rows.flow_versions?.find((version) => version.call_id === call.id)?.document);
    const steps = parsed.ok ? parsed.flow.steps : [];
    return {
      title: String(call.title),
      name: `${String(call.code)} ${String(call.year)}`,
      links: call.links as { termsOfReference?: string; guidelineReviewer?: string },
      info: String(call.info),
      documents,
      addresses: documents.map(({ row }) => callDocumentAddress(Number(call.id), String(row.name))),
      elements: steps.flatMap(({ forms }) =>
        forms.flatMap((form) => form.elements.flatMap((element) => [element, ...(element.children ?? [])])),
      ),
    };
  });
}

/** Every text of the calls and flows of the demonstration, once each, with its translations. */
async function textsOf(): Promise<TextInLanguages[]> {
  const read = await readWorld(`${folder}world.json`);
  const { calls, texts } = worldSchema.parse(read.ok ? read.world : null);
  const seen = new Set<TextInLanguages>();
  const translate = translateFrom(texts, 'en');
  const see = (text: TextInLanguages = ''): TextInLanguages => {
    if (text !== '') seen.add(translate(text));
    return text;
  };
  for (const { flow, title, description, info, facts, links, documents } of calls) {
    parseFlowDocument(flow, see);
    const titles = [links.link1, links.link2, ...documents].flatMap((named) => named?.title ?? []);
    for (const text of [title, description, info, ...Object.values(facts), ...titles]) see(text);
  }
  return [...seen];
}

describe('the texts of the demonstration', () => {
  it('are there in every language', async () => {
    const texts = await textsOf();
    const missing = texts.filter((text) =>
      languages.some((language) => typeof text === 'string' || text[language] === undefined),
    );
    expect(missing).toEqual([]);
    expect(texts.length).toBeGreaterThan(800);
  });

  it('keep the variables, placeholders and links of their English', async () => {
    const marks = (text: string) => text.match(/\{+[A-Za-z_]+\}+|<[^>]+>/g)?.sort() ?? [];
    const changed = (await textsOf()).filter(
      (text) =>
        typeof text === 'string' ||
        languages.some((language) => marks(text[language] ?? '').join() !== marks(text.en ?? '').join()),
    );
    expect(changed).toEqual([]);
  });
});

describe('the documents of the demonstration', () => {
  it('are those of the call itself, each behind the link that promises it', async () => {
    const calls = await callsOf();
    const wrong = calls.flatMap(({ name, links, addresses, info }) => [
      ...[links.termsOfReference, links.guidelineReviewer, ...(info.match(/\/api\/[^"]+/g) ?? [])]
        .filter((address) => !addresses.includes(String(address)))
        .map((address) => `${name}: ${address}`),
      ...(/"document:/.test(info) ? [`${name}: a link that leads nowhere`] : []),
    ]);
    expect([calls.length, wrong]).toEqual([15, []]);
  });

  it('stand where a form asks for them: behind every tick with a link, at every upload that speaks of a template', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const { name, links, documents, elements } of await callsOf())
      for (const { id, type, title, description, config } of elements) {
        const label = `${title} ${description ?? ''}`;
        const templates = documents.filter(({ row }) => row.name === config.upload?.templateId);
        if (type === 'upload' && /template/i.test(label)) {
          asked += 1;
          if (templates.length !== 1) wrong.push(`${name}: ${id} speaks of a template that is not there`);
        }
        if (type === 'checkbox' && /terms/i.test(label) !== (config.link === 'terms_of_reference'))
          wrong.push(`${name}: ${id} speaks of terms that it does not lead to`);
        if (config.link === 'terms_of_reference') {
          asked += 1;
          if (!links.termsOfReference?.endsWith('/terms-of-reference')) wrong.push(`${name}: ${id}`);
        }
        // Whoever is asked about a template must have been given one.
        if (
          type !== 'upload' &&
          /template/i.test(label) &&
          !documents.some(({ row }) => /\.docx$/.test(String(row.filename)))
        )
          wrong.push(`${name}: ${id} asks about a template that the call does not have`);
      }
    expect([asked, wrong]).toEqual([20, []]);
  });

  it('can be read: a PDF of one to three pages with the words of its call, a text document with its headings', async () => {
    for (const { title, documents } of await callsOf())
      for (const { row, bytes } of documents) {
        expect([row.name, String(row.title)]).toEqual([row.name, expect.stringContaining(title)]);
        if (String(row.filename).endsWith('.pdf')) {
          const pdf = await PDF.load(bytes);
          expect([row.name, Buffer.from(bytes).includes(`(${row.title})`)]).toEqual([row.name, true]);
          expect(pdf.getPageCount()).toBeGreaterThanOrEqual(1);
          expect(pdf.getPageCount()).toBeLessThanOrEqual(3);
        } else {
          const parts = readZip(Buffer.from(bytes));
          const text = String(parts.get('word/document.xml'));
          expect([...parts.keys()][0]).toBe('[Content_Types].xml');
          expect(text.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(13);
          expect(text).not.toMatch(/\{[A-Z]+\}/);
        }
      }
  });
});

describe('the flows of the demonstration', () => {
  it('compile, and what is decided in them leads somewhere', async () => {
    const names = await readdir(`${folder}flows`);
    const faults: string[] = [];
    for (const name of names) {
      const flow = await flowOf(name);
      const compiled = compileFlow(flow);
      const found = [
        ...(compiled.ok ? [] : compiled.faults),
        ...checkDecisions(flow),
        ...checkDeadlines(flow),
        ...checkAutomations(flow, []),
      ];
      faults.push(...found.map((fault) => `${name}: ${briefly([fault])}`));
    }
    expect([names.length, faults]).toEqual([6, []]);
  });

  it('have every step of their access modes, in order, each with a guide for whoever has it', async () => {
    const steps = new Map<string, string[]>();
    const without: string[] = [];
    for (const name of await readdir(`${folder}flows`)) {
      const flow = await flowOf(name);
      steps.set(
        name,
        flow.steps
          .toSorted((one, other) => one.order - other.order)
          .map(({ id }) => id.replace(/^.+\.S1$/, 'APP')),
      );
      without.push(...flow.steps.filter(({ guide }) => !guide).map(({ id }) => `${name}: ${id}`));
    }
    const long = 'APP ADM TEC SCI RTR RAP PAN ALL ACC ONB PRJ FIN REP REV';
    expect(Object.fromEntries(steps)).toEqual({
      'regular.json': long.split(' '),
      'ai-science.json': 'APP ADM TEC SCI ALL ACC ONB PRJ FIN REP REV'.split(' '),
      'fast-track.json': 'APP ADM TEC ALL ONB PRJ REP REV'.split(' '),
      'development.json': 'APP ADM TEC ALL ONB PRJ REP REV'.split(' '),
      'benchmark.json': 'APP ADM TEC ALL ONB REP REV'.split(' '),
      'ai-factory.json': 'APP ADM TEC ALL ONB REP REV'.split(' '),
    });
    expect(without).toEqual([]);
  });

  it('start the consolidation after the last day of the reply', async () => {
    const flow = await flowOf('regular.json');
    const { days } = flow.steps.find(({ id }) => id === 'RTR')?.deadline ?? { days: 0 };
    const early: string[] = [];
    let checked = 0;
    for (const name of await readdir(`${folder}calls`)) {
      const call = await readFile(`${folder}calls/${name}`, 'utf8');
      const dayOf = (step: string) =>
        Number(new RegExp(`"step": "${step}", "start": "cutoff[.]end[+](\\d+)d`).exec(call)?.[1]);
      if (Number.isNaN(dayOf('RTR'))) continue;
      checked += 1;
      if (dayOf('RAP') <= dayOf('RTR') + days) early.push(name);
    }
    expect([checked > 0, early]).toEqual([true, []]);
  });

  it('have scores in half points that add up', async () => {
    const flow = await flowOf('regular.json');
    const compiled = compileFlow(flow);
    if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
    const scored = (stepId: string, ...scores: [string, string][]) => {
      const context: FormContext = {
        today: '2026-12-01',
        callCode: 'REG',
        cutoff: null,
        partitions: [],
        options: {},
        submitted: [],
        ownPartitionId: null,
        documents: [],
      };
      const answers = scores.map(([elementId, value]) => ({ elementId, groupId: null, values: [value] }));
      const form = openSubmission(compiled.plan, stepId, { answers, rows: [], context });
      const state = (elementId: string) => readField(form, { elementId, groupId: null });
      return [...scores.map(([id]) => state(id).error), state(`${stepId.slice(0, 2)}.sum`).values[0]];
    };
    expect(scored('SCI', ['SC.q1', '4.5'], ['SC.q2', '0'], ['SC.q3', '3.2'])).toEqual([
      null,
      null,
      message('forms.rule.invalidBecause', {
        reason: message('forms.why.step', { step: { decimal: '0.5' } }),
      }),
      '7.7',
    ]);
    expect(scored('RAP', ['RA.q1', '4.5'], ['RA.q2', '5'], ['RA.q3', '0.5'])).toEqual([
      null,
      null,
      null,
      '10',
    ]);
  });

  it('have the whole form of Regular Access', async () => {
    const { own, groups, inGroups, conditions, sums } = contentOf(await flowOf('regular.json'));
    // 101 were specified. Four of them had people tick what the form sees to by itself: that the newest CV is uploaded,
    // that the page limit is kept, that the milestones come to the amount, that the countries are eligible.
    expect({
      own: own.length,
      groups: groups.length,
      inGroups: inGroups.length,
      conditions: conditions.length,
      sums: sums.length,
    }).toEqual({ own: 97, groups: 9, inGroups: 68, conditions: 66, sums: 5 });
  });

  it('ask 33 questions for Benchmark Access and 9 more for Development Access', async () => {
    const { own } = contentOf(await flowOf('development.json'));
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

  it('have people tick only what the form cannot see to by itself', async () => {
    const ticks = (await readdir(`${folder}flows`)).map(async (name) => {
      const { own, inGroups } = contentOf(await flowOf(name));
      return [...own, ...inGroups].flatMap(({ id, type }) => (type === 'checkbox' ? [id] : []));
    });
    // What somebody declares, promises or accepts. A tick that repeats what an upload, a list or a sum has checked
    // does not belong here.
    expect([...new Set((await Promise.all(ticks)).flat())].sort()).toEqual([
      'A1.tor',
      'A1.true',
      'B1.civil',
      'B2.contract',
      'B5.tor',
      'B5.true',
      'F1.civil',
      'F2.contract',
      'F5.tor',
      'F5.true',
      'R1.civil',
      'R10.c2',
      'R10.c4',
      'R10.tor',
      'R10.true',
      'R2.contract',
      'R8.openrd',
      'S1.civil',
      'S2.contract',
      'S5.tor',
      'S5.true',
    ]);
  });

  it('name the meanings that lists, letters and the search for conflicts need', async () => {
    const { own, inGroups } = contentOf(await flowOf('regular.json'));
    const meanings = [...own, ...inGroups].flatMap(({ id, config }) => (config.id ? [[config.id, id]] : []));
    expect(Object.fromEntries(meanings)).toEqual({
      project_title: 'R1.title',
      project_acronym: 'R1.acronym',
      abstract: 'R1.abstract',
      pi_first_name: 'R2.first',
      pi_last_name: 'R2.last',
      pi_email: 'R2.email',
      pi_orcid: 'R2.orcid',
      pi_affiliation: 'R2.org',
      contact_first_name: 'R3.c_first',
      contact_last_name: 'R3.c_last',
      contact_email: 'R3.c_email',
      team_first_name: 'R3.t_first',
      team_last_name: 'R3.t_last',
      team_email: 'R3.t_email',
      excluded_name: 'R9.e_name',
      research_field_group: 'R1.f_panel',
      research_field_title: 'R1.f_sub',
      partition: 'R4.part',
      requested_amount: 'R4.nh',
      wished_start: 'R1.start',
    });
  });
});

it('holds nobody real and no lorem ipsum', async () => {
  const read = await readWorld(`${folder}world.json`);
  const text = JSON.stringify(read.ok ? read.world : null);
  const addresses = text.match(/[\w.+-]+@[a-z][\w.-]+/gi) ?? [];
  expect(addresses.filter((address) => !address.endsWith('@example.org'))).toEqual([]);
  expect(text).not.toMatch(/lorem ipsum|EHPC-/i);
});
