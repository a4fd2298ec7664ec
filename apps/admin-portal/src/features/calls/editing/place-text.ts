import {
  type CallDefinition,
  documentOfAddress,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { inLanguage, inOrderFor, type TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { type Language, languageNames } from '@clearcall/i18n/language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { pageLanguage, t, translate, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, listText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { flowPlaceName } from '../../../parts/calls/flow-names.ts';

/** The definition that a place is in, with the names of what it refers to. */
export interface PlaceNames {
  definition: CallDefinition;
  /** Has the names of what was removed; null if the call was never published. */
  live: CallDefinition | null;
  partitions: readonly { id: string; name: string }[];
  steps: readonly { id: string; title: string }[];
}

const facts = {
  code: 'admin.field.code',
  year: 'admin.field.year',
  number: 'admin.field.number',
  title: 'admin.field.title',
  description: 'setup.call.description',
  info: 'setup.call.info',
  published: 'setup.callEditing.published',
  unit: 'admin.field.unit',
  timeZone: 'setup.call.zone',
  uidPattern: 'setup.call.pattern',
  downloadRoles: 'setup.right.download',
  logo: 'setup.callEditing.logo',
} as const;
const otherFacts = {
  duration: 'setup.call.duration',
  review: 'setup.call.review',
  who: 'setup.call.who',
  track: 'setup.call.track',
} as const;
const links = {
  termsOfReference: 'setup.link.terms',
  guidelineReviewer: 'setup.link.guideline',
  link1: 'setup.callEditing.link1',
  link2: 'setup.callEditing.link2',
} as const;
const limits = {
  min: 'setup.limit.min',
  max: 'setup.limit.max',
  fixed: 'setup.limit.fixed',
  pool: 'setup.limit.pool',
  disabled: 'setup.call.closedHere',
} as const;

const idIn = <Ids extends object>(ids: Ids, name: string | undefined): Ids[keyof Ids] | undefined =>
  name !== undefined && Object.hasOwn(ids, name) ? ids[name as keyof Ids] : undefined;

const isLanguage = (name: string | undefined): name is Language =>
  name !== undefined && Object.hasOwn(languageNames, name);

const textOf = (text: TextInLanguages) => inLanguage(text, inOrderFor(pageLanguage()));

/** A cut-off by its place in the call, or in the live call if it was removed. */
export function cutoffName({ definition, live }: PlaceNames, id: string): string {
  const nth = [definition, live]
    .map((call) => call?.cutoffs.findIndex((cutoff) => cutoff.id === id) ?? -1)
    .find((place) => place >= 0);
  return nth === undefined ? t('setup.call.cutoff') : t('setup.callEditing.cutoff', { n: nth + 1 });
}

/** A place in words, such as ‘Title (English)’ or ‘Karolina GPU: Max’. */
export function placeText(names: PlaceNames, at: Address): string {
  const { definition, live, partitions, steps } = names;
  const [part = '', id, list, thing, property] = at;
  const inTongue = (label: string, language: string | undefined) =>
    isLanguage(language)
      ? t('setup.callEditing.inLanguage', { label, language: languageNames[language] })
      : label;
  if (part === 'cutoffs') {
    if (id === undefined) return t('setup.cutoffs');
    if (list === 'amounts' && thing !== undefined) {
      const name = partitions.find((partition) => partition.id === thing)?.name ?? thing;
      const limit = idIn(limits, property);
      return limit === undefined ? name : t('setup.callEditing.part', { whole: name, part: t(limit) });
    }
    if (list === 'timeframes' && thing !== undefined) {
      const name = steps.find((step) => step.id === thing)?.title ?? thing;
      return property === 'start' || property === 'end'
        ? t('setup.callEditing.part', { whole: name, part: t(`setup.callEditing.${property}`) })
        : name;
    }
    if (list === 'start' || list === 'end') return t(`setup.callEditing.${list}`);
    return cutoffName(names, id);
  }
  if (part === 'documents') {
    const document = [...definition.documents, ...(live?.documents ?? [])].find((one) => one.id === id);
    return id === undefined
      ? t('admin.field.documents')
      : document === undefined
        ? id
        : textOf(document.title) || id;
  }
  if (part === 'flow') {
    const name = flowPlaceName(definition.flow, at);
    if (name === '') return t('setup.version');
    return id === 'automations' || id === 'templates' ? t(`setup.publishing.name.${id}`, { name }) : name;
  }
  const label =
    part === 'facts' ? idIn(otherFacts, id) : part === 'links' ? idIn(links, id) : idIn(facts, part);
  if (label === undefined) return at.join(' ');
  return inTongue(t(label), at.at(-1));
}

/** A value at a place in words. */
export function valueText(names: PlaceNames, at: Address, value: unknown): string {
  const [part = ''] = at;
  const last = at.at(-1) ?? '';
  if (value === undefined || value === null || value === '') return t('admin.none');
  if (typeof value === 'boolean') return t(value ? 'setup.callEditing.yes' : 'setup.callEditing.no');
  if (typeof value === 'number') return part === 'year' ? String(value) : numberText(value);
  if (Array.isArray(value))
    return value.length === 0
      ? t('setup.right.nobody')
      : listText(value.map((one) => (typeof one === 'string' ? translate(roleMessage(one)) : String(one))));
  if (typeof value === 'object') return objectText(names, at, value as Readonly<Record<string, unknown>>);
  const text = String(value);
  if (part === 'cutoffs')
    return last === 'start' || last === 'end'
      ? dateTimeText(text, names.definition.timeZone)
      : numberText(text);
  if (part === 'unit') return unitText(text);
  if (part === 'timeZone') return zoneText(text);
  if (part === 'info') return plainOf(text);
  const document = part === 'links' ? documentOfAddress(text) : null;
  return document === null ? text : placeText(names, ['documents', document]);
}

/** Rich text without its tags. */
const plainOf = (html: string): string =>
  new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html').body.textContent?.trim() ?? '';

function objectText(names: PlaceNames, at: Address, value: Readonly<Record<string, unknown>>): string {
  const [part, , list] = at;
  const { start, end, title, filename } = value;
  if (typeof start === 'string') {
    const from = dateTimeText(start, names.definition.timeZone);
    return typeof end === 'string'
      ? t('setup.time.fromTo', { start: from, end: dateTimeText(end, names.definition.timeZone) })
      : t('setup.time.from', { start: from });
  }
  if (list === 'amounts')
    return listText(
      (['pool', 'min', 'max', 'fixed'] as const)
        .filter((name) => typeof value[name] === 'string')
        .map((name) =>
          t('setup.callEditing.part', {
            whole: t(`setup.limit.${name}`),
            part: numberText(String(value[name])),
          }),
        ),
    );
  if (typeof filename === 'string') return filename;
  if (title !== undefined) return textOf(title as TextInLanguages);
  return part === 'flow' ? t('setup.callEditing.changed') : textOf(value as TextInLanguages);
}
