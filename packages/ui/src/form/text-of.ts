import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import type { FieldKey } from '@clearcall/domain/forms/types.ts';
import { translate } from '../kit/text/translate.ts';
import type { FormStore } from './form-store.ts';

/** Values of an element as people read them; empty when there are none. */
export function textOf(store: FormStore, key: FieldKey, values: readonly string[]): string {
  const element = store.element(key.elementId);
  if (element === null) return '';
  const rule = elementRules[element.type];
  return rule.isEmpty(values) ? '' : translate(rule.display(values, element, store.around(key)));
}
