import { itemsOf } from '@clearcall/domain/forms/elements/rule.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import { RadioBoxes } from '../../kit/field/boxes.tsx';
import { Combobox } from '../../kit/field/combobox.tsx';
import { SelectBox } from '../../kit/field/select-box.tsx';
import type { Quoted } from '../../kit/text/quoting.tsx';
import { t } from '../../kit/text/translate.ts';
import { purposeOf } from '../purpose-of.ts';
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

/** An option has one language alone, so it cannot quote another one. */
const firstText = ({ title, lang }: Quoted): string =>
  lang === undefined ? t('forms.choose.first', { title }) : t('forms.choose.firstOther');

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
        autoComplete={purposeOf(element)}
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
      unset={waitsFor && firstText(waitsFor)}
      required={state.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoComplete={purposeOf(element)}
      set={(value) => props.set(value === '' ? [] : [value])}
      leave={props.leave}
    />
  );
}

function Radios(props: ControlProps) {
  const { items } = useOffered(props.element, props.groupId);
  return (
    <RadioBoxes
      id={props.id}
      choices={items}
      value={props.state.values[0]}
      invalid={props.invalid}
      set={(value) => props.set([value])}
      leave={props.leave}
    />
  );
}

export const select: Skin = {
  frame: (element, context) => (standsOpen(element, context) ? 'radios' : 'for'),
  width: 'half',
  Control: SelectControl,
};
