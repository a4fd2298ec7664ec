import {
  type CallDefinition,
  type CutoffDefinition,
  documentOfAddress,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import { isListOfThings, isNode, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import { type Difference, diffCalls, isSame } from '@clearcall/domain/calls/definition/diff-calls.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { placeOf } from '@clearcall/domain/calls/definition/merge-changes.ts';
import {
  inLanguage,
  inOrderFor,
  languageOf,
  type TextInLanguages,
} from '@clearcall/domain/forms/text-in-languages.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { isLanguage, languageNames } from '@clearcall/i18n/language.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import type { Quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage, t, translate, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, listText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { thingName } from '../../parts/calls/flow-names.ts';

/** The definition of a call, with the names that describe its places. */
export interface Naming {
  definition: CallDefinition;
  partitions: readonly { id: string; name: string }[];
}

/** One difference in words. Without a text on one side, nothing was or is there. */
export interface DifferenceLine {
  /** Its place; of the flow the whole, because its parts depend on each other. */
  at: Address;
  label: string;
  kind: 'added' | 'removed' | 'changed';
  before?: string | undefined;
  after?: string | undefined;
}

export interface DifferenceGroup {
  title: string;
  lines: DifferenceLine[];
}

/** Tells differences in words, grouped by their places in the order in which they come. */
export function differenceGroups(differences: readonly Difference[], naming: Naming): DifferenceGroup[] {
  const groups = new Map<string, DifferenceLine[]>();
  const add = (told: Told | null) => {
    if (told === null) return;
    const { group, ...line } = told;
    const lines = groups.get(group) ?? [];
    groups.set(group, lines);
    if (!lines.some((other) => isSameLine(line, other))) lines.push(line);
  };
  for (const difference of differences.flatMap(split)) {
    add(tell(difference, naming));
    // They can only be restored with their cut-off.
    for (const part of offersOf(difference)) {
      const offer = tell(part, naming);
      add(offer && { ...offer, at: placeOf(difference.change) });
    }
  }
  return [...groups].map(([title, lines]) => ({ title, lines }));
}

const isSameLine = (one: DifferenceLine, other: DifferenceLine): boolean =>
  one.label === other.label &&
  one.kind === other.kind &&
  one.before === other.before &&
  one.after === other.after;

const nest = (at: Address, value: unknown): unknown =>
  at.reduceRight((inner: unknown, name) => ({ [name]: inner }), value);

/** A change of a whole object or list, as the changes of its parts. */
function split(difference: Difference): Difference[] {
  const { change, before } = difference;
  if (change.do !== 'set' || change.at.at(-1) === 'file') return [difference];
  if (isSame(before, change.value)) return [];
  const { at, value } = change;
  const [was, is] = [before ?? emptyAs(value), value ?? emptyAs(before)];
  const hasParts = (isNode(was) && isNode(is)) || (isListOfThings(was) && isListOfThings(is));
  return hasParts ? diffCalls(nest(at, was), nest(at, is)).flatMap(split) : [difference];
}

const emptyAs = (value: unknown): unknown => (isListOfThings(value) ? [] : isNode(value) ? {} : undefined);

/** The amounts and timeframes of a cut-off that was added. */
function offersOf({ change }: Difference): Difference[] {
  if (change.do !== 'add' || change.to.join() !== 'cutoffs') return [];
  const cutoff = change.thing as unknown as CutoffDefinition;
  return (['amounts', 'timeframes'] as const).flatMap((list) =>
    cutoff[list].map((thing) => ({
      change: { do: 'add', to: ['cutoffs', cutoff.id, list], after: null, thing },
    })),
  );
}

type Told = DifferenceLine & { group: string };

function kindOf({ change, before }: Difference): DifferenceLine['kind'] {
  if (change.do === 'add' || change.do === 'remove') return change.do === 'add' ? 'added' : 'removed';
  if (change.do === 'move') return 'changed';
  return before === undefined ? 'added' : change.value === undefined ? 'removed' : 'changed';
}

function tell(difference: Difference, naming: Naming): Told | null {
  const { change } = difference;
  const at = placeOf(change);
  const [part = ''] = at;
  if (part === 'flow') return tellFlow(difference, at, naming);
  const text = (value: unknown) => valueText(value, at, naming.definition);
  const [before, after] = [
    difference.before === undefined ? undefined : text(difference.before),
    change.do === 'add' ? text(change.thing) : change.do === 'set' ? text(change.value) : undefined,
  ];
  return {
    at,
    ...placeText(at, naming, change.do === 'add' ? change.thing : difference.before),
    kind: kindOf(difference),
    ...(change.do === 'move' ? {} : { before, after }),
  };
}

const inReader = (text: unknown): string =>
  typeof text === 'string' || isNode(text)
    ? inLanguage(text as TextInLanguages, inOrderFor(pageLanguage()))
    : '';

/** The title of the call in the language of the page. */
export const titleText = ({ definition }: Pick<Naming, 'definition'>): string => inReader(definition.title);

/** The title of the call for a sentence that quotes it. */
export function quotedTitle({ definition: { title } }: Pick<Naming, 'definition'>): Quoted {
  const language = languageOf(title, inOrderFor(pageLanguage()));
  return {
    title: inReader(title),
    lang: langOf({ told: language === null ? {} : { title: language } }, 'title'),
  };
}

/** A property of a text may end in the language of the text. */
function inLanguageText(label: string, language: string | undefined): string {
  return isLanguage(language)
    ? t('setup.publishing.inLanguage', { label, language: languageNames[language] })
    : label;
}

/** Words for a place outside of the flow. `thing` is, or was, there. */
function placeText(at: Address, naming: Naming, thing: unknown): { group: string; label: string } {
  const [part = '', name = '', ...rest] = at;
  switch (part) {
    case 'title':
    case 'description':
    case 'info':
      return { group: t('setup.publishing.place.texts'), label: inLanguageText(nameText(part), name) };
    case 'facts':
      return {
        group: t('setup.publishing.place.facts'),
        label: inLanguageText(nameText(name), rest[0]),
      };
    case 'links':
      return {
        group: t('setup.call.links'),
        label: inLanguageText(nameText(name), rest.at(-1)),
      };
    case 'documents': {
      const document = naming.definition.documents.find(({ id }) => id === name);
      const known = document ?? (rest.length === 0 && isNode(thing) ? thing : undefined);
      const label = t('setup.publishing.name.document', { document: inReader(known?.title) || name });
      return { group: t('setup.call.documents'), label: inLanguageText(label, rest.at(-1)) };
    }
    case 'cutoffs':
      return cutoffPlace(name, rest, naming);
    default:
      return { group: t('setup.publishing.place.facts'), label: nameText(part) };
  }
}

/** Texts that name the properties of a call. */
const names = {
  title: 'admin.field.title',
  description: 'setup.call.description',
  info: 'setup.call.info',
  duration: 'setup.call.duration',
  review: 'setup.call.review',
  who: 'setup.call.who',
  track: 'setup.call.track',
  link1: 'setup.publishing.name.link1',
  link2: 'setup.publishing.name.link2',
  guidelineReviewer: 'setup.link.guideline',
  termsOfReference: 'setup.link.terms',
  code: 'admin.field.code',
  year: 'admin.field.year',
  number: 'admin.field.number',
  logo: 'setup.publishing.name.logo',
  published: 'setup.publishing.name.published',
  unit: 'admin.field.unit',
  timeZone: 'setup.call.zone',
  uidPattern: 'setup.call.pattern',
  downloadRoles: 'setup.right.download',
  disabled: 'setup.publishing.name.disabled',
  min: 'setup.limit.min',
  max: 'setup.limit.max',
  fixed: 'setup.limit.fixed',
  pool: 'setup.limit.pool',
  start: 'setup.publishing.name.start',
  end: 'setup.publishing.name.end',
} as const;

const nameText = (name: string): string =>
  Object.hasOwn(names, name) ? t(names[name as keyof typeof names]) : name;

/** A cut-off by its number and its end. */
export function cutoffName(id: string, { cutoffs, timeZone }: CallDefinition): string {
  const nth = cutoffs.findIndex((cutoff) => cutoff.id === id);
  const cutoff = cutoffs[nth];
  if (cutoff === undefined) return t('setup.publishing.cutoffGone');
  return cutoff.end === null
    ? t('setup.publishing.cutoffAlways', { n: nth + 1 })
    : t('setup.publishing.cutoff', { n: nth + 1, until: dateTimeText(cutoff.end, timeZone) });
}

function cutoffPlace(id: string, rest: Address, { definition, partitions }: Naming) {
  const [list, thing = '', property = ''] = rest;
  const group = cutoffName(id, definition);
  if (list === 'amounts') {
    const partition = partitions.find((one) => one.id === thing)?.name ?? thing;
    return {
      group,
      label:
        property === '' ? partition : t('setup.publishing.amount', { partition, amount: nameText(property) }),
    };
  }
  if (list === 'timeframes') {
    const step = stepTitle(thing, definition);
    return {
      group,
      label:
        property === ''
          ? t('setup.publishing.timeframe', { step })
          : t('setup.publishing.ofStep', { step, moment: nameText(property) }),
    };
  }
  return { group, label: list === undefined ? t('setup.call.cutoff') : nameText(list) };
}

function stepTitle(id: string, { flow }: CallDefinition): string {
  const step = valueAt(flow, ['steps', id]);
  return (isNode(step) && inReader(step.title)) || id;
}

function valueText(value: unknown, at: Address, definition: CallDefinition): string | undefined {
  const property = at.at(-1) ?? '';
  const moment = (one: unknown) =>
    typeof one === 'string' ? dateTimeText(one, definition.timeZone) : t('setup.publishing.noEnd');
  if (value === undefined) return undefined;
  switch (property) {
    case 'start':
    case 'end':
      return moment(value);
    case 'disabled':
      return t(value === true ? 'setup.publishing.notOffered' : 'setup.publishing.offered');
    case 'published':
      return t(value === true ? 'setup.publishing.shown' : 'setup.publishing.hidden');
    case 'downloadRoles':
      return Array.isArray(value) && value.length > 0
        ? listText(value.map((role) => translate(roleMessage(String(role)))))
        : t('setup.publishing.none');
    case 'timeZone':
      return zoneText(String(value));
    case 'unit':
      return unitText(String(value));
    case 'min':
    case 'max':
    case 'fixed':
    case 'pool':
      return value === null ? t('setup.publishing.none') : numberText(String(value));
  }
  if (at[0] === 'info') return plainText(String(value));
  if (isNode(value)) return thingText(value, at, moment);
  if (value === null || value === '') return t('setup.publishing.none');
  const name = at[0] === 'links' ? documentOfAddress(String(value)) : null;
  if (name === null) return String(value);
  const document = definition.documents.find(({ id }) => id === name);
  return t('setup.publishing.name.document', { document: inReader(document?.title) || name });
}

/** Words for a thing that was added or removed. */
function thingText(
  thing: Readonly<Record<string, unknown>>,
  at: Address,
  moment: (value: unknown) => string,
): string | undefined {
  if ('filename' in thing) return String(thing.filename);
  if ('title' in thing) return inReader(thing.title);
  if ('start' in thing)
    return t('setup.publishing.fromTo', { start: moment(thing.start), end: moment(thing.end) });
  if (at.includes('amounts')) {
    if (thing.disabled === true) return t('setup.publishing.notOffered');
    const amounts = (['min', 'max', 'fixed', 'pool'] as const).flatMap((name) =>
      thing[name] === null || thing[name] === undefined
        ? []
        : [
            t('setup.publishing.amountOf', {
              amount: nameText(name),
              value: numberText(String(thing[name])),
            }),
          ],
    );
    return amounts.length === 0 ? t('setup.publishing.offered') : listText(amounts);
  }
  return undefined;
}

/** The words of a rich text. */
function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d)>/g, '$& '), 'text/html');
  return (parsed.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** A place of the flow, by the titles of what is on the way to it. Settings of one thing are one line. */
function tellFlow(difference: Difference, at: Address, { definition }: Naming): Told | null {
  const { change, before } = difference;
  const group = t('setup.version');
  const [, list = '', id = ''] = at;
  if (list === 'version') return null;
  const isWhole = change.do === 'add' || change.do === 'remove';
  const thing = change.do === 'add' ? change.thing : before;
  const titles = at.flatMap((_name, nth) => {
    const value = valueAt(definition, at.slice(0, nth + 1));
    const { title } = thingName(definition.flow, isNode(value) && value.id !== undefined ? value : undefined);
    return title === '' ? [] : [title];
  });
  const own = isWhole ? thingName(definition.flow, thing).title : '';
  if (own !== '' && titles.at(-1) !== own) titles.push(own);
  const name = titles.length > 0 ? titles.join(' › ') : id;
  const label =
    list === 'automations' || list === 'templates'
      ? t(`setup.publishing.name.${list}`, { name })
      : name || t('setup.version');
  return {
    at: ['flow'],
    group,
    label,
    kind: isWhole ? kindOf(difference) : 'changed',
  };
}
