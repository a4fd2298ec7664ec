import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from '../button.tsx';
import { t } from '../text/translate.ts';
import { useSettled } from './after-press.ts';
import { TickBox } from './boxes.tsx';
import classes from './field.module.css';
import { describedById, FieldFrame } from './field-frame.tsx';

interface FieldTexts {
  label: ReactNode;
  /** Stays when there is an error. */
  hint?: ReactNode;
  /** What is wrong, in words; read aloud when it appears. */
  error?: string | null | undefined;
  /** Shows the asterisk, and says it to screen readers. */
  required?: boolean | undefined;
}

type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'id'> & {
    id?: string | undefined;
    /** At the right inside of the control. */
    inside?: ReactNode;
    /** Of a number: the control is as wide as numbers need, with the unit after it. */
    unit?: string | undefined;
    /** Under the control: a counter, a checklist. */
    under?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** One line of text with its label, hint, control and error. The control is a plain input; all its attributes go in. */
export function TextField(props: TextFieldProps) {
  const { label, hint = '', required = false, inside, unit, under, id, error, ...rest } = props;
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
      below={under}
    >
      <span
        className={`${classes.unitBox} ${unit === undefined ? classes.line : ''}`}
        data-invalid={shown === null ? undefined : true}
        data-read-only={rest.readOnly || undefined}
      >
        <input
          {...rest}
          id={name}
          className={unit === undefined ? classes.plainInput : classes.numberInput}
          aria-required={required}
          aria-invalid={shown === null ? undefined : true}
          aria-describedby={
            [describedById(name, hint, shown), unit && `${name}:unit`].filter(Boolean).join(' ') || undefined
          }
        />
        {unit === undefined ? null : (
          <span id={`${name}:unit`} className={classes.unit}>
            {unit}
          </span>
        )}
        {inside}
      </span>
    </FieldFrame>
  );
}

/** A password: hidden until the reader wants to see it. Name what it is with `autoComplete`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'inside'>) {
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={seen ? 'text' : 'password'}
      inside={
        <IconButton
          label={t(seen ? 'frame.kit.hidePassword' : 'frame.kit.showPassword')}
          icon={seen ? 'eye-off' : 'eye'}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        />
      }
    />
  );
}

type CheckFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'type' | 'id' | 'lang'> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A box to tick with its words at the right. */
export function CheckField(props: CheckFieldProps) {
  const { label, hint = '', error, required = false, ...rest } = props;
  const name = useId();
  const shown = useSettled(error ?? null);
  return (
    <FieldFrame
      id={name}
      className={undefined}
      frame="self"
      title={label}
      required={required}
      hint=""
      error={shown}
      live
    >
      <TickBox
        {...rest}
        id={name}
        title={label}
        hint={hint}
        required={required}
        invalid={shown !== null}
        describedBy={describedById(name, '', shown)}
      />
    </FieldFrame>
  );
}
