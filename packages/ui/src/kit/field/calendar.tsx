import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/fr.js';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { pageLanguage, t } from '../text/translate.ts';
import { MantineParts } from '../theme/mantine-parts.tsx';
import classes from './field.module.css';

/** A month to choose a day from: arrows move, Escape closes. Days are yyyy-mm-dd. */
export default function Calendar(props: {
  label: string;
  value: string | null;
  min: string | null;
  max: string | null;
  today: string;
  choose: (date: string) => void;
  close: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const day = box.current?.querySelector<HTMLElement>('table button[tabindex="0"]');
    (day ?? box.current)?.focus({ preventScroll: true });
  }, []);
  const near =
    props.value ?? (props.max !== null && props.max < props.today ? props.max : (props.min ?? props.today));
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={t('forms.calendar.choose', { title: props.label })}
      tabIndex={-1}
      className={classes.calendar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.close();
      }}
    >
      <MantineParts>
        <DatePicker
          size="sm"
          locale={pageLanguage()}
          value={props.value}
          defaultDate={near}
          {...(props.min === null ? {} : { minDate: props.min })}
          {...(props.max === null ? {} : { maxDate: props.max })}
          firstDayOfWeek={1}
          // Red means wrong, and a Sunday is not.
          weekendDays={[]}
          ariaLabels={{
            nextMonth: t('forms.calendar.nextMonth'),
            previousMonth: t('forms.calendar.previousMonth'),
            nextYear: t('forms.calendar.nextYear'),
            previousYear: t('forms.calendar.previousYear'),
          }}
          onChange={(value) => {
            if (value !== null) props.choose(value);
          }}
        />
      </MantineParts>
    </div>
  );
}
