import '@daypicker/react/style.css';
import { DayPicker, type DayPickerLocale } from '@daypicker/react';
import { de } from '@daypicker/react/locale/de';
import { enGB } from '@daypicker/react/locale/en-GB';
import { fr } from '@daypicker/react/locale/fr';
import { useId } from 'react';
import { type Quoted, quoting } from '../text/quoting.tsx';
import { pageLanguage, t } from '../text/translate.ts';
import classes from './calendar.module.css';

const locales: Record<ReturnType<typeof pageLanguage>, Partial<DayPickerLocale>> = {
  en: enGB,
  de,
  fr,
  'en-XA': enGB,
};
/** How far the choice of years reaches where the field sets no limit. */
const yearsAround = 10;

/** The local midnight of a day written yyyy-mm-dd: what the library counts in. */
function localDay(day: string, years = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year + years, month - 1, date);
}

const plainDay = (day: Date): string =>
  new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())).toISOString().slice(0, 10);

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** A month to choose a day from: arrows move, Escape closes. Days are yyyy-mm-dd. */
export default function Calendar(props: {
  /** What a day is chosen for. */
  title: Quoted;
  value: string | null;
  min: string | null;
  max: string | null;
  today: string;
  choose: (date: string) => void;
  close: () => void;
}) {
  const { value, min, max, today } = props;
  const near = value ?? (max !== null && max < today ? max : (min ?? today));
  const nameId = useId();
  return (
    <div
      role="dialog"
      aria-labelledby={nameId}
      tabIndex={-1}
      className={classes.calendar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.close();
      }}
    >
      <span id={nameId} hidden>
        {quoting(t('forms.calendar.choose', { title: props.title.title }), props.title)}
      </span>
      <DayPicker
        mode="single"
        required
        autoFocus
        fixedWeeks
        locale={locales[pageLanguage()]}
        weekStartsOn={1}
        captionLayout="dropdown"
        navLayout="after"
        today={localDay(today)}
        selected={value === null ? undefined : localDay(value)}
        defaultMonth={localDay(near)}
        startMonth={
          min === null ? localDay(earlier(near, today), -yearsAround) : localDay(earlier(near, min))
        }
        endMonth={max === null ? localDay(later(near, today), yearsAround) : localDay(later(near, max))}
        disabled={[
          ...(min === null ? [] : [{ before: localDay(min) }]),
          ...(max === null ? [] : [{ after: localDay(max) }]),
        ]}
        labels={{
          labelNext: () => t('forms.calendar.nextMonth'),
          labelPrevious: () => t('forms.calendar.previousMonth'),
          labelMonthDropdown: () => t('forms.calendar.month'),
          labelYearDropdown: () => t('forms.calendar.year'),
        }}
        onSelect={(day) => props.choose(plainDay(day))}
      />
    </div>
  );
}
