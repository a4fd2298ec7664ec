import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { t } from '../text/translate.ts';
import classes from './text-field.module.css';

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
    /** Under the control: a counter, a checklist. */
    under?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** Which of the words of a field are read aloud with its control. */
function describedBy(name: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>): string | undefined {
  const ids = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** One line of text with its label, hint, control and error. The control is a plain input; all its attributes go in. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, required, inside, under, id, readOnly, ...rest } = props;
  const made = useId();
  const name = id ?? made;
  const described = describedBy(name, { hint, error });
  return (
    <div className={`${classes.field} ${error ? classes.wrong : ''}`}>
      <label className={classes.label} htmlFor={name}>
        {label}
        {required ? (
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </label>
      {hint ? (
        <span className={classes.hint} id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      <div className={`${classes.box} ${readOnly ? classes.readOnly : ''}`}>
        <input
          {...rest}
          id={name}
          readOnly={readOnly}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
        />
        {inside}
      </div>
      <div aria-live="polite">
        {error ? (
          <p className={classes.message} id={`${name}-error`}>
            <Icon name="warning" size={14} />
            {error}
          </p>
        ) : null}
      </div>
      {under ? <div className={classes.under}>{under}</div> : null}
    </div>
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
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'type' | 'id'> & { ref?: Ref<HTMLInputElement> };

/** A box to tick with its words at the right. */
export function CheckField(props: CheckFieldProps) {
  const { label, hint, error, required, ...rest } = props;
  const name = useId();
  const described = describedBy(name, { hint, error });
  return (
    <div className={`${classes.field} ${error ? classes.wrong : ''}`}>
      <div className={classes.check}>
        <input
          {...rest}
          type="checkbox"
          id={name}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
        />
        <div>
          <label htmlFor={name}>
            {label}
            {required ? (
              <span className={classes.required} aria-hidden="true">
                {' *'}
              </span>
            ) : null}
          </label>
          {hint ? (
            <span className={classes.hint} id={`${name}-hint`}>
              {hint}
            </span>
          ) : null}
        </div>
      </div>
      <div aria-live="polite">
        {error ? (
          <p className={classes.message} id={`${name}-error`}>
            <Icon name="warning" size={14} />
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
