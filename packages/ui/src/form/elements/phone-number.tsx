import { PhoneBox } from '../../kit/field/phone-box.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';

function PhoneControl(props: ControlProps) {
  const { element, state } = props;
  const { store } = useForm();
  const key = { elementId: element.id, groupId: props.groupId };
  return (
    <PhoneBox
      id={props.id}
      title={element.title}
      lang={langOf(element, 'title')}
      value={state.values[0] ?? ''}
      preset={element.config.default?.[0]?.split('|')[0] || undefined}
      required={state.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoComplete={element.config.autofill ? 'tel-national' : 'off'}
      clean={(value) => store.cleaned(key, [value])?.[0] ?? null}
      set={(value) => props.set(value === '' ? [] : [value])}
      leave={props.leave}
    />
  );
}

export const phoneNumber: Skin = { frame: () => 'for', width: 'half', Control: PhoneControl };
