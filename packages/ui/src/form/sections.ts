import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { skinOf } from './elements/skins.ts';

export interface FormSection {
  id: string;
  /** The element whose title heads the section; null for what stands before the first one. */
  heading: Element | null;
  elements: Element[];
}

/**
 * The sections of a form: a title or a divider with words begins one, and so does a repeated group, unless a heading
 * stands right before it.
 */
export function sectionsOf(form: Form): FormSection[] {
  const sections: FormSection[] = [];
  let current: FormSection | null = null;
  const begin = (heading: Element | null, id: string): FormSection => {
    current = { id, heading, elements: [] };
    sections.push(current);
    return current;
  };
  for (const element of form.elements) {
    const part = skinOf(element.type).section;
    const open: FormSection = current ?? begin(null, `${form.id}:start`);
    if (part === 'heading' && element.title !== '') {
      begin(element, element.id);
    } else if (part === 'headed' && !(open.heading !== null && open.elements.length === 0)) {
      begin(element, `${element.id}:section`).elements.push(element);
    } else {
      open.elements.push(element);
    }
  }
  return sections.filter((section) => section.heading !== null || section.elements.length > 0);
}
