import { zonePlace } from '@clearcall/i18n/format.ts';
import { t } from '../text/translate.ts';
import {
  dateText,
  dateTimeText,
  dayText,
  instantOf,
  readerZone,
  sameClock,
  timeText,
  zoneText,
} from './date-text.ts';

/**
 * An instant as dd-MM-yyyy HH:mm in the reader's zone, the name of that zone in a tooltip, which has the time where the day alone is shown. With `zone` (the call's) the
 * place is named beside it, and its own clock too where the two differ: a deadline is never in doubt. `unset` stands
 * for what is absent or before 2000. Source: Requirements 1, 10.2 and 10.3.
 */
export function DateTime(props: {
  at: string | number | null | undefined;
  zone?: string | undefined;
  dateOnly?: boolean | undefined;
  unset?: string | undefined;
}) {
  // A day without a clock, such as a date of birth: the same everywhere, and as old as it likes.
  if (typeof props.at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(props.at)) {
    return (
      <time dateTime={props.at} className="nowrap">
        {dateText(props.at)}
      </time>
    );
  }
  const ms = instantOf(props.at);
  if (ms === null) return <span>{props.unset ?? '-'}</span>;
  const iso = new Date(ms).toISOString();
  const text = props.dateOnly ? dateText(ms) : dateTimeText(ms);
  const title = props.dateOnly
    ? `${dateTimeText(ms)}${t('frame.time.beside', { place: zonePlace(readerZone) })}`
    : zoneText(readerZone);
  return (
    <>
      <time dateTime={iso} title={title} className="nowrap">
        {text}
      </time>
      {props.zone === undefined ? null : <ZoneBeside zone={props.zone} ms={ms} />}
    </>
  );
}

/** The zone of a deadline by its place, with its own clock where that is not the reader's. */
export function ZoneBeside(props: { zone: string; ms: number }) {
  const place = zonePlace(props.zone);
  if (sameClock(props.zone, readerZone, props.ms)) return <>{t('frame.time.beside', { place })}</>;
  const otherDay = dateText(props.ms, props.zone) !== dateText(props.ms);
  const time = timeText(props.ms, props.zone);
  // The year stands beside it already: short enough for a line of its own in a narrow column.
  const there = otherDay ? `${dayText(props.ms, props.zone)} ${time}` : time;
  return (
    <>
      {' '}
      <span style={{ display: 'inline-block' }}>{t('frame.time.there', { time: there, place })}</span>
    </>
  );
}
