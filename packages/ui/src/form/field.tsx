import type { Element } from '@clearcall/domain/forms/types.ts';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { addressOf } from './field-address.ts';
import classes from './form.module.css';
import { Reading } from './reading.tsx';
import type { Width } from './skin.ts';
import { useSkin } from './skins-context.tsx';
import { useField, useFieldMark, useForm } from './use-form.tsx';

const widthClasses: Record<Width, string | undefined> = {
  third: classes.third,
  half: classes.half,
  full: classes.full,
};

// An error that appears between pressing and releasing the mouse would move the button away from under it.
let pointerDown = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pointerDown = true), { capture: true, passive: true });
  const up = () => (pointerDown = false);
  window.addEventListener('pointerup', up, { capture: true, passive: true });
  window.addEventListener('pointercancel', up, { capture: true, passive: true });
}
function afterThePress(act: () => void): void {
  if (pointerDown) window.addEventListener('pointerup', () => setTimeout(act, 80), { once: true });
  else act();
}

/** Texts one after the other, each as a sentence. */
function sentences(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index, all) => (index < all.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text))
    .join(' ');
}

/** One element of a form: its label, hint, control and errors; or nothing while it is hidden. */
export const Field = memo(function Field(props: { element: Element; groupId: string | null }) {
  const state = useField(props.element.id, props.groupId);
  return state.visible ? <ShownField {...props} /> : null;
});

function ShownField(props: { element: Element; groupId: string | null }) {
  const { element, groupId } = props;
  const { store } = useForm();
  const state = useField(element.id, groupId);
  const mark = useFieldMark(element.id, groupId);
  const [complaint, setComplaint] = useState<string | null>(null);
  const skin = useSkin(element.type);
  const { Control } = skin;
  const frame = skin.frame(element, store.currentContext());
  const several = frame === 'group' || frame === 'radios';
  const key = { elementId: element.id, groupId };
  const id = addressOf(key);
  const labelId = `${id}:label`;
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const set = useCallback(
    (values: readonly string[]) => store.set({ elementId: element.id, groupId }, values),
    [store, element.id, groupId],
  );
  const leave = useCallback(
    () => afterThePress(() => mounted.current && store.leave({ elementId: element.id, groupId })),
    [store, element.id, groupId],
  );

  // What is no field takes the whole line, whatever the form says.
  const width = frame === 'bare' ? classes.full : widthClasses[element.config.width ?? skin.width];
  if (frame === 'bare') {
    return (
      <div className={width}>
        <Control
          {...{ element, groupId, state, id, labelId, set, leave }}
          describedBy={undefined}
          invalid={false}
          complain={setComplaint}
        />
      </div>
    );
  }

  const locked = !store.editable || !state.editable;
  if (locked) {
    return (
      <div className={width}>
        <Reading element={element} groupId={groupId} state={state} id={id} boxed={store.editable} />
      </div>
    );
  }

  const error = complaint ?? mark.refusal ?? (mark.showErrors ? state.error : null);
  const description = frame === 'self' ? '' : (element.description ?? '');
  const limits = skin.hint?.(element, store.currentContext()) ?? '';
  const hintId = description !== '' || limits !== '' ? `${id}:hint` : undefined;
  const errorId = error !== null ? `${id}:error` : undefined;
  const describedBy = [hintId, errorId].filter((part) => part !== undefined).join(' ') || undefined;
  const control = (
    <Control
      {...{ element, groupId, state, id, labelId, describedBy, set, leave }}
      invalid={error !== null}
      complain={setComplaint}
    />
  );
  const label = (
    <>
      {element.title}
      {state.required ? (
        <span className={classes.required} aria-hidden="true">
          {'\u00a0*'}
        </span>
      ) : null}
    </>
  );
  return (
    <div
      className={`${width} ${classes.field} ${error === null ? '' : classes.wrong}`}
      {...(several
        ? {
            role: frame === 'radios' ? 'radiogroup' : 'group',
            'aria-labelledby': labelId,
            'aria-describedby': describedBy,
            ...(frame === 'radios' ? { 'aria-required': state.required } : {}),
          }
        : {})}
    >
      <div className={classes.slot}>
        {frame === 'for' ? (
          <label htmlFor={id} id={labelId} className={classes.label}>
            {label}
          </label>
        ) : null}
        {several ? (
          <span id={labelId} className={classes.label}>
            {label}
            {state.required && frame === 'group' ? <span className="hidden-visually"> required</span> : null}
          </span>
        ) : null}
        {hintId === undefined ? null : (
          <span id={hintId} className={classes.hint}>
            {sentences(limits, description)}
          </span>
        )}
      </div>
      <div className={classes.slot}>{control}</div>
      <div className={classes.slot}>
        {mark.conflict === null ? null : (
          <ConflictChoice element={element} groupId={groupId} conflict={mark.conflict} />
        )}
        {errorId === undefined ? null : (
          <p id={errorId} className={classes.error}>
            <Icon name="warning" size={14} />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
