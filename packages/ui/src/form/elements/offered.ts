import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { useMemo } from 'react';
import type { Choice } from '../../kit/field/combobox.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import { useField, useForm } from '../use-form.tsx';

/**
 * The options that an element offers now: with `optionsBy` those under the value of the element it names. `waitsFor`
 * is the title of that element while it has no value yet.
 */
export function useOffered(
  element: Element,
  groupId: string | null,
): { items: readonly Choice[]; waitsFor: string | null } {
  const { store } = useForm();
  const { optionsBy } = element.config;
  const parentKey = store.keyBeside({ elementId: element.id, groupId }, optionsBy ?? element.id);
  const parent = useField(parentKey.elementId, parentKey.groupId);
  const parents = optionsBy === undefined ? null : parent.values;
  return useMemo(() => {
    const items = itemsOf(element, store.currentContext()).map((item) => ({
      ...item,
      lang: langOf(item, 'label'),
    }));
    if (parents === null) return { items, waitsFor: null };
    return {
      items: items.filter((item) => item.parent !== undefined && parents.includes(item.parent)),
      waitsFor: parents.length === 0 ? (store.element(optionsBy ?? '')?.title ?? null) : null,
    };
  }, [element, store, parents, optionsBy]);
}
