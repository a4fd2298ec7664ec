import { t } from '../../kit/text/translate.ts';
import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

export const toggle: Skin = {
  frame: () => 'for',
  width: 'half',
  Control: (props) => {
    const on = props.state.values[0] === 'true';
    return (
      <span className={classes.switchLine}>
        <input
          id={props.id}
          type="checkbox"
          role="switch"
          aria-checked={on}
          className={classes.switch}
          checked={on}
          aria-required={props.state.required}
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
          onChange={(event) => props.set([event.currentTarget.checked ? 'true' : 'false'])}
          onBlur={props.leave}
        />
        <span aria-hidden="true">{on ? t('forms.yes') : t('forms.no')}</span>
      </span>
    );
  },
};
