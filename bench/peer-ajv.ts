import type { Element } from '@clearcall/domain/forms/types.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { byHand, type Values } from './by-hand.ts';
import type { GeneratedForm } from './generated-form.ts';
import { EARLIEST, LATEST, type Peer } from './peers.ts';

/** The generated form as a JSON schema that ajv compiles to a function, with what it cannot say by hand around it. */

function schemaOf({ type, config, items, children }: Element): Values {
  switch (type) {
    case 'group':
      return {
        type: 'array',
        minItems: 1,
        maxItems: 30,
        items: {
          type: 'object',
          properties: Object.fromEntries((children ?? []).map((child) => [child.id, schemaOf(child)])),
        },
      };
    case 'select':
      return { enum: (items ?? []).map(({ value }) => value) };
    case 'number':
      return {
        type: 'string',
        pattern: `^\\d+(\\.\\d{1,${config.decimals ?? 0}})?$`,
        atMost: Number(config.max),
      };
    case 'date':
      return { type: 'string', format: 'date', formatMinimum: EARLIEST, formatMaximum: LATEST };
    case 'multitext':
      return { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 5 };
    default:
      return {
        type: 'string',
        minLength: config.length?.min ?? 0,
        maxLength: config.length?.max ?? 2000,
      };
  }
}

export function ajvPeer(form: GeneratedForm): Peer {
  const hand = byHand(form);
  const ajv = new Ajv({ allErrors: true });
  // The default export of a CommonJS module.
  addFormats.default(ajv, { mode: 'full', formats: ['date'], keywords: true });
  // Amounts are decimal texts, for which JSON schema has no limits.
  ajv.addKeyword({
    keyword: 'atMost',
    type: 'string',
    schemaType: 'number',
    compile: (most: number) => (text: string) => Number(text) <= most,
  });
  const schemas = hand.fields.map((element) => [element.id, schemaOf(element)] as const);
  const whole = ajv.compile({ type: 'object', properties: Object.fromEntries(schemas) });
  const single = new Map<string, ValidateFunction>(
    schemas.map(([id, schema]) => [id, ajv.compile(schema)] as const),
  );
  const sums = new Map<string, string>();
  const sumAll = (shown: Values): void => {
    for (const id of form.sums.keys()) sums.set(id, hand.sum(id, shown));
  };
  const data = hand.data();
  let shown = hand.shown(data);
  sumAll(shown);
  return {
    name: 'ajv and conditions by hand',
    change: (elementId, values) => {
      data[elementId] = hand.byId.get(elementId)?.type === 'multitext' ? values : values[0];
      shown = hand.shown(data);
      single.get(elementId)?.(shown[elementId]);
      sumAll(shown);
    },
    check: async () => {
      const all = hand.shown(hand.data());
      sumAll(all);
      whole(all);
      const wrong = new Set(hand.missing(all));
      for (const { instancePath } of whole.errors ?? [])
        wrong.add(instancePath.slice(1).replaceAll('/', '.'));
      return wrong.size;
    },
    shownInChain: () => form.chain.filter((id) => id in shown).length,
    sum: (id) => sums.get(id) ?? '',
  };
}
