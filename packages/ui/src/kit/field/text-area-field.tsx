import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { useSettled } from './after-press.ts';
import classes from './field.module.css';
import { describedById, FieldFrame } from './field-frame.tsx';

/** Several lines of text with their label, hint, control and error. The control is a plain textarea; all its attributes go in. */
export function TextAreaField(
  props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required' | 'id'> & {
    id?: string | undefined;
    label: ReactNode;
    hint?: ReactNode;
    error?: string | null | undefined;
    required?: boolean | undefined;
    ref?: Ref<HTMLTextAreaElement>;
  },
) {
  const { label, hint = '', required = false, id, error, ...rest } = props;
  const made = useId();
  const name = id ?? made;
  const shown = useSettled(error ?? null);
  return (
    <FieldFrame
      id={name}
      className={undefined}
      frame="for"
      title={label}
      required={required}
      hint={hint}
      error={shown}
      live
    >
      <textarea
        rows={3}
        {...rest}
        id={name}
        className={`${classes.control} ${classes.area}`}
        aria-required={required}
        aria-invalid={shown === null ? undefined : true}
        aria-describedby={describedById(name, hint, shown)}
      />
    </FieldFrame>
  );
}
