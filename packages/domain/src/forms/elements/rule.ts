import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import { isMultiple, placeBetween } from '../decimals.ts';
import { hardLimits, limitCount, limitValue } from '../limits.ts';
import { messages, reasons } from '../messages.ts';
import { isAtLeast, isVisible, lengthOfText, normaliseLine } from '../text.ts';
import type { Element, FormContext, Item, Partition } from '../types.ts';

/** What the values of an element are, for conditions, sums and limits. */
export type Kind = 'text' | 'number' | 'date' | 'flag' | 'choice' | 'list' | 'files' | 'rows' | 'none';

/** What an element can know of the world while its values are checked or shown. */
export interface Around {
  context: FormContext;
  /** Values of the element in `optionsBy`; null when the element has no such. */
  parent: readonly string[] | null;
  /** The partition whose amount this is; null when none is chosen or the element is no amount. */
  partition: Partition | null;
  /** Groups: whether at least one row is needed. */
  required: boolean;
}

export type Normalised =
  | { ok: true; values: string[] }
  | { ok: false; code: 'wrong_type' | 'too_long' | 'too_many' | 'unknown_option'; sentence: Message };

/** All that the engine needs to know about a type of element. Nothing outside this folder asks what type one is. */
export interface ElementRule {
  kind: Kind;
  /** What config.min and config.max limit. */
  limits: 'none' | 'characters' | 'number' | 'date' | 'items';
  /** Where the values come from: free, a list of options, the partitions, uploaded documents. */
  offers: 'anything' | 'options' | 'partitions' | 'documents';
  /** The element is an amount of a partition: limited, forced or cleared by what the cut-off offers. */
  amount: boolean;
  /** The rule below comes before a `valid` effect. */
  checkedFirst: boolean;
  /** Held where nothing was ever answered and the form sets no default. */
  initial: readonly string[];
  isEmpty(values: readonly string[]): boolean;
  /** What the server stores for what a person sent: cleaned, or refused. Idempotent. */
  normalise(values: readonly string[], element: Element): Normalised;
  /** The first broken rule of values that are not empty (of rows: always), in the words of the specification. */
  check(values: readonly string[], element: Element, around: Around): Message | null;
  /** As people read it, in documents and mails. */
  display(values: readonly string[], element: Element, around: Around): Translatable;
}

export const nothing: readonly string[] = [];

const refusals = {
  wrong_type: message('forms.refused.wrongType'),
  too_long: message('forms.refused.tooLong'),
  too_many: message('forms.refused.tooMany'),
  unknown_option: message('forms.refused.unknownOption'),
} as const;

/** A refusal of normalise, with its sentence. */
export function refused(code: keyof typeof refusals): Normalised {
  return { ok: false, code, sentence: refusals[code] };
}

export function accepted(values: string[]): Normalised {
  return { ok: true, values };
}

/** No value, or one that shows nothing. */
export function isBlank(values: readonly string[]): boolean {
  const first = values[0];
  if (first === undefined) return true;
  // Most texts begin with a letter: only the others need to be looked through.
  return values.length === 1 && !(first.charCodeAt(0) > 32 && first.charCodeAt(0) < 127) && !isVisible(first);
}

/** No value at all: of lists, an item of white space is an item. */
export function isNone(values: readonly string[]): boolean {
  return values.length === 0;
}

/** Cleans one value with `fold`; '' and no value mean empty. */
export function oneValue(
  values: readonly string[],
  longest: number,
  fold: (value: string) => string | null,
): Normalised {
  if (values.length > 1) return refused('too_many');
  const first = values[0];
  if (first === undefined) return accepted([]);
  if (first.length > longest * 4) return refused('too_long');
  const folded = fold(first);
  if (folded === null) return refused('wrong_type');
  if (lengthOfText(folded) > longest) return refused('too_long');
  return accepted(folded === '' ? [] : [folded]);
}

const asItIs = (item: string): string => item;

/** Cleans a list: each item on one line, empty and repeated ones dropped. `keyOf`: two items with one key are the same. */
export function manyValues(values: readonly string[], most: number, keyOf = asItIs): Normalised {
  if (values.length > most) return refused('too_many');
  const kept = new Map<string, string>();
  for (const value of values) {
    if (value.length > hardLimits.itemCharacters * 4) return refused('too_long');
    const line = normaliseLine(value);
    if (lengthOfText(line) > hardLimits.itemCharacters) return refused('too_long');
    const key = keyOf(line);
    if (line !== '' && !kept.has(key)) kept.set(key, line);
  }
  return accepted([...kept.values()]);
}

/** One text, within its length limits. */
export function checkLength(values: readonly string[], element: Element): Message | null {
  if (values.length > 1) return messages.invalid();
  const limits = element.config.length;
  const text = values[0];
  if (limits === undefined || text === undefined) return null;
  const { min, max } = limits;
  if (min !== undefined && !isAtLeast(text, min)) return messages.textMin(min);
  // NFC makes a text at most three times as long: most texts need no counting.
  if (max !== undefined && text.length * 3 > max && lengthOfText(text) > max) return messages.textMax(max);
  return null;
}

/** Least and most items of a list. */
export function checkItems(values: readonly string[], element: Element): Message | null {
  const { min, max } = element.config;
  const least = limitCount(min);
  if (least !== null && values.length < least) return messages.itemsMin(least);
  const most = limitCount(max);
  if (most !== null && values.length > most) return messages.itemsMax(most);
  return null;
}

/** Least and greatest value and the decimals of a number. */
export function checkNumber(values: readonly string[], element: Element, around: Around): Message | null {
  const value = values[0];
  if (value === undefined || values.length > 1) return messages.invalid();
  const { config } = element;
  const min = limitValue(config.min, around.context);
  const max = limitValue(config.max, around.context);
  switch (placeBetween(value, min, max, config.decimals ?? 0)) {
    case 'no number':
      return messages.invalid(reasons.noNumber());
    case 'too fine':
      return messages.invalid(reasons.decimals(config.decimals ?? 0));
    case 'below':
      return messages.valueMin(min ?? '');
    case 'above':
      return messages.valueMax(max ?? '');
    case 'within':
      return config.step === undefined || isMultiple(value, config.step)
        ? null
        : messages.invalid(reasons.step(config.step));
  }
}

/** The options of an element: its own, or those of its option group. */
export function itemsOf(element: Element, context: FormContext): readonly Item[] {
  if (element.items !== undefined) return element.items;
  return element.optionsGroup === undefined ? [] : (context.options[element.optionsGroup] ?? []);
}

/** That an option is offered now; with `optionsBy` only under the value of its parent. Null, or what is wrong. */
export function checkOffered(value: string, element: Element, around: Around): Message | null {
  const items = itemsOf(element, around.context);
  const { parent } = around;
  let isElsewhere = false;
  for (const item of items) {
    if (item.value === value) {
      if (parent === null) return null;
      if (item.parent !== undefined && parent.includes(item.parent)) return null;
      isElsewhere = true;
    }
  }
  return messages.invalid(isElsewhere ? reasons.notOfferedUnder() : reasons.notOffered());
}

/** Whether a partition is offered at the active cut-off. */
export function isOfferedPartition(id: string, around: Around): boolean {
  const { partitions } = around.context;
  for (const partition of partitions) if (partition.id === id) return !partition.disabled;
  return false;
}

export function showLabel(value: string, element: Element, around: Around): string {
  for (const item of itemsOf(element, around.context)) if (item.value === value) return item.label;
  return value;
}

export function showPartition(id: string, around: Around): string {
  for (const partition of around.context.partitions) if (partition.id === id) return partition.name;
  return id;
}

/** What display elements have in common: they hold nothing. */
export const displayOnly: ElementRule = {
  kind: 'none',
  limits: 'none',
  offers: 'anything',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: () => true,
  normalise: () => refused('wrong_type'),
  check: () => null,
  display: () => '',
};

/** What most types with a single line have in common. */
export const singleLine: ElementRule = {
  kind: 'text',
  limits: 'none',
  offers: 'anything',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isBlank,
  normalise: (values) => oneValue(values, hardLimits.lineCharacters, normaliseLine),
  check: () => null,
  display: (values) => values[0] ?? '',
};
