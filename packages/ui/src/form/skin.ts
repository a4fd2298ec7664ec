import type { Element, FieldState, FormContext } from '@clearcall/domain/forms/types.ts';
import type { ComponentType } from 'react';

export interface ControlProps {
  element: Element;
  groupId: string | null;
  state: FieldState;
  /** Of the control that takes the focus: the field's address, also the fragment that leads to it. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  /** Takes a new answer. */
  set: (values: readonly string[]) => void;
  /** The reader has left the control: its errors may be shown. */
  leave: () => void;
  /** Something was done that became no value, such as a file that is not taken; null when that is over. */
  complain: (sentence: string | null) => void;
  /** What became of a typed text where it is kept in another way; null when that is over. Said, and shown as no error. */
  say: (note: string | null) => void;
}

/** What an answer is drawn from where it can only be read. */
export type ReadingProps = Pick<ControlProps, 'element' | 'groupId' | 'state'>;

export type Width = 'third' | 'half' | 'full';

/**
 * What the page needs to know of a type of element. `for`: one control with a label of its own. `group`: several
 * controls under one heading, `radios`: of which one is chosen. `self`: the control writes its own label. `bare`: no field at all.
 */
export interface Skin {
  frame: (element: Element, context: FormContext) => 'for' | 'group' | 'radios' | 'self' | 'bare';
  width: Width;
  /** Nothing stands beside this element, whatever width it asks for. */
  takesLine?: (element: Element) => boolean;
  /** On the form's own level it begins a section: `heading` is nothing but its head, `headed` stands below it too. */
  section?: 'heading' | 'headed';
  Control: ComponentType<ControlProps>;
  /** Limits in words, beside the field before any error. Empty for none. */
  hint?: (element: Element, context: FormContext) => string;
  /** The answer where it can only be read; its text unless told otherwise. */
  Reading?: ComponentType<ReadingProps>;
  /** For which elements it is drawn so; for all when absent. */
  readsOwn?: (element: Element) => boolean;
}

/** How wide an element is drawn. */
export const widthOf = (element: Element, skin: Skin): Width =>
  skin.takesLine?.(element) === true ? 'full' : (element.config.width ?? skin.width);

/** What draws the answer of an element where it can only be read; undefined: its text. */
export const readingOf = (element: Element, skin: Skin): Skin['Reading'] =>
  skin.readsOwn?.(element) === false ? undefined : skin.Reading;
