import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to the input method: while a word is composed, Enter and the arrows choose among its candidates.
 * Safari ends the composition before the key that ends it, which then has the code 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
