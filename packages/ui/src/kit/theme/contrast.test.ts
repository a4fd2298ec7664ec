import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { expect, test } from 'vitest';
import { contrast, movedFills, primaryShades } from './contrast.ts';

test('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('keeps shades 7 and 3 where they carry text', () => {
  expect(primaryShades(defaultOrganisation.theme.palette)).toEqual({ light: 7, dark: 3 });
  expect(movedFills(defaultOrganisation.theme.palette)).toBeNull();
});

test('moves to a darker and a lighter shade where they do not', () => {
  const pale = [
    '#fffef0',
    '#fff8cc',
    '#fff2a0',
    '#3a3a10',
    '#ffe040',
    '#ffd820',
    '#ffd000',
    '#f0c000',
    '#7a6200',
    '#4a3b00',
  ];
  expect(primaryShades(pale)).toEqual({ light: 8, dark: 2 });
  expect(movedFills(pale)).toBe(
    ':root[data-color-scheme="light"]{--accent-fill:var(--accent-8);--accent-fill-hover:var(--accent-9);' +
      '--accent-text:var(--accent-8)}' +
      ':root[data-color-scheme="dark"]{--accent-fill:var(--accent-2);--accent-fill-hover:var(--accent-1)}',
  );
  // One that is no palette is none.
  expect(movedFills(pale.slice(1))).toBeNull();
});
