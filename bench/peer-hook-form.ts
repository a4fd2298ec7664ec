import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import { createFormControl, type RegisterOptions } from 'react-hook-form';
import { answersBefore, exactSum, holds, readBy, type Values } from './by-hand.ts';
import type { GeneratedForm } from './generated-form.ts';
import { EARLIEST, elementsOf, LATEST, type Peer } from './peers.ts';

/** The limits of a field as `register` takes them. */
export function rulesOf({ type, config, title }: Element, required: boolean): RegisterOptions<Values> {
  return {
    ...(required ? { required: `${title} is required` } : {}),
    ...(type === 'number'
      ? {
          min: Number(config.min ?? 0),
          max: Number(config.max ?? Number.MAX_VALUE),
          pattern: new RegExp(`^\\d+(\\.\\d{1,${config.decimals ?? 2}})?$`),
        }
      : {}),
    ...(config.length?.min === undefined ? {} : { minLength: config.length.min }),
    ...(config.length?.max === undefined ? {} : { maxLength: config.length.max }),
    ...(type === 'date'
      ? { validate: (day: unknown) => String(day) >= EARLIEST && String(day) <= LATEST }
      : {}),
  };
}

/** The conditions under which an effect applies; null where there is no such effect. */
export function conditionsOf(element: Element, name: 'visible' | 'required'): Validation[][] | null {
  for (const effect of element.effects) {
    if (effect.effect !== 'sum' && effect.effect === name) return effect.validations;
  }
  return null;
}

/** All answers as default values: numbers stay the texts that stand in the inputs. */
export function defaultsOf(form: GeneratedForm): Values {
  const rows = new Map(form.input.rows.map(({ id }) => [id, {} as Values]));
  const defaults: Values = {};
  for (const { id, elementId } of form.input.rows) {
    const list = defaults[elementId];
    if (Array.isArray(list)) list.push(rows.get(id));
    else defaults[elementId] = [rows.get(id)];
  }
  const lists = new Set(elementsOf(form).flatMap(({ id, type }) => (type === 'multitext' ? [id] : [])));
  for (const { elementId, groupId, values } of form.input.answers) {
    const into = groupId === null ? defaults : rows.get(groupId);
    if (into !== undefined) into[elementId] = lists.has(elementId) ? values : values[0];
  }
  return defaults;
}

/**
 * The form without a page, each field with a subscription to what its conditions read, as `useWatch` makes them. Hidden
 * fields are unregistered and keep their values, which is what `shouldUnregister: false` is for.
 */
export function hookFormPeer(form: GeneratedForm): Peer {
  const elements = elementsOf(form);
  const defaults = defaultsOf(form);
  const before = answersBefore(form);
  const control = createFormControl<Values>({
    defaultValues: structuredClone(defaults),
    mode: 'onTouched',
    shouldUnregister: false,
  });
  const hidden = new Set<string>();
  const sums = new Map<string, string>();
  /** Who must be asked again when an element appears or disappears: that is no change of a value. */
  const readers = new Map<string, (() => void)[]>();
  const listenTo = (names: readonly string[], act: () => void): void => {
    for (const name of names) readers.set(name, [...(readers.get(name) ?? []), act]);
    control.subscribe({ name: [...names], formState: { values: true }, exact: true, callback: act });
  };
  const begin: (() => void)[] = [];
  let isOpening = true;
  let isResetting = false;
  const field = (element: Element, name: string, inRow: string): void => {
    const visible = conditionsOf(element, 'visible');
    const required = conditionsOf(element, 'required');
    const valueAt = (id: string): unknown =>
      before[id] ?? (hidden.has(inRow + id) ? undefined : control.getValues(inRow + id));
    const applies = (rows: Validation[][]): boolean =>
      rows.some((row) => row.every((validation) => holds(validation, valueAt(readBy(validation)))));
    const settle = (): void => {
      if (isResetting) return;
      const isHidden = visible !== null && !applies(visible);
      const wasHidden = hidden.has(name);
      if (isHidden) {
        hidden.add(name);
        // It tells everybody, who then come by here again.
        if (!wasHidden && !isOpening) control.unregister(name, { keepValue: true });
      } else {
        hidden.delete(name);
        control.register(
          name,
          rulesOf(element, required === null ? element.config.required === true : applies(required)),
        );
      }
      if (isHidden !== wasHidden && !isOpening) for (const reader of readers.get(name) ?? []) reader();
    };
    begin.push(settle);
    const names = [...(visible ?? []), ...(required ?? [])].flat().map(readBy);
    const local = [...new Set(names)].filter((id) => before[id] === undefined).map((id) => inRow + id);
    if (local.length > 0) listenTo(local, settle);
  };
  for (const element of elements) {
    const { id, children } = element;
    const parts = form.sums.get(id);
    if (parts !== undefined) {
      const group = elements.find((other) => other.children?.some((child) => child.id === parts[0]));
      const rows = group === undefined ? null : defaults[group.id];
      const names = Array.isArray(rows) ? rows.map((_, at) => `${group?.id}.${at}.${parts[0]}`) : [...parts];
      const add = (): void => {
        sums.set(
          id,
          exactSum(names.filter((name) => !hidden.has(name)).map((name) => control.getValues(name))),
        );
      };
      begin.push(add);
      listenTo(names, add);
    } else if (children === undefined) field(element, id, '');
    else {
      const rows = defaults[id];
      if (!Array.isArray(rows)) continue;
      for (const at of rows.keys()) {
        for (const child of children) field(child, `${id}.${at}.${child.id}`, `${id}.${at}.`);
      }
    }
  }
  for (const act of begin) act();
  isOpening = false;
  const byId = new Map(elements.map((element) => [element.id, element]));
  return {
    name: 'react-hook-form',
    change: (elementId, values) => {
      control.setValue(elementId, byId.get(elementId)?.type === 'multitext' ? values : values[0], {
        shouldValidate: true,
        shouldDirty: true,
      });
    },
    check: async () => {
      // A reset forgets what was registered: nothing hidden has to be taken back.
      isOpening = true;
      isResetting = true;
      control.reset(structuredClone(defaults));
      isResetting = false;
      hidden.clear();
      for (const act of begin) act();
      isOpening = false;
      await control.trigger();
      let errors = 0;
      const count = (node: unknown): void => {
        if (node === null || typeof node !== 'object') return;
        if ('type' in node && typeof node.type === 'string') errors++;
        else for (const child of Object.values(node)) count(child);
      };
      count(control.control._formState.errors);
      return errors;
    },
    shownInChain: () => form.chain.filter((id) => !hidden.has(id)).length,
    sum: (id) => sums.get(id) ?? '',
  };
}
