import { type Message, message } from '@clearcall/i18n/message.ts';
import { nothing } from './elements/rule.ts';
import { elementRules } from './elements/rules.ts';
import type { Node } from './plan.ts';
import { COMPUTED, EDITABLE, placeOfKey, type Submission, VISIBLE, walk } from './submission-state.ts';
import type { Change, FieldKey } from './types.ts';

/** What may be stored of what a person sent, typed, or has in the profile. */

/**
 * What to copy from the profile into empty elements. Options are found by their value or by what they show. Nothing is
 * applied. With `appeared`, the fields that a change has touched, only those of them are filled that nobody has ever
 * answered: a question or row that comes later gets what the others got when the form was opened, and what was emptied
 * stays empty.
 */
export function autofill(
  s: Submission,
  profile: Readonly<Record<string, string>>,
  appeared?: readonly FieldKey[],
): Change[] {
  const changes: Change[] = [];
  const places = appeared === undefined ? null : new Set(appeared.map((key) => placeOfKey(s, key)));
  walk(s, s.plan.nodes, (node, place, row) => {
    if (s.stored[place] !== null || (places !== null && !places.has(place))) return;
    const from = node.element.config.autofill;
    const given = from === undefined ? undefined : profile[from];
    const wanted = VISIBLE | EDITABLE;
    if (given === undefined || given === '' || ((s.flags[place] ?? 0) & wanted) !== wanted) return;
    if (!node.isEmpty(s.values[place] ?? nothing)) return;
    const key = { elementId: node.element.id, groupId: row === null ? null : row.id };
    const option = node.rule.offers === 'options' ? optionFor(s, node, given) : given;
    if (option === null) return;
    const kept = storable(s, key, [option]);
    if (kept.ok && !node.isEmpty(kept.values)) changes.push({ kind: 'set', ...key, values: kept.values });
  });
  return changes;
}

function itemsFor(s: Submission, node: Node): readonly { value: string; label: string }[] {
  const { items, optionsGroup } = node.element;
  return items ?? (optionsGroup === undefined ? [] : (s.context.options[optionsGroup] ?? []));
}

function optionFor(s: Submission, node: Node, given: string): string | null {
  const items = itemsFor(s, node);
  const wanted = given.toLowerCase();
  const found =
    items.find(({ value }) => value === given) ??
    items.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted);
  return found?.value ?? null;
}

export type Storable =
  | { ok: true; values: string[] }
  | {
      ok: false;
      code:
        | 'unknown_element'
        | 'not_a_field'
        | 'computed'
        | 'wrong_type'
        | 'too_long'
        | 'too_many'
        | 'unknown_option'
        | 'hidden'
        | 'locked';
      sentence: Message;
    };

/** The message of each refusal that needs no numbers. */
export const storableSentences = {
  unknown_element: message('forms.refused.unknownElement'),
  not_a_field: message('forms.refused.notAField'),
  computed: message('forms.refused.computed'),
  hidden: message('forms.refused.hidden'),
  locked: message('forms.refused.locked'),
  unknown_option: message('forms.refused.unknownOption'),
} as const;

function refuse(code: keyof typeof storableSentences): Storable {
  return { ok: false, code, sentence: storableSentences[code] };
}

function isKnownValue(s: Submission, node: Node, value: string): boolean {
  switch (node.rule.offers) {
    case 'anything':
      return true;
    case 'options':
      return itemsFor(s, node).some((item) => item.value === value);
    case 'partitions':
      return s.context.partitions.some(({ id }) => id === value);
    case 'documents':
      return s.context.documents.some(({ id }) => id === value);
  }
}

/**
 * What the server stores for values that were sent, and what a control makes of what was typed: cleaned (NFC, LF,
 * decimal point, cap), or refused. A draft may be incomplete and beyond the limits of its form, but not of another
 * type, beyond the hard limits, or at a place that is hidden, locked or computed as the submission stands: apply all
 * changes of a save first, then ask for each.
 */
export function storable(s: Submission, key: FieldKey, values: readonly string[]): Storable {
  const node = s.plan.byId.get(key.elementId);
  if (node === undefined || (node.group === null) !== (key.groupId === null))
    return refuse('unknown_element');
  const place = placeOfKey(s, key);
  if (place < 0) return refuse('unknown_element');
  const { kind } = node;
  if (kind === 'none' || kind === 'rows') return refuse('not_a_field');
  const flags = s.flags[place] ?? 0;
  if ((flags & COMPUTED) !== 0) return refuse('computed');
  if ((flags & VISIBLE) === 0) return refuse('hidden');
  if ((flags & EDITABLE) === 0) return refuse('locked');
  const kept = elementRules[node.element.type].normalise(values, node.element);
  if (!kept.ok) return kept;
  for (const value of kept.values) if (!isKnownValue(s, node, value)) return refuse('unknown_option');
  return kept;
}
