import { Icon } from '../icon.tsx';
import { quoting } from '../text/quoting.tsx';
import { t } from '../text/translate.ts';
import type { BoxProps } from './date-box.tsx';
import { defaultDialCode, dialCodes } from './dial-codes.ts';
import classes from './field.module.css';
import { isWholePhone, splitPhone } from './typed-phone.ts';
import { useTyped } from './use-typed.ts';

/**
 * A telephone number, kept as '+32|475123456': the country's code from a list, the rest typed. A number that is typed or
 * pasted with its own code chooses that one. `clean` gives what is kept of a value when the control is left, null when it
 * may stay as it is.
 */
export function PhoneBox(
  props: BoxProps & {
    /** The code of an empty number; +32 unless told. */
    preset?: string | undefined;
    clean: (value: string) => string | null;
  },
) {
  const { value: stored, preset = defaultDialCode } = props;
  const bar = stored.indexOf('|');
  const code = bar > 0 ? stored.slice(0, bar) : preset;
  const number = stored.slice(bar + 1);
  const take = (nextCode: string, nextNumber: string) =>
    props.set(nextNumber.trim() === '' && nextCode === preset ? '' : `${nextCode}|${nextNumber}`);
  const typed = useTyped({
    shown: number,
    take: (text) => {
      const split = splitPhone(code, text.replace(/[|]/g, ''));
      take(split.code, split.number);
    },
    done: (text) => {
      const cleaned = text === null || number.trim() === '' ? null : props.clean(`${code}|${number}`);
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
          aria-labelledby={`${props.id}:code`}
          autoComplete={props.autoComplete === 'tel-national' ? 'tel-country-code' : 'off'}
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
        <span id={`${props.id}:code`} hidden>
          {quoting(t('forms.phone.code', { title: props.title }), { title: props.title, lang: props.lang })}
        </span>
        <span className={classes.dialCode} aria-hidden="true">
          {code}
        </span>
        <Icon name="chevron-down" />
      </span>
      <input
        id={props.id}
        type="tel"
        className={classes.control}
        autoComplete={props.autoComplete ?? 'off'}
        value={typed.value}
        aria-required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onPaste={(event) => {
          const { currentTarget: input, clipboardData } = event;
          const atCursor = input.selectionStart === input.selectionEnd;
          if (atCursor && isWholePhone(clipboardData.getData('text'), input.value)) input.select();
        }}
        onBlur={typed.blur}
      />
    </span>
  );
}
