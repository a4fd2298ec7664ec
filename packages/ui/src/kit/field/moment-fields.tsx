import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { useState } from 'react';
import { t, translate } from '../text/translate.ts';
import { readerZone, zoneText } from '../time/date-text.ts';
import { DayField } from './day-field.tsx';
import { TextField } from './text-field.tsx';

/** Returns an hour as it is read on pages, '9:30' as '09:30', or null if it is none. */
function hourOf(typed: string): string | null {
  const [, hour = '', minute] = /^(\d{1,2}):([0-5]\d)$/.exec(typed.trim()) ?? [];
  return hour === '' || Number(hour) > 23 ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** A day and an hour by the clock of the reader, as ISO; null while there is none. */
export function momentOf({ day, hour }: { day: string; hour: string }): string | null {
  const at = Date.parse(`${day}T${hourOf(hour)}`);
  return isPlainDate(day) && day >= '2000' && !Number.isNaN(at) ? new Date(at).toISOString() : null;
}

/** A moment: its day and its hour, by the clock of the reader, which is named. */
export function MomentFields(props: {
  label: string;
  value: { day: string; hour: string };
  set: (value: { day: string; hour: string }) => void;
  /** Error of the whole moment. */
  error?: string | null | undefined;
}) {
  const { value, set, error = null } = props;
  const [isLeft, leave] = useState(false);
  return (
    <>
      <DayField
        label={props.label}
        value={value.day}
        required
        zone={readerZone}
        error={value.day === '' || isPlainDate(value.day) ? error : translate(dateFault(value.day))}
        set={(day) => set({ ...value, day })}
      />
      <TextField
        inputMode="numeric"
        placeholder={t('parts.moment.hourPattern')}
        maxLength={5}
        label={t('parts.moment.hour')}
        hint={zoneText(readerZone)}
        value={value.hour}
        required
        error={isLeft && hourOf(value.hour) === null ? t('parts.moment.hourFault') : null}
        onBlur={() => leave(true)}
        onChange={(event) => set({ ...value, hour: event.target.value })}
      />
    </>
  );
}
