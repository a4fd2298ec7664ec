import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  type CallTemplate,
  callTemplates,
  type StepMark,
  stepMark,
} from '@clearcall/domain/calls/definition/new-call.ts';
import { parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { type TextInLanguages, translateFrom } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import emptyFlow from './empty-flow.json' with { type: 'json' };

/** The workflows of the demonstration are templates in every installation. */
const files: Record<Exclude<CallTemplate, 'empty'>, string> = {
  peer_review: 'regular',
  expert_review: 'ai-science',
  technical_follow_up: 'development',
  technical_check: 'benchmark',
  fast_track: 'fast-track',
  light: 'ai-factory',
};

export interface Template extends Pick<CallDefinition, 'documents' | 'links' | 'downloadRoles' | 'flow'> {
  steps: StepMark[];
  forms: number;
}

const demonstration = new URL('../../../../demo/', import.meta.url);
const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(fileURLToPath(new URL(name, demonstration)), 'utf8'));

async function loadTemplates(): Promise<Record<CallTemplate, Template>> {
  const [texts, documents] = await Promise.all([
    Promise.all(['flows', 'emails', 'calls'].map((name) => read(`texts/${name}.json`))),
    Promise.all(documentNames.map((name) => read(`documents/${name}.json`))),
  ]);
  const translate = translateFrom(texts.flat() as TextInLanguages[], 'en');
  const titles = new Map(
    (documents as { name: string; title: string }[]).map(({ name, title }) => [
      name,
      withoutCall(translate(title)),
    ]),
  );
  const loaded = await Promise.all(
    callTemplates.map(async (id): Promise<[CallTemplate, Template]> => {
      const given = id === 'empty' ? emptyFlow : await read(`flows/${files[id]}.json`);
      const parsed = parseFlowDocument({ ...(given as object), version: 0 }, translate);
      if (!parsed.ok) throw new Error(`the template ${id} cannot be read`);
      return [id, templateOf(parsed.flow as unknown as Flow, titles)];
    }),
  );
  return Object.fromEntries(loaded) as Record<CallTemplate, Template>;
}

/** The title of a document without the call that it belongs to. */
function withoutCall(title: TextInLanguages): TextInLanguages {
  const head = (text: string) => text.replace(/\s*:\s.*$/s, '');
  return typeof title === 'string'
    ? { en: head(title) }
    : Object.fromEntries(Object.entries(title).map(([language, text]) => [language, head(text)]));
}

const termsOfReference = 'terms-of-reference';
const documentNames = [termsOfReference, 'user-agreement', 'project-scope-and-plan'];

function templateOf(flow: Flow, titles: ReadonlyMap<string, TextInLanguages>): Template {
  const steps = [...flow.steps].sort((one, other) => one.order - other.order);
  const elements = steps.flatMap(({ forms }) => forms.flatMap((form) => form.elements.flatMap(withChildren)));
  const needsTerms = elements.some(({ config }) => config?.link === 'terms_of_reference');
  const names = [
    ...(needsTerms ? [termsOfReference] : []),
    ...elements.flatMap(({ config }) => config?.upload?.templateId ?? []),
  ];
  return {
    flow,
    documents: [...new Set(names)].map((id) => ({ id, title: titles.get(id) ?? { en: id }, file: null })),
    links: needsTerms ? { termsOfReference: `document:${termsOfReference}` } : {},
    downloadRoles: ['pro', 'compute_centre_representative'],
    steps: steps.map(stepMark),
    forms: steps.reduce((sum, { forms }) => sum + forms.length, 0),
  };
}

const withChildren = (element: Element): Element[] => [element, ...(element.children ?? [])];

let templates: Promise<Record<CallTemplate, Template>> | undefined;

/** The templates of a new call. They are read once: they change only with the version of the portal. */
export const loadedTemplates = (): Promise<Record<CallTemplate, Template>> => {
  templates ??= loadTemplates();
  return templates;
};
