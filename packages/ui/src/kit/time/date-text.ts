import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { dayNumber } from '@clearcall/domain/forms/day-number.ts';
import { listText as listOf, momentText, plainDateText, zonePlace } from '@clearcall/i18n/format.ts';
import { locales } from '@clearcall/i18n/language.ts';
import { pageLanguage, t } from '../text/translate.ts';

/** The reader's own time zone. */
export const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Anything before 2000 is unset. Source: Requirements 1, 9.25.
const firstRealMs = Date.UTC(2000, 0, 1);

/** The instant in milliseconds, or null for what is absent, malformed or before 2000. */
export function instantOf(at: string | number | null | undefined): number | null {
  if (at === null || at === undefined) return null;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isNaN(ms) || ms < firstRealMs ? null : ms;
}

/** What is told by its day alone, as midnight in Greenwich, as that day: the same everywhere. Anything else as it is. */
export const dayOrInstant = (at: string | null): string | null =>
  at?.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : at;

/** 04-09-2026 10:00 (in German 04.09.2026 10:00), in a zone (the reader's unless named). Empty for what is unset. */
export function dateTimeText(at: string | number | null | undefined, zone = readerZone): string {
  const ms = instantOf(at);
  if (ms === null) return '';
  const { date, time } = momentText(pageLanguage(), ms, zone);
  return `${date} ${time}`;
}

/** 04-09-2026, in a zone. A plain date (2026-09-04) is the same day everywhere. Empty for what is unset. */
export function dateText(at: string | number | null | undefined, zone = readerZone): string {
  const plain = typeof at === 'string' ? plainDateText(pageLanguage(), at) : null;
  if (plain !== null) return plain;
  return dateTimeText(at, zone).slice(0, 10);
}

/** 04-09 (in German 04.09., whose month ends in a dot), in a zone: where the year is plain. Empty for what is unset. */
export function dayText(at: string | number | null | undefined, zone = readerZone): string {
  return dateText(at, zone).slice(0, pageLanguage() === 'de' ? 6 : 5);
}

/** 10:00, in a zone. Empty for what is unset. */
export function timeText(at: string | number | null | undefined, zone = readerZone): string {
  return dateTimeText(at, zone).slice(11);
}

/** A month by its name in a zone: 'September', with its year 'September 2026', short 'Sep'. */
export function monthText(at: number, zone: string, length: 'short' | 'long' | 'with year'): string {
  return new Intl.DateTimeFormat(locales[pageLanguage()], {
    timeZone: zone,
    month: length === 'short' ? 'short' : 'long',
    ...(length === 'with year' ? { year: 'numeric' } : {}),
  }).format(at);
}

/** Names of the twelve months. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, month) => monthText(Date.UTC(2000, month), 'UTC', 'long'));

/** Several things in one sentence: 'A, B and C'. */
export function listText(items: readonly string[]): string {
  return listOf(pageLanguage(), items);
}

/** A zone by its place, as the whole portal calls it: 'Luxembourg time'. */
export function zoneText(zone: string): string {
  return t('frame.time.zone', { place: zonePlace(zone) });
}

/** Whether two zones show the same clock at an instant. */
export function sameClock(one: string, other: string, at: number): boolean {
  return one === other || dateTimeText(at, one) === dateTimeText(at, other);
}

/** Returns by how many calendar days of a zone an instant is after another: 1 tomorrow, 0 today, -1 yesterday. */
export function daysAway(at: number, now: number, zone = readerZone): number {
  return dayNumber(plainDate(new Date(at), zone)) - dayNumber(plainDate(new Date(now), zone));
}

const dayMs = 86_400_000;

/** Whether what is left is told in days: then it ends on another day, and at least 24 hours later. */
const isInDays = (at: number, now: number, zone: string): boolean =>
  at - now >= dayMs && daysAway(at, now, zone) > 0;

/**
 * How long until an instant, as the portal says it: calendar days, hours when under a day, minutes when under an hour.
 * Null when it has passed. Source: Requirements 1, 2.106 and 2.107.
 */
export function remainingText(at: number, now: number, zone = readerZone): string | null {
  const ms = at - now;
  if (ms <= 0) return null;
  const minutes = ms / 60_000;
  if (minutes < 1) return t('frame.time.underAMinute');
  if (minutes < 60) return t('frame.time.minutes', { n: Math.floor(minutes) });
  if (isInDays(at, now, zone)) return t('frame.time.days', { n: daysAway(at, now, zone) });
  return t('frame.time.hours', { n: Math.max(1, Math.round(minutes / 60)) });
}

/** The same to the minute on the last day, where it counts: '19 h 58 min', '12 days'. Null when it has passed. */
export function remainingExact(at: number, now: number, zone = readerZone): string | null {
  const ms = at - now;
  if (ms <= 0) return null;
  if (isInDays(at, now, zone)) return t('frame.time.days', { n: daysAway(at, now, zone) });
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return t('frame.time.hoursMinutes', { hours, minutes: minutes % 60 });
  const seconds = Math.floor(ms / 1000) % 60;
  if (minutes > 0) return t('frame.time.minutesSeconds', { minutes, seconds });
  return t('frame.time.seconds', { seconds });
}
