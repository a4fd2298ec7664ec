import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { useSettled } from './after-press.ts';
import classes from './field.module.css';
import { describedById, FieldFrame } from './field-frame.tsx';

/** Several lines of text with label, hint, control and error, for what is said once: a reason, a remark. */
export function AreaField(
  props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required' | 'id' | 'className'> & {
    label: ReactNode;
    hint?: ReactNode;
    error?: string | null | undefined;
    required?: boolean | undefined;
    /** Under the control: a counter. */
    under?: ReactNode;
    ref?: Ref<HTMLTextAreaElement>;
  },
) {
  const { label, hint = '', required = false, error, under, ...rest } = props;
  const id = useId();
  const shown = useSettled(error ?? null);
  return (
    <FieldFrame
      id={id}
      className={undefined}
      frame="for"
      title={label}
      required={required}
      hint={hint}
      error={shown}
      live
      below={under}
    >
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={`${classes.control} ${classes.area}`}
        aria-required={required}
        aria-invalid={shown === null ? undefined : true}
        aria-describedby={describedById(id, hint, shown)}
      />
    </FieldFrame>
  );
}
