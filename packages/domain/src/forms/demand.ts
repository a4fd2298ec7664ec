import type { Message, Translatable } from '@clearcall/i18n/message.ts';
import type { SubjectKind } from './conditions.ts';
import { compareDecimals, differenceOfDecimals, isDecimal } from './decimals.ts';
import { elementRules } from './elements/rules.ts';
import { demands, messages, sameMessage } from './messages.ts';
import type { Element, FormContext, Read, ValidationType } from './types.ts';

/** What one side of a condition reads: an element of the same step. */
export interface Side {
  element: Element;
  read: Read;
  kind: SubjectKind;
  values: readonly string[];
  /** The field that is checked itself. */
  isOwn: boolean;
  /** It is read from all rows of a group, any of which will do. */
  isOfRows: boolean;
}

/** A condition that does not hold. An operand without an element is a literal, or a day of the calendar of the call. */
export interface Demand {
  type: ValidationType;
  subject: Side;
  operands: readonly (string | Side)[];
}

type Show = (value: string) => Translatable;

/** What a side is called; `first` where the sentence begins with it. */
function nameOf({ element, read, isOwn, isOfRows }: Side, first = false): Translatable {
  if (isOwn && read === 'value') return demands.own(first);
  const field = demands.field(element.title);
  const name = read === 'value' ? field : demands.of(read, field, first && !isOfRows);
  return isOfRows ? demands.of('oneOfRows', name, first) : name;
}

function isAmount({ kind }: Side): boolean {
  return kind === 'number' || kind === 'rows' || kind === 'count';
}

/** Values as people read them: with their unit, their label, or the day first. */
function showOf(side: Side, context: FormContext): Show {
  if (side.read !== 'value' || side.kind === 'rows') return (value) => value;
  const rule = elementRules[side.element.type];
  const around = { context, parent: null, partition: null, required: false };
  return (value) => rule.display([value], side.element, around);
}

/** The one value of the other side that can be told; null when it is none, or several. */
function knownOf(operand: string | Side): string | null {
  if (typeof operand === 'string') return operand === '' ? null : operand;
  return operand.values.length === 1 ? (operand.values[0] ?? null) : null;
}

function clause({ type, subject, operands }: Demand, context: FormContext, isFirst: boolean): Message | null {
  const it = nameOf(subject, isFirst);
  const show = showOf(subject, context);
  const isOrdered = isAmount(subject) || subject.kind === 'date';
  const [first, second] = operands;
  const shown = (operand: string | Side): Translatable | null => {
    const known = knownOf(operand);
    if (known === null || typeof operand === 'string') return known === null ? null : show(known);
    return isOrdered ? showOf(operand, context)(known) : null;
  };
  const same = (operand: string | Side): Translatable => {
    if (typeof operand !== 'string') return demands.same(nameOf(operand), shown(operand));
    return isOrdered ? show(operand) : demands.field(operand === '' ? '' : show(operand));
  };
  const beside = (operand: string | Side): Translatable =>
    typeof operand === 'string' ? show(operand) : demands.beside(nameOf(operand), shown(operand));
  const equalTo = (operand: string | Side): Message => {
    const value = subject.values.length === 1 && isAmount(subject) ? subject.values[0] : undefined;
    const target = knownOf(operand);
    const gap = value === undefined || target === null ? null : differenceOfDecimals(value, target);
    if (value === undefined || target === null || gap === null || subject.isOfRows)
      return demands.be(it, [same(operand)]);
    const isSum = subject.element.effects.some(({ effect }) => effect === 'sum');
    const isLess = (compareDecimals(value, target) ?? 0) < 0;
    return demands.gap(isSum, isLess, { it, value: show(value), target: same(operand), gap: show(gap) });
  };
  const unit = subject.kind === 'text' || subject.kind === 'choice' ? 'characters' : 'entries';
  switch (type) {
    case 'equal':
      if (operands.includes('')) return null;
      return first !== undefined && second === undefined
        ? equalTo(first)
        : demands.be(it, operands.map(same));
    case 'not_equal':
      if (operands.includes('')) return operands.length === 1 ? demands.filled(it) : null;
      return demands.notBe(it, operands.map(same));
    case 'greater':
      if (first === undefined) return null;
      return subject.kind === 'date' ? demands.after(it, beside(first)) : demands.more(it, beside(first));
    case 'lesser':
      if (first === undefined) return null;
      return subject.kind === 'date' ? demands.before(it, beside(first)) : demands.less(it, beside(first));
    case 'difference': {
      if (first === undefined) return null;
      const most = second === undefined ? '0' : knownOf(second);
      if (most === null || !isDecimal(most)) return null;
      return compareDecimals(most, '0') === 0 ? equalTo(first) : demands.near(it, beside(first), show(most));
    }
    case 'min_length':
      return typeof first === 'string' ? demands.atLeast(it, first, unit) : null;
    case 'max_length':
      return typeof first === 'string' ? demands.atMost(it, first, unit) : null;
    case 'length_range':
      return typeof first === 'string' && typeof second === 'string'
        ? demands.within(it, first, second, unit)
        : null;
    case 'required':
    case 'non_empty':
      return demands.filled(it);
    case 'unconditional':
      return null;
  }
}

/**
 * The message for a value that a `valid` effect refuses: the sentence of the specification, and behind it what the
 * effect asks for, from its own conditions. One demand per alternative, the first that does not hold; null where it
 * cannot be told, because it reads another step, whose answers this reader may not know, or names what nobody can
 * change. Then only the sentence stands.
 */
export function invalidBecause(alternatives: readonly (Demand | null)[], context: FormContext): Message {
  const clauses: Message[] = [];
  for (const demand of alternatives) {
    const clauseText = demand === null ? null : clause(demand, context, clauses.length === 0);
    if (demand === null || clauseText === null) return messages.invalid();
    const isKnown = [clauseText, clause(demand, context, true)].some((one) =>
      clauses.some((other) => sameMessage(one, other)),
    );
    if (!isKnown) clauses.push(clauseText);
  }
  return clauses.length === 0 ? messages.invalid() : messages.invalid(demands.sentence(clauses));
}
