import { elementRules } from '../forms/elements/rules.ts';
import { hardLimits, limitCount } from '../forms/limits.ts';
import type { Element, Step } from '../forms/types.ts';

/** Where an element of a step stands. */
export interface Placed {
  element: Element;
  formId: string;
  /** The group that it is a child of; null outside groups. */
  groupId: string | null;
}

/** The elements of one step by id, and by meaning (config.id). Made once per flow version. */
export interface StepIndex {
  elements: ReadonlyMap<string, Placed>;
  meanings: ReadonlyMap<string, Placed>;
}

/** Indexes the elements of a step, children of groups included. */
export function indexStep(step: Step): StepIndex {
  const elements = new Map<string, Placed>();
  const meanings = new Map<string, Placed>();
  const add = (element: Element, formId: string, groupId: string | null) => {
    const placed: Placed = { element, formId, groupId };
    elements.set(element.id, placed);
    if (element.config.id !== undefined) meanings.set(element.config.id, placed);
    for (const child of element.children ?? []) add(child, formId, element.id);
  };
  for (const form of step.forms) for (const element of form.elements) add(element, form.id, null);
  return { elements, meanings };
}

/** Whether an element holds uploaded files, whose answers only an upload changes. */
export function holdsFiles(element: Element): boolean {
  return elementRules[element.type].kind === 'files';
}

/** Whether an element is a group of rows. */
export function holdsRows(element: Element): boolean {
  return elementRules[element.type].kind === 'rows';
}

/** How many files an upload element takes: one unless its config says more. */
export function maxFiles(element: Element): number {
  return Math.max(1, Math.min(limitCount(element.config.max) ?? 1, hardLimits.files));
}
