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

const firstOf = (known: readonly (readonly [string, RegExp])[], line: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(line))?.[0];

/**
 * Browser and system in plain words ('Firefox on Windows'), from the line that a browser sends about itself; whatever
 * else stands in that line is not kept. 'Unknown browser' where nothing is recognised.
 */
export function deviceOf(userAgent: string | undefined): string {
  const line = (userAgent ?? '').slice(0, 1_000);
  const browser = firstOf(browsers, line) ?? 'Unknown browser';
  const system = firstOf(systems, line);
  return system === undefined ? browser : `${browser} on ${system}`;
}
