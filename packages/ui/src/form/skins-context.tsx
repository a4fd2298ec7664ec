import type { ElementType } from '@clearcall/domain/forms/types.ts';
import { createContext, useContext } from 'react';
import type { Skin } from './skin.ts';

/**
 * How each type of element is drawn, handed down by the form: a group draws fields, and a field may be a group, so
 * neither can import the table that names both.
 */
export const Skins = createContext<((type: ElementType) => Skin) | null>(null);

export function useSkin(type: ElementType): Skin {
  const skinOf = useContext(Skins);
  if (skinOf === null) throw new Error('A field stands outside of a form.');
  return skinOf(type);
}
