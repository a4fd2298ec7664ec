import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import { deviceMessage, deviceOf } from './device.ts';

it('names browser and system, and keeps nothing else', () => {
  const deviceName = (line: string | undefined) => deviceOf(line);
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
    ].map(deviceName),
  ).toEqual([
    'Firefox, Windows',
    'Safari, Mac',
    'Chrome, iPhone',
    'Edge, Windows',
    'Samsung Internet, Android',
    'Chrome, Linux',
    '',
    '',
    '',
    '',
  ]);
});

it('tells a device in the language of the reader, also one that was kept in English words', async () => {
  const kept = [
    'Samsung Internet, Android',
    'Chrome',
    'Linux',
    '',
    'Firefox on Windows',
    'Unknown browser on Mac',
    'Test',
  ];
  const deviceName = async (language: 'de' | 'fr') => {
    const { translate } = createTranslator(language, await loadArea(language, 'privacy'));
    return kept.map((one) => translate(deviceMessage(one)));
  };
  expect([await deviceName('de'), await deviceName('fr')]).toEqual([
    [
      'Samsung Internet unter Android',
      'Chrome',
      'Unbekannter Browser unter Linux',
      'Unbekannter Browser',
      'Firefox unter Windows',
      'Unbekannter Browser unter Mac',
      'Unbekannter Browser',
    ],
    [
      'Samsung Internet sur Android',
      'Chrome',
      'Navigateur inconnu sur Linux',
      'Navigateur inconnu',
      'Firefox sur Windows',
      'Navigateur inconnu sur Mac',
      'Navigateur inconnu',
    ],
  ]);
});
