import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import { t } from '../../kit/text/translate.ts';
import { Combobox } from '../combobox.tsx';
import classes from '../form.module.css';
import { SelectBox } from '../select-box.tsx';
import type { ControlProps, Skin } from '../skin.ts';
import { mayBeRequired, useForm } from '../use-form.tsx';
import { useOffered } from './offered.ts';

const maxListLength = 12;

/** Two or three short answers to a question that must be answered stand open: one look, one click. */
function standsOpen(element: Element, context: FormContext): boolean {
  const items = itemsOf(element, context);
  return (
    element.config.optionsBy === undefined &&
    mayBeRequired(element) &&
    (items.length === 2 || items.length === 3) &&
    items.every((item) => item.label.length <= 40)
  );
}

function SelectControl(props: ControlProps) {
  const { element, state } = props;
  const { store } = useForm();
  const { items, waitsFor } = useOffered(element, props.groupId);
  if (standsOpen(element, store.currentContext())) return <Radios {...props} />;
  if (items.length > maxListLength) {
    return (
      <Combobox
        id={props.id}
        labelId={props.labelId}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={state.required}
        choices={items}
        values={state.values}
        choose={props.set}
        leave={props.leave}
      />
    );
  }
  return (
    <SelectBox
      id={props.id}
      value={state.values[0] ?? ''}
      choices={items}
      unset={waitsFor === null ? undefined : t('forms.choose.first', { title: waitsFor })}
      required={state.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      set={(value) => props.set(value === '' ? [] : [value])}
      leave={props.leave}
    />
  );
}

/** So many letters of short answers fit beside each other; more of them would break in a ragged way. */
const lettersOnALine = 24;

function Radios(props: ControlProps) {
  const { element, state, id } = props;
  const { items } = useOffered(element, props.groupId);
  const letters = items.reduce((sum, item) => sum + item.label.length, 0);
  const chosen = state.values[0];
  return (
    <div className={classes.radios} data-stacked={letters > lettersOnALine || undefined}>
      {items.map((item, index) => (
        <label key={item.value} className={classes.radio}>
          <input
            // The first, or the chosen one, is where an error leads.
            id={item.value === chosen || (chosen === undefined && index === 0) ? id : `${id}:${item.value}`}
            type="radio"
            name={id}
            className={classes.box}
            checked={item.value === chosen}
            aria-invalid={props.invalid || undefined}
            onChange={() => props.set([item.value])}
            onBlur={(event) => {
              const next = event.relatedTarget;
              if (!(next instanceof HTMLInputElement && next.name === id)) props.leave();
            }}
          />
          <span lang={item.lang}>{item.label}</span>
        </label>
      ))}
    </div>
  );
}

export const select: Skin = {
  frame: (element, context) => (standsOpen(element, context) ? 'radios' : 'for'),
  width: 'half',
  Control: SelectControl,
};
