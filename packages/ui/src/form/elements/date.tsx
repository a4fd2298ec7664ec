import { showDate } from '@clearcall/domain/forms/dates.ts';
import { limitValue } from '@clearcall/domain/forms/limits.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import classes from '../form.module.css';
import { dateLimitText } from '../limit-text.ts';
import { Popup } from '../popup.tsx';
import type { ControlProps, Skin } from '../skin.ts';
import { readTypedDate } from '../typed-date.ts';
import { useForm } from '../use-form.tsx';
import { useTyped } from '../use-typed.ts';

// Most dates are typed: the calendar comes when somebody asks for it.
const Calendar = lazy(() => import('../calendar.tsx').catch(() => ({ default: NoCalendar })));

/** Without a connection a date can still be typed. */
function NoCalendar() {
  return <p className={classes.listNote}>The calendar could not be loaded. Please type the date.</p>;
}

function DateControl(props: ControlProps) {
  const { element, state, id } = props;
  const { store } = useForm();
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  // What could not be read as a date stays to be mended.
  const [unread, setUnread] = useState('');
  const stored = state.values[0] ?? '';
  const typed = useTyped({
    shown: unread !== '' ? unread : showDate(stored),
    take: (text) => {
      const date = readTypedDate(text);
      setUnread('');
      props.complain(null);
      props.set(date === null || date === '' ? [] : [date]);
    },
    done: (text) => {
      if (text !== null && readTypedDate(text) === null) {
        setUnread(text);
        props.complain('Write the date as day, month and year: dd-mm-yyyy.');
      }
      props.leave();
    },
  });
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('button')?.focus();
  };
  const context = store.currentContext();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left all of it
    <span
      ref={box}
      className={classes.unitBox}
      data-invalid={props.invalid || undefined}
      onBlur={(event) => {
        if (open && event.relatedTarget !== null && !box.current?.contains(event.relatedTarget))
          setOpen(false);
      }}
    >
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete={element.config.autofill === 'dateOfBirth' ? 'bday' : 'off'}
        className={classes.plainInput}
        placeholder="dd-mm-yyyy"
        value={typed.value}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={typed.blur}
      />
      <IconButton
        icon="calendar"
        label={`${element.title}: choose from a calendar`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <Popup anchor={box}>
          <Suspense fallback={<div className={classes.calendarWait} />}>
            <Calendar
              label={element.title}
              value={stored === '' ? null : stored}
              min={limitValue(element.config.min, context)}
              max={limitValue(element.config.max, context)}
              today={context.today}
              choose={(date) => {
                setUnread('');
                props.complain(null);
                props.set([date]);
                close();
              }}
              close={close}
            />
          </Suspense>
        </Popup>
      ) : null}
    </span>
  );
}

export const date: Skin = { frame: () => 'for', width: 'half', Control: DateControl, hint: dateLimitText };

/** A day of birth is known by heart: its limits need no words until they are broken. */
export const birthdate: Skin = { frame: () => 'for', width: 'half', Control: DateControl };
