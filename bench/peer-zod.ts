import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import { z } from 'zod';
import type { GeneratedForm } from './generated-form.ts';
import { EARLIEST, elementsOf, LATEST, type Peer } from './peers.ts';

/**
 * The generated form as a schema in zod. It has no words for visibility, being required under conditions and exact
 * sums: those are written by hand around it, in one pass in the order of the page, with scaled whole numbers.
 */

type Values = Record<string, unknown>;

const decimal = z
  .string()
  .regex(/^\d+(\.\d{1,2})?$/)
  .refine((text) => Number(text) <= 1_000_000);

function schemaOf({ type, config, items, children }: Element): z.ZodType {
  switch (type) {
    case 'group':
      return z
        .array(z.object(Object.fromEntries((children ?? []).map((child) => [child.id, schemaOf(child)]))))
        .min(1)
        .max(30);
    case 'select':
      return z.enum((items ?? []).map(({ value }) => value)).optional();
    case 'number':
      return config.max === undefined || config.max === '1000000'
        ? decimal.optional()
        : z
            .string()
            .regex(/^\d+(\.\d)?$/)
            .refine((text) => Number(text) <= Number(config.max))
            .optional();
    case 'date':
      return z.iso
        .date()
        .refine((day) => day >= EARLIEST && day <= LATEST)
        .optional();
    case 'multitext':
      return z.array(z.string()).min(1).max(5).optional();
    default:
      return z
        .string()
        .min(config.length?.min ?? 0)
        .max(config.length?.max ?? 2000)
        .optional();
  }
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

export function zodPeer(form: GeneratedForm): Peer {
  const elements = elementsOf(form);
  const isSum = (element: Element): boolean => form.sums.has(element.id);
  const fields = elements.filter((element) => !isSum(element));
  const byId = new Map(fields.map((element) => [element.id, element]));
  const schemas = new Map(fields.map((element) => [element.id, schemaOf(element)]));
  const groupOf = new Map(
    fields.flatMap(({ id, children }) => (children ?? []).map((child) => [child.id, id] as const)),
  );
  const before: Values = {};
  for (const { answers } of form.input.context.submitted) {
    for (const { elementId, values } of answers) before[elementId] = values[0];
  }
  const holds = ({ refs, type, values }: Validation, all: Values): boolean => {
    const ref = refs[0];
    const name = ref !== undefined && 'element' in ref ? ref.element : '';
    const value = before[name] ?? all[name];
    return type === 'greater' ? Number(value) > Number(values[0]) : value === values[0];
  };
  const applies = (element: Element, name: 'visible' | 'required', all: Values): boolean | null => {
    for (const effect of element.effects) {
      if (effect.effect !== 'sum' && effect.effect === name) {
        return effect.validations.some((row) => row.every((validation) => holds(validation, all)));
      }
    }
    return null;
  };
  /** What is left when everything hidden is taken away. */
  const shownOf = (all: Values): Values => {
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
  };
  const sumOf = (shown: Values, parts: readonly string[]): string => {
    let total = 0n;
    for (const part of parts) {
      const group = groupOf.get(part);
      const rows = group === undefined ? undefined : shown[group];
      if (Array.isArray(rows)) for (const row of rows) total += hundredths(row[part]);
      else total += hundredths(shown[part]);
    }
    return asText(total);
  };
  const isMissing = (element: Element, all: Values, value: unknown): boolean =>
    (value === undefined || value === '') &&
    (applies(element, 'required', all) ?? element.config.required === true);
  const whole = z.object(Object.fromEntries(schemas)).superRefine((all: Values, context) => {
    for (const element of fields) {
      if (!(element.id in all)) continue;
      const value = all[element.id];
      if (isMissing(element, all, value)) context.addIssue({ code: 'custom', path: [element.id] });
      if (!Array.isArray(value) || element.children === undefined) continue;
      for (const [at, row] of value.entries()) {
        for (const child of element.children) {
          if (child.id in row && isMissing(child, row, row[child.id])) {
            context.addIssue({ code: 'custom', path: [element.id, at, child.id] });
          }
        }
      }
    }
  });
  const sums = new Map<string, string>();
  const sumAll = (shown: Values): void => {
    for (const [id, parts] of form.sums) sums.set(id, sumOf(shown, parts));
  };
  /** Answers as the server has them, as one object. */
  const dataOf = (): Values => {
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
  };
  const data = dataOf();
  let shown = shownOf(data);
  sumAll(shown);
  return {
    name: 'zod and conditions by hand',
    change: (elementId, values) => {
      data[elementId] = byId.get(elementId)?.type === 'multitext' ? values : values[0];
      shown = shownOf(data);
      schemas.get(elementId)?.safeParse(shown[elementId]);
      sumAll(shown);
    },
    check: async () => {
      const all = shownOf(dataOf());
      sumAll(all);
      const result = whole.safeParse(all);
      return result.success ? 0 : new Set(result.error.issues.map(({ path }) => path.join('.'))).size;
    },
    shownInChain: () => form.chain.filter((id) => id in shown).length,
    sum: (id) => sums.get(id) ?? '',
  };
}
