import { expect, test } from 'vitest';
import { isOtherVersion } from './new-version.ts';

const pageOf = (entry: string) =>
  `<html><head><script type="module" crossorigin src="${entry}"></script></head><body></body></html>`;

test.each([
  ['the same page', pageOf('/assets/index-a1.js'), false],
  ['a page that begins with another script', pageOf('/assets/index-b2.js'), true],
  ['a script whose name only begins alike', pageOf('/assets/index-a1.js.map'), true],
  [
    'something that is no page of a portal, such as a login of the network',
    '<html>Welcome to the hotel</html>',
    false,
  ],
  ['nothing', '', false],
])('%s', (_name, page, other) => {
  expect(isOtherVersion(page, '/assets/index-a1.js')).toBe(other);
});
