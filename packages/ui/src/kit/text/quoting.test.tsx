import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedBy } from './author-text.tsx';
import { quoted, quoting } from './quoting.tsx';
import { RichText } from './rich-text.tsx';
import { startTexts } from './translate.ts';

beforeAll(() => startTexts(['frame'], 'de'));
// Other tests of the same process read the language of the page too.
afterAll(() => startTexts([], 'en'));

const english = (title: string) => quoted({ title, told: { title: 'en' } }, 'title');
const german = () => quoted({ title: 'Begutachtung', told: { title: 'de' } }, 'title');
const drawn = (sentence: string, ...quotes: ReturnType<typeof quoted>[]) =>
  renderToStaticMarkup(quoting(sentence, ...quotes));
const en = (title: string) => `<span lang="en">${title}</span>`;

test('each text of an author in a sentence names its language, also twice, and one that is part of another', () => {
  const quotes = [english('Review'), english('Panel Review'), german(), undefined];
  expect(drawn('Review und Panel Review, dann Review vor Begutachtung', ...quotes)).toBe(
    `${en('Review')} und ${en('Panel Review')}, dann ${en('Review')} vor Begutachtung`,
  );
});

test('a title is quoted as words of its own: signs mean nothing, and letters around make another word', () => {
  expect(drawn('Vor „Jobs (per day)“', english('Jobs (per day)'))).toBe(`Vor „${en('Jobs (per day)')}“`);
  expect(drawn('Reviewer der Preview am 04-09-2026', english('Review'), english('view'), english(''))).toBe(
    'Reviewer der Preview am <span class="nowrap">04-09-2026</span>',
  );
});

test('a name that mixes languages is content, and any other an attribute', () => {
  const name = namedBy('Öffnen: Review', (words) => quoting(words, english('Review')));
  expect([name.attributes, renderToStaticMarkup(name.content)]).toEqual([
    {},
    `<span class="hidden-visually">Öffnen: ${en('Review')}</span>`,
  ]);
  const label = 'Öffnen: Begutachtung REG-2026R02-058';
  expect(namedBy(label, (words) => quoting(words, german()))).toEqual({
    attributes: { 'aria-label': label, title: label },
    content: null,
  });
});

test('a text with parts names the language of the values that authors wrote', () => {
  const text = renderToStaticMarkup(
    <RichText
      id="frame.wrong.reference"
      values={{ when: 'Review', place: 'Luxemburg' }}
      draw={(words) => quoting(words, english('Review'))}
      parts={{ contact: (words) => words, number: () => 7 }}
    />,
  );
  expect(text).toContain(`, ${en('Review')}, Ortszeit`);
});
