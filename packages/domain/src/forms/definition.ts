import { defaultLanguage, type Language } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { automationSchema } from './automation.ts';
import { elementRules } from './elements/rules.ts';
import { type Fault, faultAt, findingText, isFindingText } from './fault.ts';
import { templateSchema } from './template-schema.ts';
import {
  inLanguage,
  inOrderFor,
  languageOf,
  type TextInLanguages,
  type Translate,
} from './text-in-languages.ts';
import { textInLanguages } from './text-in-languages-schema.ts';
import { elementTypes, type Flow, purposes, type Told } from './types.ts';

/** The shape of a flow document, strict: a key that nobody knows is a fault, not a silent loss. */

const id = z.string().min(1).max(200);
const count = z.int().min(0);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asList(value: unknown): unknown {
  return Array.isArray(value) || value === undefined ? value : [value];
}

/** Numbers and booleans in JSON are read as the strings that answers are made of. */
function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function asTexts(value: unknown): unknown {
  const list = asList(value);
  return Array.isArray(list) ? list.map(asText) : list;
}

function asRef(value: unknown): unknown {
  return typeof value === 'string' ? { element: value } : value;
}

function asRefs(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(asRef) : [asRef(value)];
}

/** Folds `{ elements }`, `{ element }` and `{ ref }` of a validation or a sum into one list of references. */
function foldRefs(value: unknown, into: 'refs' | 'of'): unknown {
  if (!isObject(value)) return value;
  const { elements, element, ref, ...rest } = value;
  const named = rest[into];
  return { ...rest, [into]: [...asRefs(named), ...asRefs(ref), ...asRefs(elements), ...asRefs(element)] };
}

const cutoffRef = z.strictObject({
  cutoff: z.enum(['start', 'end', 'decision', 'onboarding']),
  days: z.int().exactOptional(),
});
const todayRef = z.strictObject({
  today: z.literal(true),
  days: z.int().exactOptional(),
  years: z.int().exactOptional(),
});
const elementRef = z.strictObject({
  element: id,
  read: z.enum(['value', 'count', 'kind', 'unit']).exactOptional(),
  rows: z.enum(['same', 'any', 'matching_partition']).exactOptional(),
  from: z.enum(['lead', 'any', 'all', 'own_partition']).exactOptional(),
});
const refSchema = z.union([elementRef, z.strictObject({ call: z.literal('code') }), cutoffRef, todayRef]);

const validationSchema = z.preprocess(
  (value) => foldRefs(value, 'refs'),
  z.strictObject({
    refs: z.array(refSchema),
    type: z.enum([
      'equal',
      'not_equal',
      'min_length',
      'max_length',
      'length_range',
      'required',
      'greater',
      'lesser',
      'unconditional',
      'non_empty',
      'difference',
    ]),
    values: z.preprocess((value) => asTexts(value) ?? [], z.array(z.union([z.string(), refSchema]))),
  }),
);

/** A validation alone stands for a row of one. */
const ruleSchema = z.array(z.preprocess(asList, z.array(validationSchema)));

const effectSchema = z.preprocess(
  (value) =>
    isObject(value) && (value.effect === 'sum' || value.effect === 'product') ? foldRefs(value, 'of') : value,
  z.discriminatedUnion('effect', [
    z.strictObject({ effect: z.enum(['visible', 'required', 'valid', 'editable']), validations: ruleSchema }),
    z.strictObject({ effect: z.enum(['sum', 'product']), of: z.array(refSchema) }),
  ]),
);

const limitSchema = z.preprocess(asText, z.union([z.string(), cutoffRef, todayRef]));

const configSchema = z.strictObject({
  id: id.exactOptional(),
  audience: z.enum(['public', 'personal', 'panel_only', 'suggested_reviewers']).exactOptional(),
  preview: z.boolean().exactOptional(),
  required: z.boolean().exactOptional(),
  hidden: z.boolean().exactOptional(),
  readOnly: z.boolean().exactOptional(),
  min: limitSchema.exactOptional(),
  max: limitSchema.exactOptional(),
  length: z.strictObject({ min: count.exactOptional(), max: count.exactOptional() }).exactOptional(),
  decimals: z.int().min(0).max(12).exactOptional(),
  step: z.preprocess(asText, z.string()).exactOptional(),
  default: z.preprocess(asTexts, z.array(z.string())).exactOptional(),
  preset: elementRef.exactOptional(),
  format: z.enum(['uid', 'orcid', 'pic', 'doi']).exactOptional(),
  unique: id.exactOptional(),
  unit: z.string().exactOptional(),
  partitionFrom: id.exactOptional(),
  chosenIn: id.exactOptional(),
  notChosenIn: id.exactOptional(),
  optionsBy: id.exactOptional(),
  upload: z
    .strictObject({
      maxMb: z.number().positive().exactOptional(),
      maxPages: z.int().positive().exactOptional(),
      templateId: z.string().exactOptional(),
    })
    .exactOptional(),
  autofill: z.string().exactOptional(),
  purpose: z.enum(purposes).exactOptional(),
  outcome: z
    .record(
      z.string(),
      z.enum([
        'approved',
        'rejected',
        'request_changes',
        'awarded',
        'reduced',
        'reserve',
        'accept',
        'decline',
      ]),
    )
    .exactOptional(),
  mayExceed: z.boolean().exactOptional(),
  rowsFrom: z.enum(['partitions', 'reviewers']).exactOptional(),
  fromRow: z.enum(['name', 'reviews']).exactOptional(),
  declaration: z.boolean().exactOptional(),
  link: z.enum(['terms', 'privacy', 'terms_of_reference']).exactOptional(),
  width: z.enum(['third', 'half', 'full']).exactOptional(),
});

/** In the specification's own shape the length limits of a text are its min and max. */
function foldLength(value: unknown): unknown {
  if (!isObject(value)) return value;
  const type = elementTypes.find((known) => known === value.type);
  if (type === undefined || elementRules[type].limits !== 'characters') return value;
  const { config } = value;
  if (!isObject(config) || config.length !== undefined) return value;
  const { min, max, ...rest } = config;
  if (min === undefined && max === undefined) return value;
  const length: Record<string, unknown> = {};
  if (min !== undefined) length.min = typeof min === 'string' ? Number(min) : min;
  if (max !== undefined) length.max = typeof max === 'string' ? Number(max) : max;
  return { ...value, config: { ...rest, length } };
}

const viewRuleSchema = z
  .strictObject({
    role: z.string(),
    scope: z.enum(['own', 'assigned', 'centre', 'panel', 'call']),
    of: z.union([z.enum(['always', 'submitted', 'awarded']), z.strictObject({ released: id })], {
      error: findingText('findings.viewRuleOf'),
    }),
    reader: z.enum(['assigned', 'accepted']).exactOptional(),
    audience: z.array(z.enum(['public', 'personal', 'panel_only', 'suggested_reviewers'])),
  })
  .refine(({ role, scope }) => scope !== 'own' || role === 'applicant', {
    error: findingText('findings.viewRuleOwn'),
    path: ['scope'],
  })
  .refine(({ scope, reader }) => scope === 'assigned' || reader === undefined, {
    error: findingText('findings.viewRuleReader'),
    path: ['reader'],
  });

/** Versions that were published with `from`: a release was that of the step itself, `own` was any own assignment. */
function foldViewRule(rule: unknown, stepId: unknown): unknown {
  if (!isObject(rule) || rule.from === undefined) return rule;
  const { from, scope, ...rest } = rule;
  const isWork = scope === 'own' && rest.role !== 'applicant';
  return {
    ...rest,
    ...(isWork ? { scope: 'assigned', reader: 'accepted' } : { scope }),
    of: from === 'released' ? { released: stepId } : from,
  };
}

function foldView(step: unknown): unknown {
  if (!isObject(step) || !isObject(step.permissions) || !Array.isArray(step.permissions.view)) return step;
  const view = step.permissions.view.map((rule) => foldViewRule(rule, step.id));
  return { ...step, permissions: { ...step.permissions, view } };
}

const permissionsSchema = z.strictObject({
  assign: z.array(z.string()).default([]),
  assignable: z.array(z.string()).default([]),
  view: z.array(viewRuleSchema).default([]),
});

const deadlineSchema = z
  .strictObject({
    after: z.enum(['cutoff', 'assigned', 'released', 'submitted', 'award_end']),
    step: id.exactOptional(),
    // Ten years: what is further away is a slip of the pen.
    days: z.int().min(-3_653).max(3_653),
    working: z.boolean().exactOptional(),
  })
  // Versions that were published before a release named its step stay readable.
  .refine(({ after, step }) => after !== 'submitted' || step !== undefined, {
    error: findingText('findings.stepMissing'),
    path: ['step'],
  })
  .refine(({ after, step }) => after === 'released' || after === 'submitted' || step === undefined, {
    error: findingText('findings.stepUnused'),
    path: ['step'],
  });

/** The flow document; `text` is the schema of what its author wrote, from that of the text in one language. */
function documentSchema<Text extends z.ZodType>(text: (plain: z.ZodString) => Text) {
  const words = text(z.string());
  const itemSchema = z.preprocess(
    (value) => (typeof value === 'string' ? { value, label: value } : value),
    z.strictObject({ value: z.string().min(1), label: words, parent: z.string().exactOptional() }),
  );
  const elementShape = {
    id,
    type: z.enum(elementTypes),
    title: words,
    description: words.exactOptional(),
    config: z.preprocess((value) => value ?? {}, configSchema),
    optionsGroup: z.string().min(1).exactOptional(),
    items: z.array(itemSchema).exactOptional(),
    effects: z.preprocess((value) => value ?? [], z.array(effectSchema)),
  };
  // Children of children are read, so that the compiler can say in words that groups do not nest.
  const grandchildSchema = z.preprocess(foldLength, z.looseObject(elementShape));
  const childSchema = z.preprocess(
    foldLength,
    z.strictObject({ ...elementShape, children: z.array(grandchildSchema).exactOptional() }),
  );
  const elementSchema = z.preprocess(
    foldLength,
    z.strictObject({ ...elementShape, children: z.array(childSchema).exactOptional() }),
  );
  const formSchema = z.strictObject({
    id,
    title: words,
    order: z.int(),
    description: words.exactOptional(),
    elements: z.array(elementSchema),
  });
  const stepSchema = z.strictObject({
    id,
    title: words,
    order: z.int(),
    guide: text(z.string().min(1).max(5000)).exactOptional(),
    type: z.string(),
    ownerRole: z.string(),
    judges: id.exactOptional(),
    final: z.boolean().exactOptional(),
    perPartition: z.boolean().exactOptional(),
    config: z.preprocess(
      (value) => value ?? {},
      z.strictObject({
        isUnlockable: z.boolean().exactOptional(),
        hasLead: z.boolean().exactOptional(),
        showCoi: z.boolean().exactOptional(),
        coiText: words.exactOptional(),
        submitConfirmation: z.boolean().exactOptional(),
        needs: z.int().positive().exactOptional(),
      }),
    ),
    permissions: z.preprocess((value) => value ?? {}, permissionsSchema),
    deadline: deadlineSchema.exactOptional(),
    forms: z.array(formSchema),
  });
  return z.strictObject({
    version: z.int(),
    steps: z.array(z.preprocess(foldView, stepSchema)),
    automations: z.array(automationSchema(ruleSchema, deadlineSchema)).default([]),
    templates: z.array(templateSchema(text)).default([]),
  });
}

/** The flow document as it is stored, other spellings folded into one, each text in all its languages. */
export const flowDocumentSchema = documentSchema(textInLanguages);

/** A text as its reader is told it, with its language where that is not the organisation's. */
class ToldText {
  readonly text: string;
  readonly language: Language | null;
  constructor(text: string, language: Language | null) {
    this.text = text;
    this.language = language;
  }
}

/** Texts in place of told ones; where one of an object has a language of its own, `told` of the object names it. */
function withLanguages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLanguages);
  if (!isObject(value)) return value;
  const told: Told = {};
  const plain: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    plain[key] = part instanceof ToldText ? part.text : withLanguages(part);
    if (part instanceof ToldText && part.language !== null) told[key] = part.language;
  }
  return Object.keys(told).length === 0 ? plain : { ...plain, told };
}

/** The document with each text as a reader of these languages is told it. */
function schemaIn(order: readonly Language[], organisation: Language): z.ZodType<Flow> {
  const told = documentSchema((plain) =>
    textInLanguages(plain).transform((text: TextInLanguages) => {
      const language = languageOf(text, order);
      return new ToldText(inLanguage(text, order), language === organisation ? null : language);
    }),
  );
  // Told texts are texts from here on, which is all that the shape of a flow asks beyond that of its document.
  return told.transform(withLanguages) as unknown as z.ZodType<Flow>;
}

/** By the languages, which are few: a schema is made once of each. */
const knownSchemas = new Map<string, z.ZodType<Flow>>();

function flowSchema(order: readonly Language[], organisation: Language): z.ZodType<Flow> {
  const name = [organisation, ...order].join();
  const schema = knownSchemas.get(name) ?? schemaIn(order, organisation);
  knownSchemas.set(name, schema);
  return schema;
}

/** The address of a path in JSON: a thing in a list has its id in place of its position. */
export function addressIn(json: unknown, path: readonly PropertyKey[]): string[] {
  let at: unknown = json;
  return path.map((key) => {
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
    return typeof key === 'number' && isObject(at) && 'id' in at ? String(at.id) : String(key);
  });
}

/** The fault for an issue of the schema. Rules of its own name their text. */
function faultOf(json: unknown, issue: z.core.$ZodIssue): Fault {
  const at = [addressIn(json, issue.path)];
  const name = String(issue.path.at(-1) ?? '');
  if (isFindingText(issue.message)) return faultAt(at, issue.message);
  if (issue.code === 'unrecognized_keys') return faultAt(at, 'findings.shapeKeys', { keys: issue.keys });
  if (issue.code === 'invalid_value')
    return faultAt(at, 'findings.shapeChoice', { name, choices: issue.values.map(String) });
  return faultAt(at, 'findings.shapeValue', { name });
}

function read<T>(
  schema: z.ZodType<T>,
  json: unknown,
): { ok: true; flow: T } | { ok: false; faults: Fault[] } {
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { ok: true, flow: parsed.data }
    : { ok: false, faults: parsed.error.issues.map((issue) => faultOf(json, issue)) };
}

/**
 * Reads a flow document from JSON: checks its shape, folds other spellings, fills what may be left out, and takes each
 * text in the first of these languages that it is given in; `told` of an object names the language of a text that is not
 * in that of the organisation. What the parts mean to each other is compileFlow's to check.
 * Refusal: all faults of shape.
 */
export function parseFlow(
  json: unknown,
  order: readonly Language[] = inOrderFor('en'),
  organisation: Language = defaultLanguage,
): { ok: true; flow: Flow } | { ok: false; faults: Fault[] } {
  return read(flowSchema(order, organisation), json);
}

/** The same document as it is stored: each text in all its languages, a plain one with those that `translate` gives. */
export function parseFlowDocument(
  json: unknown,
  translate?: Translate,
): { ok: true; flow: z.output<typeof flowDocumentSchema> } | { ok: false; faults: Fault[] } {
  if (translate === undefined) return read(flowDocumentSchema, json);
  const translated = documentSchema((plain) =>
    z.preprocess((text) => translate(text as TextInLanguages), textInLanguages(plain)),
  );
  return read(translated, json);
}
