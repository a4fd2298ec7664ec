import { Icon } from '../../kit/icon.tsx';
import { dialCodes, usualDialCode } from '../dial-codes.ts';
import classes from '../form.module.css';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';
import { useTyped } from '../use-typed.ts';

function PhoneControl(props: ControlProps) {
  const { element, state, id } = props;
  const { store } = useForm();
  const key = { elementId: element.id, groupId: props.groupId };
  const stored = state.values[0] ?? '';
  const bar = stored.indexOf('|');
  const preset = element.config.default?.[0]?.split('|')[0] || usualDialCode;
  const code = bar > 0 ? stored.slice(0, bar) : preset;
  const number = stored.slice(bar + 1);
  const take = (nextCode: string, nextNumber: string) =>
    props.set(nextNumber.trim() === '' && nextCode === preset ? [] : [`${nextCode}|${nextNumber}`]);
  const typed = useTyped({
    shown: number,
    take: (text) => take(code, text.replace(/[|]/g, '')),
    done: (text) => {
      const cleaned = text === null || text.trim() === '' ? null : store.cleaned(key, [`${code}|${text}`]);
      if (cleaned !== null) props.set(cleaned);
      props.leave();
    },
  });
  const codes = dialCodes();
  return (
    <span className={classes.phone}>
      <span className={classes.selectBox}>
        <select
          className={classes.control}
          aria-label={`${element.title}: country code`}
          value={code}
          onChange={(event) => take(event.currentTarget.value, number)}
        >
          {codes.some((known) => known.code === code) ? null : <option value={code}>{code}</option>}
          {codes.map((known) => (
            <option key={known.code} value={known.code}>
              {known.countries} {known.code}
            </option>
          ))}
        </select>
        <span className={classes.dialCode} aria-hidden="true">
          {code}
        </span>
        <Icon name="chevron-down" />
      </span>
      <input
        id={id}
        type="tel"
        className={classes.control}
        autoComplete={element.config.autofill ? 'tel-national' : 'off'}
        value={typed.value}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={typed.blur}
      />
    </span>
  );
}

export const phoneNumber: Skin = { frame: () => 'for', width: 'half', Control: PhoneControl };
