import { type Message, message } from '@clearcall/i18n/message.ts';
import { type LegacyRecord, type LegacyValue, legacyRecordSchema, type Unread } from './legacy.ts';
import {
  callFields,
  type Fields,
  proposalFields,
  resourceFields,
  scientificReviewFields,
  technicalReviewFields,
  variantFields,
} from './legacy-fields.ts';
import { type FieldFault, isNothing, readLegacyValue, wellFormed } from './read-legacy-value.ts';

/** A value of a record that was not understood and is kept as it was: its field, and the reason. */
export interface LegacyRemark {
  field: string;
  why: Message;
}

export interface ReadLegacyRecord {
  number: string;
  submitted: boolean;
  record: LegacyRecord;
  /** Files that the record names. */
  files: string[];
  unread: Unread[];
  remarks: LegacyRemark[];
}

type Given = Readonly<Record<string, unknown>>;

const isObject = (given: unknown): given is Given =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Spellings meet: `contact_name`, `contactName` and `Contact name` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Other names under which exports have a field. */
const otherNames: Readonly<Record<string, string>> = {
  title: 'name',
  projecttitle: 'name',
  id: 'proposalid',
  responsescientificreview: 'responsescientificreviewresponse',
  responsetechnicalreview: 'responsetechnicalreviewresponse',
  responsetechnicalreviewcomputingcentername: 'responsetechnicalreviewcomputingcenter',
  computingcenter: 'computingcentername',
  computingcentre: 'computingcentername',
  computingcentrename: 'computingcentername',
  startdate: 'start',
  enddate: 'end',
};

/** Values on their way into an object, `a.b` as an object inside. */
function place(into: Record<string, unknown>, key: string, value: LegacyValue): void {
  const [outer = key, inner] = key.split('.');
  if (inner === undefined) into[key] = value;
  else into[outer] = { ...(into[outer] as object | undefined), [inner]: value };
}

/** A table of fields to look in, and where what is found goes. */
interface Target {
  byName: ReadonlyMap<string, string>;
  fields: Fields;
  into: Record<string, unknown>;
  /** What stood in each field, to know a second one. */
  had: Map<string, string>;
}

function target(fields: Fields): Target {
  return {
    byName: new Map(Object.keys(fields).map((key) => [plain(key), key])),
    fields,
    into: {},
    had: new Map(),
  };
}

class Reading {
  readonly unread: Unread[] = [];
  readonly remarks: LegacyRemark[] = [];

  keep(field: string, given: unknown, why: FieldFault): void {
    this.unread.push({ path: wellFormed(field), value: wellFormed(JSON.stringify(given) ?? String(given)) });
    this.remarks.push({ field, why: message(why, { field: wellFormed(field) }) });
  }

  /** Reads everything of an object into the first target that has a field of that name; the rest is kept. */
  block(
    given: Given,
    path: string,
    targets: readonly Target[],
    units = new Map<string, [string, unknown]>(),
  ): void {
    const walk = (part: Given, before: string, name: string) => {
      for (const [key, value] of Object.entries(part)) {
        const field = `${before}${key}`;
        if (!isNothing(value)) this.#one(field, name + plain(key), value, targets, units, walk);
      }
    };
    walk(given, path, '');
    for (const [name, [field, unit]] of units) {
      const of = targets.find(({ byName }) => byName.has(name));
      const key = of?.byName.get(name) ?? '';
      const amount = of?.into[key] as { value: number; unit: string | null } | undefined;
      if (amount !== undefined && amount.unit === null && typeof unit === 'string')
        of?.into && place(of.into, key, { ...amount, unit: wellFormed(unit.trim()) });
      else if (amount === undefined || amount.unit !== unit)
        this.keep(field, unit, 'archive.field.unitAlone');
    }
  }

  #one(
    field: string,
    name: string,
    value: unknown,
    targets: readonly Target[],
    units: Map<string, [string, unknown]>,
    walk: (part: Given, before: string, name: string) => void,
  ): void {
    const names = [name, otherNames[name] ?? name];
    const found = targets.flatMap((of) => {
      const called = names.find((one) => of.byName.has(one));
      const key = called === undefined ? undefined : of.byName.get(called);
      return key === undefined ? [] : [{ of, key }];
    })[0];
    const isTime = isObject(value) && 'timezone' in value;
    if (isObject(value) && !isTime && (found === undefined || found.of.fields[found.key] !== 'amount')) {
      walk(value, `${field}.`, name);
      return;
    }
    if (found === undefined) {
      const amount = name.endsWith('unit') ? name.slice(0, -'unit'.length) : '';
      if (targets.some(({ byName, fields }) => fields[byName.get(amount) ?? ''] === 'amount'))
        units.set(amount, [field, value]);
      else this.keep(field, value, 'archive.field.unknown');
      return;
    }
    const { of, key } = found;
    const kind = of.fields[key] ?? 'text';
    const read = readLegacyValue(kind, value);
    if (!read.ok) {
      this.keep(field, value, read.why);
      return;
    }
    const written = JSON.stringify(read.value);
    const before = of.had.get(key);
    if (before !== undefined && before !== written) {
      this.keep(field, value, 'archive.field.differs');
      return;
    }
    of.had.set(key, written);
    place(of.into, key, read.value);
  }

  /** A list of objects: as JSON has it, one alone, or by the numbers that a table counts them with. */
  list(given: unknown, path: string): [Given, string][] {
    if (isNothing(given)) return [];
    const isCounted = isObject(given) && Object.keys(given).every((key) => /^\d{1,4}$/.test(key));
    const items = Array.isArray(given)
      ? given.map((item, at): [unknown, number] => [item, at + 1])
      : isCounted
        ? Object.entries(given).map(([key, item]): [unknown, number] => [item, Number(key)])
        : [[given, 1] as [unknown, number]];
    return items
      .sort(([, one], [, other]) => one - other)
      .flatMap(([item, count]): [Given, string][] => {
        if (isNothing(item)) return [];
        if (isObject(item)) return [[item, `${path}.${count}.`]];
        this.keep(`${path}.${count}`, item, 'archive.field.object');
        return [];
      });
  }

  names(given: unknown, path: string): string[] {
    const items = Array.isArray(given)
      ? given
      : isObject(given) && Object.keys(given).every((key) => /^\d{1,4}$/.test(key))
        ? Object.values(given)
        : typeof given === 'string'
          ? given.split(';')
          : isNothing(given)
            ? []
            : [given];
    return items.flatMap((item, at) => {
      if (isNothing(item)) return [];
      const name = isObject(item) && Object.keys(item).length === 1 ? item.name : item;
      if (typeof name === 'string') return [wellFormed(name.trim())];
      this.keep(`${path}.${at + 1}`, item, 'archive.field.name');
      return [];
    });
  }
}

const many = {
  proposalresourcesall: 'resources',
  proposalresources: 'resources',
  scientificreviewall: 'scientific',
  scientificreviews: 'scientific',
  technicalreviewall: 'technical',
  technicalreviews: 'technical',
} as const;

/** The parts of a record by what they are, whatever their spelling; the fields beside them. */
function partsOf(given: Given): { parts: Map<string, [field: string, value: unknown]>; rest: Given } {
  const known = new Set([
    ...Object.keys(many),
    'number',
    'projectid',
    'submitted',
    'discr',
    'call',
    'regular',
    'preparatory',
    'preparatorytechreview',
    'responsescientificreview',
    'responsetechnicalreview',
    'fields',
    'files',
  ]);
  const parts = new Map<string, [string, unknown]>();
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    const name = plain(key);
    const part = many[name as keyof typeof many] ?? (name === 'projectid' ? 'number' : name);
    if (known.has(name) && !isNothing(value) && !parts.has(part)) parts.set(part, [key, value]);
    else rest.push([key, value]);
  }
  return { parts, rest: Object.fromEntries(rest) };
}

const contactFields = { contact_name: 'text', contact_email: 'text' } as const satisfies Fields;
const callTexts = { name: 'text', description: 'text' } as const satisfies Fields;

/**
 * Reads one record of the archive as an export has it: field by field by the table, whatever the spelling of their names,
 * wherever they stand that belongs to the proposal or to its variant. What is not understood is kept as it was and
 * remarked, with where it stood; what is empty is left out. Refused, with the reason: what is no object, or has no number.
 * The description of the call is rich text that is not yet cleaned. Source: Requirements 2h, 3.1.
 */
export function readLegacyRecord(
  given: unknown,
): { ok: true; read: ReadLegacyRecord } | { ok: false; why: Message } {
  if (!isObject(given)) return { ok: false, why: message('archive.record.object') };
  const reading = new Reading();
  const { parts, rest } = partsOf(given);
  const at = (part: string): [string, unknown] => parts.get(part) ?? [part, undefined];

  const [, numbered] = at('number');
  const number =
    typeof numbered === 'number' ? String(numbered) : typeof numbered === 'string' ? numbered : '';
  const named = wellFormed(number.trim());
  if (named === '' || named.length > 200) return { ok: false, why: message('archive.record.number') };

  const common = target(proposalFields);
  const variants = { regular: target(variantFields), preparatory: target(variantFields) };
  const contacts = { regular: target(contactFields), preparatory: target(contactFields) };
  const [discrField, discrGiven] = at('discr');
  const discr = (['regular', 'preparatory'] as const).find(
    (one) => typeof discrGiven === 'string' && plain(discrGiven).startsWith(one),
  );
  if (discr === undefined && !isNothing(discrGiven))
    reading.keep(discrField, discrGiven, 'archive.field.variant');
  for (const variant of ['regular', 'preparatory'] as const) {
    const [field, block] = at(variant);
    if (isObject(block)) reading.block(block, `${field}.`, [contacts[variant], variants[variant], common]);
    else if (!isNothing(block)) reading.keep(field, block, 'archive.field.object');
  }
  const hasBlock = (variant: 'regular' | 'preparatory') => isObject(at(variant)[1]);
  const only =
    hasBlock('regular') === hasBlock('preparatory')
      ? undefined
      : hasBlock('regular')
        ? 'regular'
        : 'preparatory';
  const mine = discr ?? only ?? 'regular';
  reading.block(rest, '', [common, contacts[mine], variants[mine]]);
  const blockOf = (variant: 'regular' | 'preparatory') => {
    const content = { ...contacts[variant].into, ...variants[variant].into };
    if (Object.keys(content).length === 0) return null;
    return { contact_name: '', contact_email: '', ...content };
  };

  const call = target({ ...callFields, ...callTexts });
  const [callField, callGiven] = at('call');
  let machines: string[] = [];
  let machinePreparatory: string[] = [];
  if (typeof callGiven === 'string') call.into.name = wellFormed(callGiven);
  else if (isObject(callGiven)) {
    const others: [string, unknown][] = [];
    for (const [key, value] of Object.entries(callGiven)) {
      const name = plain(key);
      const path = `${callField}.${key}`;
      if (name === 'machines' || name === 'machine') machines = [...machines, ...reading.names(value, path)];
      else if (name === 'machinepreparatory' || name === 'machinespreparatory')
        machinePreparatory = [...machinePreparatory, ...reading.names(value, path)];
      else others.push([name === 'info' ? 'description' : key, value]);
    }
    reading.block(Object.fromEntries(others), `${callField}.`, [call]);
  } else if (!isNothing(callGiven)) reading.keep(callField, callGiven, 'archive.field.call');

  const objects = (part: string, fields: Fields) => {
    const [field, value] = at(part);
    return reading.list(value, field).map(([item, path]) => {
      const into = target(fields);
      reading.block(item, path, [into]);
      return into;
    });
  };
  const resources = objects('resources', resourceFields);
  const scientific = objects('scientific', scientificReviewFields);
  const technical = objects('technical', technicalReviewFields);
  const [preparatoryField, preparatoryGiven] = at('preparatorytechreview');
  const preparatoryTech = target(technicalReviewFields);
  if (isObject(preparatoryGiven)) reading.block(preparatoryGiven, `${preparatoryField}.`, [preparatoryTech]);
  else if (!isNothing(preparatoryGiven))
    reading.keep(preparatoryField, preparatoryGiven, 'archive.field.object');
  // Some exports have the responses beside the reviews: the first belongs to the first.
  for (const [part, key, reviews] of [
    ['responsescientificreview', 'responseScientificReview', scientific],
    ['responsetechnicalreview', 'responseTechnicalReview', technical],
  ] as const) {
    const [field, value] = at(part);
    const responses = typeof value === 'string' ? [{ response: value }] : value;
    for (const [item, path] of reading.list(responses, field)) {
      const count = Number(/\.(\d+)\.$/.exec(path)?.[1]);
      const review = reviews[count - 1];
      if (review === undefined) reading.keep(path.slice(0, -1), item, 'archive.field.response');
      else reading.block({ [key]: item }, path, [review]);
    }
  }

  const [fieldsField, fieldsGiven] = at('fields');
  const fields = reading.list(fieldsGiven, fieldsField).flatMap(([item, path]) => {
    const { title, values, ...others } = item;
    const list = Array.isArray(values) ? values : [values];
    if (
      typeof title === 'string' &&
      list.every((one) => typeof one === 'string') &&
      Object.keys(others).length === 0
    )
      return [{ title: wellFormed(title), values: list.map((one) => wellFormed(one as string)) }];
    reading.keep(path.slice(0, -1), item, 'archive.field.titled');
    return [];
  });

  const [filesField, filesGiven] = at('files');
  const files = reading.names(filesGiven, filesField);
  const [submittedField, submittedGiven] = at('submitted');
  const submitted = isNothing(submittedGiven) ? null : readLegacyValue('flag', submittedGiven);
  if (submitted !== null && !submitted.ok) reading.keep(submittedField, submittedGiven, submitted.why);

  const { name: callName = '', ...callRest } = call.into;
  const record = legacyRecordSchema.parse({
    ...common.into,
    ...(discr === undefined ? (only === undefined ? {} : { discr: only }) : { discr }),
    call: {
      name: callName,
      ...callRest,
      machines: [...new Set(machines)],
      machinePreparatory: [...new Set(machinePreparatory)].map((one) => ({ name: one })),
    },
    regular: blockOf('regular'),
    preparatory: blockOf('preparatory'),
    proposalResourcesAll: resources.map(({ into }) => into),
    preparatoryTechReview: Object.keys(preparatoryTech.into).length === 0 ? null : preparatoryTech.into,
    scientificReviewAll: scientific.map(({ into }) => into),
    technicalReviewAll: technical.map(({ into }) => into),
    fields,
  });
  return {
    ok: true,
    read: {
      number: named,
      submitted: submitted?.ok === true ? submitted.value === true : record.submitted_at !== undefined,
      record,
      files,
      unread: reading.unread,
      remarks: reading.remarks,
    },
  };
}

/**
 * A row of a table as the record that it describes: `call.name` is the name inside `call`, `scientificReviewAll.2.score`
 * the score of the second review.
 */
export function recordOfRow(row: Readonly<Record<string, string>>): Given {
  const root: Record<string, unknown> = Object.create(null);
  for (const [path, value] of Object.entries(row)) {
    if (value.trim() === '') continue;
    const segments = path.split('.').map((segment) => segment.trim());
    let into = root;
    const isFree = segments.slice(0, -1).every((segment) => {
      const next = Object.hasOwn(into, segment) ? into[segment] : Object.create(null);
      if (!isObject(next)) return false;
      into[segment] = next;
      into = next as Record<string, unknown>;
      return true;
    });
    const last = segments.at(-1) ?? path;
    // A column whose place is taken keeps its whole name: it is not understood, and kept.
    if (isFree && !Object.hasOwn(into, last)) into[last] = value;
    else root[path] = value;
  }
  return root;
}
