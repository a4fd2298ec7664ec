import type { Element, Form, FormContext } from '@clearcall/domain/forms/types.ts';
import { skinOf } from './elements/skins.ts';
import { widthOf } from './skin.ts';

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

const isAlwaysShown = ({ config, effects }: Element): boolean =>
  config.hidden !== true && effects.every(({ effect }) => effect !== 'visible');

/** The form in two: the instructions that it begins with, which a page shows with its head, and the rest. */
export function splitInstructions(form: Form): { instructions: Element[]; rest: Form } {
  const first = form.elements.findIndex((one) => one.type !== 'instructions' || !isAlwaysShown(one));
  const n = Math.max(0, first);
  return { instructions: form.elements.slice(0, n), rest: { ...form, elements: form.elements.slice(n) } };
}

/** Whether nothing ever stands beside an element: it takes the whole line and is always shown. */
function standsAlone(element: Element, context: FormContext): boolean {
  const skin = skinOf(element.type);
  const isWide = skin.frame(element, context) === 'bare' || widthOf(element, skin) === 'full';
  return isAlwaysShown(element) && isWide;
}

/**
 * Elements in runs that are laid out apart from each other, so that a text that grows moves what is below it and makes
 * nobody measure its neighbours again. Cut only where no line could be shared.
 */
export function runsOf(elements: readonly Element[], context: FormContext): (readonly Element[])[] {
  const runs: Element[][] = [];
  let open: Element[] | null = null;
  for (const element of elements) {
    if (standsAlone(element, context)) {
      runs.push([element]);
      open = null;
    } else if (open === null) {
      open = [element];
      runs.push(open);
    } else open.push(element);
  }
  return runs;
}
