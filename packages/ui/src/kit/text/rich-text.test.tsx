import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';
import { overrideTexts, startTexts, t } from './translate.ts';

// Other tests of the same process read the language of the page too.
afterAll(() => startTexts([], 'en'));

const reference = (place: string) =>
  renderToStaticMarkup(
    <RichText
      id="frame.wrong.reference"
      values={{ when: '04-09-2026 10:00', place }}
      parts={{ contact: (text) => <a href="/contact">{text}</a>, number: () => <b>7</b> }}
    />,
  );

it('draws the parts of a text where each language has them, and people’s own words as they are', async () => {
  await startTexts(['frame'], 'de');
  expect(reference('Luxemburg')).toBe(
    'Wenn das weiter passiert, <a href="/contact">schreiben Sie uns</a> und nennen Sie <b>7</b>, <span class="nowrap">04-09-2026 10:00</span>, Ortszeit Luxemburg.',
  );
  await startTexts(['frame'], 'en');
  expect(reference('<number>8</number> & <b>')).toBe(
    'If this keeps happening, <a href="/contact">write to us</a> and quote <b>7</b>, <span class="nowrap">04-09-2026 10:00</span>, ' +
      '&lt;number&gt;8&lt;/number&gt; &amp; &lt;b&gt; time.',
  );
});

it('lays what the organisation says over what is there and what comes later', async () => {
  await startTexts(['frame'], 'fr');
  overrideTexts({ fr: { 'frame.menu.login': ['Entrer'], 'account.logIn': ['Entrer ici'] }, de: {} });
  const { loadTexts } = await import('./translate.ts');
  await loadTexts('account');
  expect([t('frame.menu.login'), t('account.logIn'), t('account.register')]).toEqual([
    'Entrer',
    'Entrer ici',
    'S’inscrire',
  ]);
  await startTexts(['frame'], 'en');
});
