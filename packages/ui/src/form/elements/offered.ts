import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { type ReactNode, useMemo } from 'react';
import type { Choice } from '../../kit/field/combobox.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import { type Quoted, quoted, quoting } from '../../kit/text/quoting.tsx';
import { t } from '../../kit/text/translate.ts';
import { useField, useForm, useGathered } from '../use-form.tsx';

/**
 * The options that an element offers now: with `optionsBy` those under the value of the element it names. `waitsFor`
 * quotes the title of that element while it has no value yet.
 */
export function useOffered(
  element: Element,
  groupId: string | null,
): { items: readonly Choice[]; waitsFor: Quoted | undefined } {
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
    if (parents === null) return { items, waitsFor: undefined };
    return {
      items: items.filter((item) => item.parent !== undefined && parents.includes(item.parent)),
      waitsFor:
        parents.length === 0 ? quoted(store.element(optionsBy ?? '') ?? undefined, 'title') : undefined,
    };
  }, [element, store, parents, optionsBy]);
}

/**
 * Whether a choice of a field is offered beside those that are chosen in the element by which it is limited. A value that
 * the field has already stays there to be removed.
 */
export function isOfferedBeside(
  { chosenIn, notChosenIn }: Element['config'],
  beside: readonly string[],
  own: readonly string[],
  value: string,
): boolean {
  if (own.includes(value)) return true;
  if (chosenIn !== undefined && !beside.includes(value)) return false;
  return notChosenIn === undefined || !beside.includes(value);
}

/** The choices that are offered of those that there are, and the words to be shown if none is. */
export function useLimited(
  element: Element,
  groupId: string | null,
  choices: readonly Choice[],
): { choices: readonly Choice[]; emptyText: ReactNode } {
  const { store } = useForm();
  const { config, id } = element;
  const by = config.chosenIn ?? config.notChosenIn;
  const beside = useGathered((all) =>
    by === undefined ? '' : all.choicesBeside({ elementId: id, groupId }, by).join('\n'),
  );
  const { values } = useField(id, groupId);
  return useMemo(() => {
    const place = config.chosenIn === undefined ? null : store.groupAround(config.chosenIn);
    return {
      choices: choices.filter(({ value }) => isOfferedBeside(config, beside.split('\n'), values, value)),
      emptyText:
        place === null || beside !== ''
          ? t('forms.choose.noPartition')
          : quoting(t('forms.choose.noneNamed', { field: place.title }), quoted(place, 'title')),
    };
  }, [store, config, choices, beside, values]);
}
