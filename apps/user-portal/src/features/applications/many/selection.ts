import type { ApplicationRow } from '@clearcall/domain/model/application.ts';

/** What is known of a chosen application: enough to name it. */
export type Chosen = Pick<ApplicationRow, 'id' | 'uid'>;
/** The chosen ones by their ids, over all pages of a list. */
export type Selection = ReadonlyMap<number, Chosen>;

/** So many can be done at once. Source: POST /v2/applications/survey. */
export const maxChosen = 1_000;

const chosenOf = ({ id, uid }: Chosen): Chosen => ({ id, uid });

/** With more of them, or without them; never more than can be done at once. */
export function withRows(selection: Selection, rows: readonly Chosen[], on: boolean): Selection {
  const next = new Map(selection);
  for (const row of rows)
    if (!on) next.delete(row.id);
    else if (next.size < maxChosen || next.has(row.id)) next.set(row.id, chosenOf(row));
  return next;
}

/**
 * After a press on the box of a row. With the shift key everything between the row that was pressed before and this one
 * becomes as this one does; a page that the other is not on has no between.
 */
export function pressed(
  selection: Selection,
  page: readonly Chosen[],
  { id, before, shift }: { id: number; before: number | null; shift: boolean },
): Selection {
  const at = page.findIndex((row) => row.id === id);
  if (at === -1) return selection;
  const other = shift ? page.findIndex((row) => row.id === before) : -1;
  const rows =
    other === -1 ? page.slice(at, at + 1) : page.slice(Math.min(at, other), Math.max(at, other) + 1);
  return withRows(selection, rows, !selection.has(id));
}

/** How much of a page is chosen. */
export function pageState(selection: Selection, page: readonly Chosen[]): 'none' | 'some' | 'all' {
  const n = page.filter(({ id }) => selection.has(id)).length;
  return n === 0 ? 'none' : n === page.length ? 'all' : 'some';
}
