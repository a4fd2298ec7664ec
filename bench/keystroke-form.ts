import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { type GeneratedForm, generatedForm } from './generated-form.ts';

/** What is typed into: one line of text among 60 fields, a number in one of 20 rows, a number that sums add. */
export const kinds = ['text', 'row', 'summed'] as const;
export type Kind = (typeof kinds)[number];

/** Where a number in a row of the first group stands. */
export interface Target {
  elementId: string;
  /** The row, counted from 0; null outside groups. */
  row: number | null;
}

/** A generated form cut into pages so that each kind of typing has one, the same for everybody who is measured. */
export interface TypedForm extends GeneratedForm {
  /** Of the step that is filled in. The page of each kind comes first; the rest follows, 60 elements each. */
  pages: Element[][];
  targets: Record<Kind, Target[]>;
}

const PAGE = 60;
const ROWS_WITH_ROOM = 18;

function idsOf(elements: readonly Element[]): Set<string> {
  return new Set(elements.map(({ id }) => id));
}

/** The generated form of so many fields, with its elements on other pages and nothing else changed. */
export function typedForm(fields: number): TypedForm {
  const form = generatedForm(fields);
  const step = form.flow.steps.find(({ id }) => id === 'main');
  const all = step?.forms.flatMap(({ elements }) => elements) ?? [];
  const byId = new Map(all.map((element) => [element.id, element]));
  const taken = new Set<string>();
  const take = (elements: readonly Element[]): Element[] => {
    for (const { id } of elements) taken.add(id);
    return [...elements];
  };
  const named = (ids: readonly string[]): Element[] => ids.flatMap((id) => byId.get(id) ?? []);
  const isAlwaysShown = (element: Element): boolean =>
    element.effects.every(({ effect }) => effect !== 'visible');

  const row = take(named(['group0', 'sum0']));
  const summed: Element[] = [];
  for (const [id, parts] of form.sums) {
    const numbers = named(parts);
    // The sums behind the groups add what stands in rows.
    if (numbers.some((element) => form.sums.has(element.id)) || numbers.length !== parts.length) continue;
    if (summed.length + numbers.length + 1 > PAGE) break;
    const known = idsOf(summed);
    summed.push(...numbers.filter((element) => !known.has(element.id)), ...named([id]));
  }
  take(summed);
  const rest = all.filter(({ id }) => !taken.has(id));
  const isFree = ({ id }: Element): boolean => id.startsWith('field');
  const text = take(rest.filter(isFree).slice(0, PAGE));
  const pages = [text, row, summed];
  const others = rest.filter(({ id }) => !taken.has(id));
  for (let at = 0; at < others.length; at += PAGE) pages.push(others.slice(at, at + PAGE));
  const forms: Form[] = pages.map((elements, order) => ({
    id: kinds[order] ?? `page${order}`,
    title: `Page ${order + 1}`,
    order,
    elements,
  }));
  if (step !== undefined) step.forms = forms;
  const outside = ({ id }: Element): Target => ({ elementId: id, row: null });
  return {
    ...form,
    pages,
    targets: {
      text: text.filter((element) => element.type === 'text' && isAlwaysShown(element)).map(outside),
      row: Array.from({ length: ROWS_WITH_ROOM }, (_, at) => ({ elementId: 'group0months', row: at })),
      summed: summed
        .filter((element) => element.config.max !== undefined && isAlwaysShown(element))
        .map(outside),
    },
  };
}
