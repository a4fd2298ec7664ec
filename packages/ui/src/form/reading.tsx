import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import type { Element, FieldKey, FieldState } from '@clearcall/domain/forms/types.ts';
import { skinOf } from './elements/skins.ts';
import classes from './form.module.css';
import type { FormStore } from './form-store.ts';
import { useForm } from './use-form.tsx';

/** Values of an element as people read them; empty when there are none. */
export function textOf(store: FormStore, key: FieldKey, values: readonly string[]): string {
  const element = store.element(key.elementId);
  if (element === null) return '';
  const rule = elementRules[element.type];
  return rule.isEmpty(values) ? '' : rule.display(values, element, store.around(key));
}

/** An answer that can be read and not changed. `boxed` among fields that can be. */
export function Reading(props: {
  element: Element;
  groupId: string | null;
  state: FieldState;
  id: string;
  boxed: boolean;
}) {
  const { store } = useForm();
  const { element, groupId, state } = props;
  const Own = skinOf(element.type).Reading;
  const text = textOf(store, { elementId: element.id, groupId }, state.values);
  return (
    <div className={classes.reading} id={props.id} tabIndex={-1}>
      <p className={classes.readingLabel}>{element.title}</p>
      {Own && state.values.length > 0 ? (
        <Own element={element} groupId={groupId} state={state} />
      ) : (
        <p className={props.boxed ? classes.readingBox : classes.readingText}>
          {text === '' ? <span className="muted">Not answered</span> : text}
        </p>
      )}
    </div>
  );
}
