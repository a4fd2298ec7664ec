import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import type { GeneratedForm } from './generated-form.ts';
import { elementsOf } from './peers.ts';

export type Values = Record<string, unknown>;

/**
 * What schemas and form libraries have no words for, as their users write it by hand: visibility and being required
 * under conditions, in one pass in the order of the page, and exact sums, with scaled whole numbers.
 */
export interface ByHand {
  /** Without the sums: those are no input. */
  fields: Element[];
  byId: ReadonlyMap<string, Element>;
  /** Answers as the server has them, as one object; the rows of a group as a list. */
  data(): Values;
  /** Null where no effect says anything. */
  applies(element: Element, effect: 'visible' | 'required', all: Values): boolean | null;
  /** What is left when everything hidden is taken away. */
  shown(all: Values): Values;
  sum(id: string, shown: Values): string;
  /** The paths of required fields that are shown and empty. */
  missing(shown: Values): string[];
}

function hundredths(text: unknown): bigint {
  if (typeof text !== 'string') return 0n;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

function asText(sum: bigint): string {
  const text = sum.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`.replace(/\.?0+$/, '');
}

/** Decimal texts added without an error. */
export function exactSum(texts: readonly unknown[]): string {
  let total = 0n;
  for (const text of texts) total += hundredths(text);
  return asText(total);
}

/** The one element that a condition of these forms reads, or ''. */
export function readBy({ refs }: Validation): string {
  const ref = refs[0];
  return ref !== undefined && 'element' in ref ? ref.element : '';
}

export function holds({ type, values }: Validation, value: unknown): boolean {
  return type === 'greater' ? Number(value) > Number(values[0]) : value === values[0];
}

/** Answers of the step before, which conditions read too. */
export function answersBefore(form: GeneratedForm): Values {
  const before: Values = {};
  for (const { answers } of form.input.context.submitted) {
    for (const { elementId, values } of answers) before[elementId] = values[0];
  }
  return before;
}

export function byHand(form: GeneratedForm): ByHand {
  const fields = elementsOf(form).filter((element) => !form.sums.has(element.id));
  const byId = new Map(fields.map((element) => [element.id, element]));
  const groupOf = new Map(
    fields.flatMap(({ id, children }) => (children ?? []).map((child) => [child.id, id] as const)),
  );
  const before = answersBefore(form);
  const applies: ByHand['applies'] = (element, name, all) => {
    for (const effect of element.effects) {
      if (effect.effect !== 'sum' && effect.effect === name) {
        return effect.validations.some((row) =>
          row.every((validation) => {
            const id = readBy(validation);
            return holds(validation, before[id] ?? all[id]);
          }),
        );
      }
    }
    return null;
  };
  const isMissing = (element: Element, all: Values, value: unknown): boolean =>
    (value === undefined || value === '') &&
    (applies(element, 'required', all) ?? element.config.required === true);
  return {
    fields,
    byId,
    applies,
    data: () => {
      const rows = new Map<string, Values>();
      const data: Values = {};
      for (const { id, elementId } of form.input.rows) {
        const row: Values = {};
        rows.set(id, row);
        const list = data[elementId];
        if (Array.isArray(list)) list.push(row);
        else data[elementId] = [row];
      }
      for (const { elementId, groupId, values } of form.input.answers) {
        const value = byId.get(elementId)?.type === 'multitext' ? values : values[0];
        if (groupId === null) data[elementId] = value;
        else {
          const row = rows.get(groupId);
          if (row !== undefined) row[elementId] = value;
        }
      }
      return data;
    },
    shown: (all) => {
      const shown: Values = {};
      for (const element of fields) {
        const value = all[element.id];
        if (applies(element, 'visible', shown) === false) continue;
        const { children } = element;
        shown[element.id] =
          children === undefined || !Array.isArray(value)
            ? value
            : value.map((row: Values) =>
                Object.fromEntries(
                  children
                    .filter((child) => applies(child, 'visible', row) !== false)
                    .map((child) => [child.id, row[child.id]]),
                ),
              );
      }
      return shown;
    },
    sum: (id, shown) =>
      exactSum(
        (form.sums.get(id) ?? []).flatMap((part) => {
          const rows = shown[groupOf.get(part) ?? ''];
          return Array.isArray(rows) ? rows.map((row) => row[part]) : [shown[part]];
        }),
      ),
    missing: (shown) => {
      const paths: string[] = [];
      for (const element of fields) {
        if (!(element.id in shown)) continue;
        const value = shown[element.id];
        if (isMissing(element, shown, value)) paths.push(element.id);
        if (!Array.isArray(value) || element.children === undefined) continue;
        for (const [at, row] of value.entries()) {
          for (const child of element.children) {
            if (child.id in row && isMissing(child, row, row[child.id])) {
              paths.push(`${element.id}.${at}.${child.id}`);
            }
          }
        }
      }
      return paths;
    },
  };
}
