import { SwitchBox } from '../../kit/field/boxes.tsx';
import { t } from '../../kit/text/translate.ts';
import type { Skin } from '../skin.ts';

export const toggle: Skin = {
  frame: () => 'for',
  width: 'half',
  Control: (props) => {
    const on = props.state.values[0] === 'true';
    return (
      <SwitchBox
        id={props.id}
        checked={on}
        words={[t('forms.yes'), t('forms.no')]}
        aria-required={props.state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => props.set([event.currentTarget.checked ? 'true' : 'false'])}
        onBlur={props.leave}
      />
    );
  },
};
