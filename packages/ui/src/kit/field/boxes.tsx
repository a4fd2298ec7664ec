import type { Language } from '@clearcall/i18n/language.ts';
import type { ComponentProps, InputHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './field.module.css';
import { describedById, RequiredMark } from './field-frame.tsx';

/** A box to tick with its own label at the right, a hint under that, and what belongs to both: a link, for example. */
export function TickBox(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title' | 'required' | 'className'> & {
    id: string;
    title: ReactNode;
    /** The language of title and hint, where it is not that of the page. */
    lang?: Language | undefined;
    hint?: ReactNode;
    hintLang?: Language | undefined;
    required: boolean;
    invalid: boolean;
    /** What describes it besides its hint. */
    describedBy: string | undefined;
    ref?: Ref<HTMLInputElement> | undefined;
  },
) {
  const { id, title, lang, hint, hintLang, required, invalid, describedBy, children, ...rest } = props;
  const described = [describedById(id, hint, null), describedBy].filter((part) => part !== undefined);
  return (
    <div className={classes.tick}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={classes.box}
        aria-required={required}
        aria-invalid={invalid || undefined}
        aria-describedby={described.join(' ') || undefined}
      />
      <div>
        <label htmlFor={id} id={`${id}:label`}>
          <span lang={lang}>{title}</span>
          {required ? <RequiredMark /> : null}
        </label>
        {hint ? (
          <p id={`${id}:hint`} className={classes.hint} lang={hintLang}>
            {hint}
          </p>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** The box alone, where a row or a label around it says what it is for. */
export const BareTick = (props: Omit<ComponentProps<'input'>, 'type'>) => (
  <input
    {...props}
    type="checkbox"
    className={props.className === undefined ? classes.box : `${classes.box} ${props.className}`}
  />
);

/** Few answers that stand open beside each other, or below where they are long. The group is named by its frame. */
export function RadioBoxes<Value extends string | boolean>(props: {
  /** Of the group; the chosen answer, else the first, has it: there an error leads. */
  id: string;
  choices: readonly { value: Value; label: string; lang?: Language | undefined }[];
  value: Value | null | undefined;
  invalid?: boolean | undefined;
  set: (value: Value) => void;
  leave: () => void;
}) {
  const { id, choices, value } = props;
  // So many letters of short answers fit beside each other; more of them would break in a ragged way.
  const stacked = choices.reduce((sum, choice) => sum + choice.label.length, 0) > 24;
  const known = choices.some((choice) => choice.value === value);
  return (
    <div className={classes.radios} data-stacked={stacked || undefined}>
      {choices.map((choice, index) => (
        <label key={String(choice.value)} className={classes.radio}>
          <input
            id={choice.value === value || (!known && index === 0) ? id : `${id}:${choice.value}`}
            type="radio"
            name={id}
            className={classes.box}
            checked={choice.value === value}
            aria-invalid={props.invalid || undefined}
            onChange={() => props.set(choice.value)}
            onBlur={(event) => {
              const next = event.relatedTarget;
              if (!(next instanceof HTMLInputElement && next.name === id)) props.leave();
            }}
          />
          <span lang={choice.lang}>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

/** On or off, with the word for it beside. */
export function SwitchBox(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'> & {
    checked: boolean;
    /** The words for on and for off. */
    words: readonly [string, string];
  },
) {
  const { words, ...rest } = props;
  return (
    <span className={classes.switchLine}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className={classes.switch}
      />
      <span aria-hidden="true">{words[props.checked ? 0 : 1]}</span>
    </span>
  );
}
