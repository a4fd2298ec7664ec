import type { Element } from '@clearcall/domain/forms/types.ts';
import { z } from 'zod';
import { byHand } from './by-hand.ts';
import type { GeneratedForm } from './generated-form.ts';
import { EARLIEST, LATEST, type Peer } from './peers.ts';

/** The generated form as a schema in zod, with visibility, being required under conditions and sums by hand around it. */

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

export function zodPeer(form: GeneratedForm): Peer {
  const hand = byHand(form);
  const schemas = new Map(hand.fields.map((element) => [element.id, schemaOf(element)]));
  const whole = z.object(Object.fromEntries(schemas)).superRefine((all: Record<string, unknown>, context) => {
    for (const path of hand.missing(all)) context.addIssue({ code: 'custom', path: path.split('.') });
  });
  const sums = new Map<string, string>();
  const sumAll = (shown: Record<string, unknown>): void => {
    for (const id of form.sums.keys()) sums.set(id, hand.sum(id, shown));
  };
  const data = hand.data();
  let shown = hand.shown(data);
  sumAll(shown);
  return {
    name: 'zod and conditions by hand',
    change: (elementId, values) => {
      data[elementId] = hand.byId.get(elementId)?.type === 'multitext' ? values : values[0];
      shown = hand.shown(data);
      schemas.get(elementId)?.safeParse(shown[elementId]);
      sumAll(shown);
    },
    check: async () => {
      const all = hand.shown(hand.data());
      sumAll(all);
      const result = whole.safeParse(all);
      return result.success ? 0 : new Set(result.error.issues.map(({ path }) => path.join('.'))).size;
    },
    shownInChain: () => form.chain.filter((id) => id in shown).length,
    sum: (id) => sums.get(id) ?? '',
  };
}
