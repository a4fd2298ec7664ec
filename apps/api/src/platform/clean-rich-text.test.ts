import { harmlessTag, richTextAttacks } from '@clearcall/domain/values/rich-text-attacks.ts';
import { expect, it } from 'vitest';
import { cleanRichText } from './clean-rich-text.ts';

it.each(richTextAttacks)('leaves nothing that runs, loads or leads away of %s', (attack) => {
  const clean = cleanRichText(`<p>before</p>${attack}`);
  expect(clean).toMatch(/^<p>before<\/p>/);
  const left = clean.match(/<[^>]*>/g) ?? [];
  expect(left.filter((tag) => !harmlessTag.test(tag))).toEqual([]);
  // Cleaning what is clean changes nothing: nothing hides behind what was taken out.
  expect(cleanRichText(clean)).toBe(clean);
});

it('keeps what people write, and the outline of the page', () => {
  const text =
    '<h3>How</h3><p>One <strong>strong</strong>, <em>stressed</em> word &amp; a ' +
    '<a href="https://example.org/a?b=1&amp;c=2" title="there" rel="noopener noreferrer">link</a>.</p><ul><li>Łódź</li></ul>';
  expect(cleanRichText(text)).toBe(text);
  expect(cleanRichText('<h1>A</h1><h2>B</h2><h5>C</h5><h6>D</h6>')).toBe(
    '<h3>A</h3><h3>B</h3><h4>C</h4><h4>D</h4>',
  );
  expect(cleanRichText('<a href="/documentation">here</a> <a href="javascript:x">there</a>')).toBe(
    '<a href="/documentation" rel="noopener noreferrer">here</a> <a rel="noopener noreferrer">there</a>',
  );
});
