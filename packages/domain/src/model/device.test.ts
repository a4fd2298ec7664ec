import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

it('names browser and system in plain words, and keeps nothing else', () => {
  const said = (line: string | undefined) => deviceOf(line);
  expect(
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Chrome/142.0 Safari/537.36',
      'curl/8.5.0',
      `<script>alert(1)</script>${'x'.repeat(100_000)}`,
      '',
      undefined,
    ].map(said),
  ).toEqual([
    'Firefox on Windows',
    'Safari on Mac',
    'Chrome on iPhone',
    'Edge on Windows',
    'Samsung Internet on Android',
    'Chrome on Linux',
    'Unknown browser',
    'Unknown browser',
    'Unknown browser',
    'Unknown browser',
  ]);
});
