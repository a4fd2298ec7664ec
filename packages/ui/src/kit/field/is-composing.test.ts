import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

const key = (composing: boolean, keyCode: number) =>
  ({ nativeEvent: { isComposing: composing, keyCode } }) as Parameters<typeof isComposing>[0];

it('leaves to the input method the keys of a composition, and the one that ends it in Safari', () => {
  expect([key(true, 13), key(true, 229), key(false, 229), key(false, 13)].map(isComposing)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
