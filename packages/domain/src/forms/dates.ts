/** Plain calendar dates yyyy-mm-dd in the proleptic Gregorian calendar: no time, no zone, no clock. */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

interface PlainDate {
  year: number;
  month: number;
  day: number;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function read(text: string): PlainDate | null {
  const found = PATTERN.exec(text);
  if (found === null) return null;
  const year = Number(found[1]);
  const month = Number(found[2]);
  const day = Number(found[3]);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null;
  return { year, month, day };
}

function write({ year, month, day }: PlainDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since 0000-03-01, counted in eras of 400 years with the leap day last. */
function toDays({ year, month, day }: PlainDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

function fromDays(days: number): PlainDate {
  const era = Math.floor(days / 146097);
  const dayOfEra = days - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** Whether the text is a day that the calendar has. */
export function isPlainDate(text: string): boolean {
  return read(text) !== null;
}

/** The date so many days later (or earlier); null when the text is no date. */
export function addDays(text: string, days: number): string | null {
  const date = read(text);
  return date === null ? null : write(fromDays(toDays(date) + days));
}

/** The same day so many years later (or earlier); 29 February becomes 28 where there is none. Null when no date. */
export function addYears(text: string, years: number): string | null {
  const date = read(text);
  if (date === null) return null;
  const year = date.year + years;
  return write({ year, month: date.month, day: Math.min(date.day, daysOfMonth(year, date.month)) });
}

/** dd-MM-yyyy, as people read it (Specification 2, section 9); what is no date stays as it is. */
export function showDate(text: string): string {
  const found = PATTERN.exec(text);
  return found === null ? text : `${found[3]}-${found[2]}-${found[1]}`;
}
