import type { Plan } from '../forms/compile.ts';
import { elementRules } from '../forms/elements/rules.ts';
import { hardLimits, limitCount } from '../forms/limits.ts';
import { openSubmission, readField, type Submission, storable } from '../forms/submission.ts';
import type { Answer, FieldKey, FormContext, Row } from '../forms/types.ts';
import type { DataItem, GroupInstance } from '../model/application.ts';
import { holdsFiles, holdsRows, type Placed, type StepIndex } from './step-index.ts';

/** An answer as it is kept. `savedAt` is an ISO instant. */
export interface StoredAnswer extends Answer {
  revision: number;
  savedAt: string;
}

/** What is kept of an assignment, and what its form is computed with. */
export interface SaveSnapshot {
  plan: Plan;
  stepId: string;
  index: StepIndex;
  answers: readonly StoredAnswer[];
  rows: readonly Row[];
  context: FormContext;
}

export interface SaveRequest {
  data: readonly DataItem[];
  newGroups: readonly GroupInstance[];
}

export interface StaleItem extends DataItem {
  savedAt: string;
}

/** What a save does. Only `answers` and `rows` are written; the rest is what the sender is told. */
export interface Saving {
  ok: true;
  answers: StoredAnswer[];
  rows: Row[];
  /** What is stored now of what was sent. */
  saved: DataItem[];
  /** Based on an older revision: not saved, with what is stored. */
  stale: StaleItem[];
  /** All rows of the groups that were touched. */
  groups: GroupInstance[];
  /** The assignment as it is after this save, ready to be read. */
  submission: Submission;
}

export interface SaveRefusal {
  ok: false;
  code: 'invalid_value' | 'too_many_rows';
  sentences: string[];
}

const addressOf = (key: FieldKey): string => `${key.elementId} ${key.groupId ?? ''}`;
const sameValues = (one: readonly string[], other: readonly string[]): boolean =>
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
function mergeRows(
  snapshot: SaveSnapshot,
  sent: readonly GroupInstance[],
): { ok: true; rows: Row[]; added: Row[] } | SaveRefusal {
  if (sent.length === 0) return { ok: true, rows: [...snapshot.rows], added: [] };
  const stored = new Map(snapshot.rows.map((row) => [row.id, row]));
  const fresh = new Map<string, Row>();
  for (const { id, flowElementId, order } of sent) {
    const group = snapshot.index.elements.get(flowElementId);
    const known = stored.get(id) ?? fresh.get(id);
    if (group === undefined || !holdsRows(group.element) || fresh.has(id))
      return { ok: false, code: 'invalid_value', sentences: ['There is no such group in this form.'] };
    if (known !== undefined && known.elementId !== flowElementId)
      return { ok: false, code: 'invalid_value', sentences: ['This entry belongs to another group.'] };
    fresh.set(id, { id, elementId: flowElementId, order });
  }
  const rows = inOrder(
    snapshot.rows.filter((row) => !fresh.has(row.id)),
    [...fresh.values()],
  );
  const added = rows.filter((row) => !stored.has(row.id));
  for (const elementId of new Set(added.map((row) => row.elementId))) {
    const group = snapshot.index.elements.get(elementId);
    const most = Math.min(limitCount(group?.element.config.max) ?? hardLimits.rows, hardLimits.rows);
    if (rows.filter((row) => row.elementId === elementId).length > most) {
      const sentence = `There can't be more than ${most} entries in ${group?.element.title ?? 'this group'}.`;
      return { ok: false, code: 'too_many_rows', sentences: [sentence] };
    }
  }
  return { ok: true, rows, added };
}

/** Rows whose place is not yet stored as it should be. */
function changedRows(stored: readonly Row[], rows: readonly Row[]): Row[] {
  const before = new Map(stored.map((row) => [row.id, row.order]));
  return rows.filter((row) => before.get(row.id) !== row.order);
}

type Read =
  | { kind: 'field'; placed: Placed; values: string[] }
  | { kind: 'row_gone' }
  | { kind: 'fault'; sentence: string };

/** What one item is about: a field of this form in a row that exists, with its values cleaned. */
function readItem(index: StepIndex, rows: ReadonlyMap<string, Row>, item: DataItem): Read {
  const placed = index.elements.get(item.flowElementId);
  if (placed === undefined) return { kind: 'fault', sentence: 'There is no such field in this form.' };
  const { element, groupId } = placed;
  const fault = (sentence: string): Read => ({ kind: 'fault', sentence: `${element.title}: ${sentence}` });
  if ((groupId === null) !== (item.dataGroupId === null))
    return fault(groupId === null ? 'This field is in no group.' : 'This field needs an entry of its group.');
  if (item.dataGroupId !== null) {
    const row = rows.get(item.dataGroupId);
    // Somebody may have removed it elsewhere: that costs this item, not the whole save.
    if (row === undefined) return { kind: 'row_gone' };
    if (row.elementId !== groupId) return fault('This entry belongs to another group.');
  }
  const cleaned = elementRules[element.type].normalise(item.input.values, element);
  return cleaned.ok ? { kind: 'field', placed, values: cleaned.values } : fault(cleaned.sentence);
}

/**
 * Decides one save: which answers and rows are written with which revision, which items are stale, or that nothing is.
 * An item based on an older revision is stale, unless it says exactly what is stored (its answer was lost on the way).
 * Values for hidden or locked fields are refused, judged by the form as it is after all items of the save; an empty or
 * unchanged one does no harm. `savedAt` is the ISO instant of the save.
 * Source: Readings, Save from two places and Hidden elements.
 */
export function decideSave(
  snapshot: SaveSnapshot,
  request: SaveRequest,
  savedAt: string,
): Saving | SaveRefusal {
  const merged = mergeRows(snapshot, request.newGroups);
  if (!merged.ok) return merged;
  const rows = new Map(merged.rows.map((row) => [row.id, row]));
  const after = new Map(snapshot.answers.map((answer) => [addressOf(answer), answer]));
  const stored = new Map(after);

  const faults: string[] = [];
  const stale: StaleItem[] = [];
  const accepted: FieldKey[] = [];
  const written: FieldKey[] = [];
  const seen = new Set<string>();

  for (const item of request.data) {
    const key: FieldKey = { elementId: item.flowElementId, groupId: item.dataGroupId };
    const address = addressOf(key);
    const before = stored.get(address);
    const notSaved = (): StaleItem => ({
      ...dataItem(before ?? { ...key, values: [], revision: 0 }),
      savedAt: before?.savedAt ?? savedAt,
    });
    const read = readItem(snapshot.index, rows, item);
    if (seen.has(address)) faults.push('A field was sent twice in one save.');
    else if (read.kind === 'fault') faults.push(read.sentence);
    else if (read.kind === 'row_gone') stale.push(notSaved());
    else if (sameValues(read.values, before?.values ?? [])) accepted.push(key);
    else if (item.revision !== (before?.revision ?? 0)) stale.push(notSaved());
    else if (holdsFiles(read.placed.element))
      faults.push(`${read.placed.element.title}: Files are uploaded and deleted one by one.`);
    else {
      after.set(address, { ...key, values: read.values, revision: item.revision + 1, savedAt });
      accepted.push(key);
      written.push(key);
    }
    seen.add(address);
  }

  const open = () =>
    openSubmission(snapshot.plan, snapshot.stepId, {
      answers: [...after.values()],
      rows: merged.rows,
      context: snapshot.context,
    });
  let submission = open();

  for (const row of merged.added) {
    const group = snapshot.index.elements.get(row.elementId);
    if (!readField(submission, { elementId: row.elementId, groupId: null }).visible)
      faults.push(`${group?.element.title ?? 'This group'}: This cannot be filled in now.`);
  }
  const takenBack = new Set<string>();
  for (const key of written) {
    const address = addressOf(key);
    const answer = after.get(address);
    if (answer === undefined || answer.values.length === 0) continue;
    const answerable = storable(submission, key, answer.values);
    if (answerable.ok) continue;
    // What it hangs on was changed elsewhere: it waits with that.
    if (answerable.code === 'hidden' && stale.length > 0) takenBack.add(address);
    else {
      const title = snapshot.index.elements.get(key.elementId)?.element.title ?? 'This field';
      faults.push(`${title}: ${answerable.sentence}`);
    }
  }
  if (faults.length > 0) return { ok: false, code: 'invalid_value', sentences: [...new Set(faults)] };

  for (const address of takenBack) {
    const before = stored.get(address);
    const given = after.get(address);
    if (before === undefined) after.delete(address);
    else after.set(address, before);
    if (given !== undefined)
      stale.push({
        ...dataItem(before ?? { ...given, values: [], revision: 0 }),
        savedAt: before?.savedAt ?? savedAt,
      });
  }
  if (takenBack.size > 0) submission = open();

  const kept = (key: FieldKey): boolean => !takenBack.has(addressOf(key));
  const touched = new Set([
    ...request.newGroups.map(({ flowElementId }) => flowElementId),
    ...stale.flatMap(({ flowElementId }) => snapshot.index.elements.get(flowElementId)?.groupId ?? []),
  ]);
  return {
    ok: true,
    answers: written.filter(kept).flatMap((key) => after.get(addressOf(key)) ?? []),
    rows: changedRows(snapshot.rows, merged.rows),
    saved: accepted
      .filter(kept)
      .map((key) => dataItem(after.get(addressOf(key)) ?? { ...key, values: [], revision: 0 })),
    stale,
    groups: merged.rows.filter((row) => touched.has(row.elementId)).map(groupInstance),
    submission,
  };
}

/** What removing rows leaves: the rows that go, the ones that move up, and all that stay in the touched groups. */
export interface RowRemoval {
  removed: Row[];
  moved: Row[];
  rest: Row[];
  groups: GroupInstance[];
}

/** Removes rows and closes the gaps in the order. A row that is gone already is no fault. Source: Specification 2, section 4. */
export function decideRemoveRows(rows: readonly Row[], ids: readonly string[]): RowRemoval {
  const going = new Set(ids);
  const removed = rows.filter((row) => going.has(row.id));
  const touched = new Set(removed.map((row) => row.elementId));
  const rest = inOrder(rows.filter((row) => !going.has(row.id)));
  return {
    removed,
    moved: changedRows(rows, rest),
    rest,
    groups: rest.filter((row) => touched.has(row.elementId)).map(groupInstance),
  };
}
