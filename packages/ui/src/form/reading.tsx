import type { Element, FieldState } from '@clearcall/domain/forms/types.ts';
import classes from './form.module.css';
import { useSkin } from './skins-context.tsx';
import { textOf } from './text-of.ts';
import { useForm } from './use-form.tsx';

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
  const Own = useSkin(element.type).Reading;
  const text = textOf(store, { elementId: element.id, groupId }, state.values);
  return (
    <div className={classes.reading} id={props.id} tabIndex={-1}>
      <p className={props.boxed ? classes.label : classes.readingLabel}>{element.title}</p>
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
