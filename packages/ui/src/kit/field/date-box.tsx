import { isPlainDate, monthAsNumber, readDate } from '@clearcall/domain/forms/dates.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Popup } from '../overlay/popup.tsx';
import { quoting } from '../text/quoting.tsx';
import { t } from '../text/translate.ts';
import { dateText, monthNames } from '../time/date-text.ts';
import classes from './field.module.css';
import { useTyped } from './use-typed.ts';

// Most dates are typed: the calendar comes when somebody asks for it.
const Calendar = lazy(() => import('./calendar.tsx').catch(() => ({ default: NoCalendar })));

/** Without a connection a date can still be typed. */
function NoCalendar() {
  return <p className={classes.listNote}>{t('forms.calendar.missing')}</p>;
}

/** What every control of one text takes. */
export interface BoxProps {
  id: string;
  /** What the control is called. */
  title: string;
  /** Language of the title, if it is not that of the page. */
  lang?: Language | undefined;
  value: string;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  autoComplete?: string | undefined;
  /** Takes a new value; empty for none. */
  set: (value: string) => void;
  /** The reader has left the control. */
  leave: () => void;
}

/**
 * A day, typed as dd-mm-yyyy or with the name of its month, or chosen from a calendar. Values and limits are yyyy-mm-dd. The value from before
 * stays while something is typed that is no day (yet); left like that, the text itself becomes the value, to be mended and never to be saved.
 */
export function DateBox(
  props: BoxProps & {
    min: string | null;
    max: string | null;
    today: string;
    /** Takes a day of the calendar, where that is something else than a typed one. */
    choose?: (date: string) => void;
  },
) {
  const { value, id } = props;
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const before = useRef(value);
  const typed = useTyped({
    shown: isPlainDate(value) ? dateText(value) : value,
    take: (text) => props.set(readDate(monthAsNumber(text, monthNames())) ?? before.current),
    done: (text) => {
      const day = text && monthAsNumber(text, monthNames());
      if (day !== null && readDate(day) === null) props.set(day);
      props.leave();
    },
  });
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('button')?.focus();
  };
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
        autoComplete={props.autoComplete ?? 'off'}
        className={classes.plainInput}
        placeholder={t('forms.date.pattern')}
        value={typed.value}
        aria-required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onFocus={() => {
          before.current = value;
        }}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={typed.blur}
      />
      <IconButton
        icon="calendar"
        label={t('forms.calendar.open', { title: props.title })}
        draw={(words) => quoting(words, { title: props.title, lang: props.lang })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <Popup anchor={box}>
          <Suspense fallback={<div className={classes.calendarWait} />}>
            <Calendar
              title={{ title: props.title, lang: props.lang }}
              value={isPlainDate(value) ? value : null}
              min={props.min}
              max={props.max}
              today={props.today}
              choose={(date) => {
                (props.choose ?? props.set)(date);
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
