import { afterAll, afterEach, expect, test } from 'vitest';
import { langOf, setOrganisationLanguage } from './author-language.ts';
import { startTexts } from './translate.ts';

// Other tests of the same process read the language of the page too.
afterAll(() => startTexts([], 'en'));

afterEach(() => setOrganisationLanguage('en'));

test('a text of an author names its language where that is not the one of the page', async () => {
  await startTexts(['frame'], 'de');
  const call = { told: { title: 'de', info: 'fr' } } as const;
  expect(['title', 'info', 'description'].map((text) => langOf(call, text))).toEqual([undefined, 'fr', 'en']);
  setOrganisationLanguage('de');
  expect(langOf({}, 'title')).toBeUndefined();
});
