import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Style sheets cannot share a constant: what is narrow is written into each of them. Source: Requirements 1, 10.1. */
test('narrow is below 768 px in every style sheet, and nothing else is called so', () => {
  const root = join(import.meta.dirname, '../../..');
  const sheets = globSync(['packages/ui/src/**/*.css', 'apps/*-portal/src/**/*.css'], { cwd: root });
  expect(sheets.length).toBeGreaterThan(20);
  const odd = sheets.flatMap((sheet) =>
    // Containers are as wide as their place on the page, whatever the window is.
    [
      ...readFileSync(join(root, sheet), 'utf8')
        .replaceAll(/@container[^{]*/g, '')
        .matchAll(/\((m(?:in|ax)-width): (\d+)px\)/g),
    ]
      .filter(([, side, width]) => Number(width) < 900 && `${side} ${width}` !== 'max-width 767')
      .filter(([, side, width]) => `${side} ${width}` !== 'min-width 768')
      .map(([rule]) => `${sheet}: ${rule}`),
  );
  expect(odd).toEqual([]);
});

test('a sentence is in one grey, and the paler one is for values on a line', () => {
  const root = join(import.meta.dirname, '../../..');
  const pages = globSync(['packages/ui/src/**/*.tsx', 'apps/*-portal/src/**/*.tsx'], { cwd: root });
  expect(pages.length).toBeGreaterThan(100);
  const pale = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/<p\s[^>]*\bmuted\b/g)].map(
      ([tag]) => `${page}: ${tag}`,
    ),
  );
  expect(pale).toEqual([]);
});
