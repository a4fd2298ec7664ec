import type { Element } from '@clearcall/domain/forms/types.ts';
import type { GeneratedForm } from './generated-form.ts';

/**
 * The same generated form in other libraries, as somebody who knows them would write it. What a library has no words
 * for (conditions and sums in react-hook-form) is written by hand in its terms, as its users do.
 */
export interface Peer {
  name: string;
  /** Sets one field outside groups and lets everything follow. */
  change(elementId: string, values: string[]): void;
  /** Sets all answers and validates everything; returns the number of fields with an error. */
  check(): Promise<number>;
  /** How many elements of the chain are shown. */
  shownInChain(): number;
  sum(elementId: string): string;
}

/** The days between which the dates of the form must lie. */
export const EARLIEST = '2026-12-01';
export const LATEST = '2027-11-11';

export function elementsOf({ flow }: GeneratedForm): Element[] {
  return flow.steps.find(({ id }) => id === 'main')?.forms.flatMap(({ elements }) => elements) ?? [];
}

export function plainValue(element: Element, values: readonly string[]): unknown {
  if (element.type === 'multitext') return values;
  if (element.type === 'number') return values[0] === undefined ? undefined : Number(values[0]);
  return values[0];
}

/** All answers as one object, the rows of a group as a list. */
export function plainData(form: GeneratedForm): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  const answers = new Map(
    form.input.answers.map((answer) => [`${answer.elementId}@${answer.groupId}`, answer.values]),
  );
  for (const element of elementsOf(form)) {
    if (element.children === undefined) {
      const values = answers.get(`${element.id}@null`);
      if (values !== undefined) data[element.id] = plainValue(element, values);
      continue;
    }
    data[element.id] = form.input.rows
      .filter(({ elementId }) => elementId === element.id)
      .map(({ id }) =>
        Object.fromEntries(
          (element.children ?? []).map((child) => [
            child.id,
            plainValue(child, answers.get(`${child.id}@${id}`) ?? []),
          ]),
        ),
      );
  }
  return data;
}
