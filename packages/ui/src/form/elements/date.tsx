import { limitValue } from '@clearcall/domain/forms/limits.ts';
import { DateBox } from '../../kit/field/date-box.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import { dateLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';

function DateControl(props: ControlProps) {
  const { element, state } = props;
  const context = useForm().store.currentContext();
  return (
    <DateBox
      id={props.id}
      title={element.title}
      lang={langOf(element, 'title')}
      value={state.values[0] ?? ''}
      required={state.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoComplete={element.config.autofill === 'dateOfBirth' ? 'bday' : 'off'}
      min={limitValue(element.config.min, context)}
      max={limitValue(element.config.max, context)}
      today={context.today}
      set={(date) => props.set(date === '' ? [] : [date])}
      leave={props.leave}
    />
  );
}

export const date: Skin = { frame: () => 'for', width: 'half', Control: DateControl, hint: dateLimitText };

/** A day of birth is known by heart: its limits need no words until they are broken. */
export const birthdate: Skin = { frame: () => 'for', width: 'half', Control: DateControl };
