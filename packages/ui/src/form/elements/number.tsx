import { readNumber } from '@clearcall/domain/forms/elements/number.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { Icon } from '../../kit/icon.tsx';
import { numberText } from '../../kit/number-text.ts';
import classes from '../form.module.css';
import { numberLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useFieldMark } from '../use-form.tsx';
import { useTyped } from '../use-typed.ts';

/** Sums and other figures that the form works out by itself. */
function isComputed(element: Element): boolean {
  return element.config.readOnly === true || element.effects.some((effect) => effect.effect === 'sum');
}

/** A number as text: digits, dot and comma; thin spaces in its thousands while it is not typed. */
export function NumberInput(props: ControlProps & { unit: string | undefined; placeholder?: string }) {
  const { element, state, id } = props;
  const decimals = element.config.decimals ?? 0;
  const stored = state.values[0] ?? '';
  const typed = useTyped({
    shown: numberText(stored),
    take: (text) => {
      const value = readNumber(text, decimals);
      props.set(value === null || value === '' ? [] : [value]);
    },
    done: props.leave,
  });
  return (
    <span className={classes.unitBox} data-invalid={props.invalid || undefined}>
      <input
        id={id}
        type="text"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        className={classes.numberInput}
        value={typed.value}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onFocus={() => typed.begin(stored)}
        onChange={(event) => typed.type(event.currentTarget.value.replace(/[^\d.,\s\u202f]/g, ''))}
        onBlur={typed.blur}
      />
      {props.unit === undefined || props.unit === '' ? null : (
        <span className={classes.unit} aria-hidden="true">
          {props.unit}
        </span>
      )}
    </span>
  );
}

/** A figure that nobody types: its name, its value, and what is wrong with it. */
function Figure(props: ControlProps) {
  const { element, state } = props;
  const mark = useFieldMark(element.id, props.groupId);
  const value = state.values[0];
  // A sum is never left: what is wrong with it shows as soon as something was added up.
  const error =
    state.error !== null && (mark.showErrors || (value !== undefined && value !== '0')) ? state.error : null;
  const errorId = error === null ? undefined : `${props.id}:error`;
  return (
    <div className={`${classes.figure} ${error === null ? '' : classes.wrong}`} id={props.id} tabIndex={-1}>
      <p>
        {element.description ? <span className={classes.figureHint}>{element.description}</span> : null}
        <span id={props.labelId}>{element.title}</span>
        <output aria-labelledby={props.labelId} aria-describedby={errorId} className="num">
          {value === undefined ? '–' : numberText(value)}
          {element.config.unit && value !== undefined ? ` ${element.config.unit}` : ''}
        </output>
      </p>
      {error === null ? null : (
        <p id={errorId} className={classes.error}>
          <Icon name="warning" size={14} />
          {error}
        </p>
      )}
    </div>
  );
}

export const number: Skin = {
  frame: (element) => (isComputed(element) ? 'bare' : 'for'),
  width: 'half',
  Control: (props) =>
    isComputed(props.element) ? (
      <Figure {...props} />
    ) : (
      <NumberInput {...props} unit={props.element.config.unit} />
    ),
  hint: numberLimitText,
};
