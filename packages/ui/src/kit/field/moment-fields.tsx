import { type DayAndHour, instantOfDay, type Showing } from '@clearcall/domain/deadlines/wall-clock.ts';
import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { useState } from 'react';
import { t, translate } from '../text/translate.ts';
import { readerZone, timeText, zoneText } from '../time/date-text.ts';
import { DayField } from './day-field.tsx';
import { TextField } from './text-field.tsx';

/** Returns an hour as it is read on pages, '9:30' as '09:30', or null if it is none. */
function hourOf(typed: string): string | null {
  const [, hour = '', minute] = /^(\d{1,2}):([0-5]\d)$/.exec(typed.trim()) ?? [];
  return hour === '' || Number(hour) > 23 ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** A day and an hour by the clock of a zone, as ISO and whether the clock shows them; null while there is none. */
function read({ day, hour }: DayAndHour, zone: string): { at: string; showing: Showing } | null {
  const time = hourOf(hour);
  return isPlainDate(day) && day >= '2000' && time !== null ? instantOfDay({ day, hour: time }, zone) : null;
}

/** A day and an hour by the clock of a zone, the reader's if none is named, as ISO; null while there is none. */
export const momentOf = (value: DayAndHour, zone = readerZone): string | null =>
  read(value, zone)?.at ?? null;

/** The zone, and what its clock does to the hour unless it shows the hour once. */
function clockText(value: DayAndHour, timeZone: string): string {
  const zone = zoneText(timeZone);
  const moment = read(value, timeZone);
  if (moment === null || moment.showing === 'once') return zone;
  return moment.showing === 'twice'
    ? t('parts.moment.twice', { zone })
    : t('parts.moment.never', { zone, hour: timeText(moment.at, timeZone) });
}

/** A moment: its day and its hour, by the clock of a zone, which is named. */
export function MomentFields(props: {
  label: string;
  value: DayAndHour;
  set: (value: DayAndHour) => void;
  /** The reader's if absent. */
  zone?: string | undefined;
  /** Error of the whole moment. */
  error?: string | null | undefined;
}) {
  const { value, set, zone = readerZone, error = null } = props;
  const [isLeft, leave] = useState(false);
  return (
    <>
      <DayField
        label={props.label}
        value={value.day}
        required
        zone={zone}
        error={value.day === '' || isPlainDate(value.day) ? error : translate(dateFault(value.day))}
        set={(day) => set({ ...value, day })}
      />
      <TextField
        inputMode="numeric"
        placeholder={t('parts.moment.hourPattern')}
        maxLength={5}
        label={t('parts.moment.hour')}
        hint={clockText(value, zone)}
        value={value.hour}
        required
        error={isLeft && hourOf(value.hour) === null ? t('parts.moment.hourFault') : null}
        onBlur={() => leave(true)}
        onChange={(event) => set({ ...value, hour: event.target.value })}
      />
    </>
  );
}
