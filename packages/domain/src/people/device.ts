import { message, type Translatable } from '@clearcall/i18n/message.ts';

// Of those that a line names, the first counts: most browsers also name the ones they descend from.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

type Known = readonly (readonly [string, RegExp])[];

const firstOf = (known: Known, line: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(line))?.[0];

/**
 * Browser and system by their names ('Firefox, Windows'), from the line that a browser sends about itself; whatever else
 * stands in that line is not kept. What is not recognised is left out, so nothing is ''.
 */
export function deviceOf(userAgent: string | undefined): string {
  const line = (userAgent ?? '').slice(0, 1_000);
  return [firstOf(browsers, line), firstOf(systems, line)].filter((name) => name !== undefined).join(', ');
}

const nameAmong = (known: Known, names: readonly string[]): string | undefined =>
  names.find((name) => known.some(([one]) => one === name));

/** What is said of a device that was kept: as `deviceOf` gives it, or in the English words of versions before. */
export function deviceMessage(kept: string): Translatable {
  const names = kept.split(/, | on /);
  const system = nameAmong(systems, names);
  const browser = nameAmong(browsers, names) ?? message('privacy.device.unknown');
  return system === undefined ? browser : message('privacy.device.on', { browser, system });
}
