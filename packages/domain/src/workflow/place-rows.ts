import { type Message, message } from '@clearcall/i18n/message.ts';
import type { DataItem, GroupInstance } from '../applications/application.ts';
import { hasGivenRows } from '../forms/given-rows.ts';
import { hardLimits, limitCount } from '../forms/limits.ts';
import { messages } from '../forms/messages.ts';
import type { Answer, Row } from '../forms/types.ts';
import { holdsRows, type StepIndex } from './step-index.ts';

export interface RowRefusal {
  ok: false;
  code: 'invalid_value' | 'too_many_rows';
  sentences: Message[];
}

export const sameValues = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

export const dataItem = (answer: Answer & { revision: number }): DataItem => ({
  flowElementId: answer.elementId,
  dataGroupId: answer.groupId,
  input: { values: [...answer.values] },
  revision: answer.revision,
});

export const groupInstance = (row: Row): GroupInstance => ({
  id: row.id,
  flowElementId: row.elementId,
  order: row.order,
});

/** Rows of one group in their order: those that were sent stand where they were sent to, the others fill the gaps. */
function placeRows(kept: readonly Row[], sent: readonly Row[]): Row[] {
  const places: (Row | undefined)[] = Array.from({ length: kept.length + sent.length });
  for (const row of [...sent].sort((one, other) => one.order - other.order)) {
    let at = Math.min(row.order, places.length - 1);
    while (places[at] !== undefined) at = (at + 1) % places.length;
    places[at] = row;
  }
  const waiting = [...kept].sort((one, other) => one.order - other.order);
  return places
    .flatMap((row) => row ?? waiting.shift() ?? [])
    .map(({ id, elementId }, order) => ({ id, elementId, order }));
}

/** The rows of all groups, each group placed for itself. */
function inOrder(kept: readonly Row[], sent: readonly Row[] = []): Row[] {
  const groups = new Set([...kept, ...sent].map(({ elementId }) => elementId));
  const of = (rows: readonly Row[], group: string) => rows.filter(({ elementId }) => elementId === group);
  return [...groups].flatMap((group) => placeRows(of(kept, group), of(sent, group)));
}

/** Puts new and moved rows among the stored ones. A row that is there already stays the same row. */
export function mergeRows(
  storedRows: readonly Row[],
  index: StepIndex,
  sent: readonly GroupInstance[],
): { ok: true; rows: Row[]; added: Row[] } | RowRefusal {
  if (sent.length === 0) return { ok: true, rows: [...storedRows], added: [] };
  const stored = new Map(storedRows.map((row) => [row.id, row]));
  const fresh = new Map<string, Row>();
  for (const { id, flowElementId, order } of sent) {
    const group = index.elements.get(flowElementId);
    const known = stored.get(id) ?? fresh.get(id);
    if (group !== undefined && hasGivenRows(group.element)) {
      const sentence = message('forms.refused.givenRows', { group: group.element.title });
      return { ok: false, code: 'invalid_value', sentences: [sentence] };
    }
    if (group === undefined || !holdsRows(group.element) || fresh.has(id))
      return { ok: false, code: 'invalid_value', sentences: [message('forms.refused.noGroup')] };
    if (known !== undefined && known.elementId !== flowElementId)
      return { ok: false, code: 'invalid_value', sentences: [message('forms.refused.otherGroup')] };
    fresh.set(id, { id, elementId: flowElementId, order });
  }
  const rows = inOrder(
    storedRows.filter((row) => !fresh.has(row.id)),
    [...fresh.values()],
  );
  const added = rows.filter((row) => !stored.has(row.id));
  for (const elementId of new Set(added.map((row) => row.elementId))) {
    const group = index.elements.get(elementId);
    const most = Math.min(limitCount(group?.element.config.max) ?? hardLimits.rows, hardLimits.rows);
    if (rows.filter((row) => row.elementId === elementId).length > most) {
      const title = group?.element.title ?? 'row';
      return { ok: false, code: 'too_many_rows', sentences: [messages.groupMax(most, title)] };
    }
  }
  return { ok: true, rows, added };
}

/** Rows whose place is not yet stored as it should be. */
export function changedRows(stored: readonly Row[], rows: readonly Row[]): Row[] {
  const before = new Map(stored.map((row) => [row.id, row.order]));
  return rows.filter((row) => before.get(row.id) !== row.order);
}

/** What removing rows leaves: the rows that go, the ones that move up, and all that stay in the touched groups. */
export interface RowRemoval {
  removed: Row[];
  moved: Row[];
  rest: Row[];
  groups: GroupInstance[];
  /** Answers that the person has not seen: their rows stay. */
  unseen: DataItem[];
}

/** Whether a person who saw these versions of a field has seen what stands there. A row may be a new one by its old id. */
function isSeen(answer: Answer & { revision: number }, seen: readonly DataItem[]): boolean {
  if (answer.values.length === 0) return true;
  return seen.some(
    (item) =>
      item.flowElementId === answer.elementId &&
      item.dataGroupId === answer.groupId &&
      sameValues(item.input.values, answer.values),
  );
}

/**
 * Removes rows and closes the gaps in the order. A row that is gone already is no fault. With `seen`, all versions of
 * answers that the person has seen, a row stays in which somebody has written since: what nobody refused is not lost.
 * Source: docs/decisions/0009.
 */
export function decideRemoveRows(
  rows: readonly Row[],
  answers: readonly (Answer & { revision: number })[],
  ids: readonly string[],
  seen: readonly DataItem[] | undefined,
): RowRemoval {
  const wanted = new Set(ids);
  const changed = new Set(
    seen === undefined
      ? []
      : answers
          .filter(({ groupId }) => groupId !== null && wanted.has(groupId))
          .filter((answer) => !isSeen(answer, seen))
          .map(({ groupId }) => groupId),
  );
  const going = new Set(ids.filter((id) => !changed.has(id)));
  const removed = rows.filter((row) => going.has(row.id));
  const touched = new Set(
    rows.filter((row) => going.has(row.id) || changed.has(row.id)).map((row) => row.elementId),
  );
  const rest = inOrder(rows.filter((row) => !going.has(row.id)));
  return {
    removed,
    moved: changedRows(rows, rest),
    rest,
    groups: rest.filter((row) => touched.has(row.elementId)).map(groupInstance),
    unseen: answers.filter(({ groupId }) => groupId !== null && changed.has(groupId)).map(dataItem),
  };
}
