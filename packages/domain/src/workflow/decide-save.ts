import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import type { DataItem, GroupInstance } from '../applications/application.ts';
import type { Plan } from '../forms/compile.ts';
import { elementRules } from '../forms/elements/rules.ts';
import { allRows } from '../forms/given-rows.ts';
import { sameMessage } from '../forms/messages.ts';
import { storableSentences } from '../forms/storable.ts';
import { openSubmission, readField, type Submission, storable } from '../forms/submission.ts';
import type { Answer, FieldKey, FormContext, Row } from '../forms/types.ts';
import {
  changedRows,
  dataItem,
  groupInstance,
  mergeRows,
  type RowRefusal,
  sameValues,
} from './place-rows.ts';
import { holdsFiles, type Placed, type StepIndex } from './step-index.ts';

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

/** Nothing is saved: in words, and which fields are to blame. */
export interface SaveRefusal extends RowRefusal {
  fields: FieldKey[];
}

/** Where nothing is stored, the count goes on from what the sender says, within reason. */
const revisionAtMost = 1_000_000;

const addressOf = (key: FieldKey): string => `${key.elementId} ${key.groupId ?? ''}`;

const keyOf = (item: DataItem): FieldKey => ({ elementId: item.flowElementId, groupId: item.dataGroupId });

/** An item that was not saved, with what is stored in its place. */
function staleItem(key: FieldKey, before: StoredAnswer | undefined, savedAt: string): StaleItem {
  return {
    ...dataItem(before ?? { ...key, values: [], revision: 0 }),
    savedAt: before?.savedAt ?? savedAt,
  };
}

type Read =
  | { kind: 'field'; placed: Placed; values: string[] }
  | { kind: 'row_gone' }
  | { kind: 'fault'; sentence: Message };

const named = (title: Translatable, why: Message): Message => message('forms.named', { title, why });

/** What one item is about: a field of this form in a row that exists, with its values cleaned. */
function readItem(index: StepIndex, rows: ReadonlyMap<string, Row>, item: DataItem): Read {
  const placed = index.elements.get(item.flowElementId);
  if (placed === undefined) return { kind: 'fault', sentence: message('forms.refused.unknownElement') };
  const { element, groupId } = placed;
  const fault = (why: Message): Read => ({ kind: 'fault', sentence: named(element.title, why) });
  if ((groupId === null) !== (item.dataGroupId === null))
    return fault(message(groupId === null ? 'forms.refused.inNoGroup' : 'forms.refused.needsRow'));
  if (item.dataGroupId !== null) {
    const row = rows.get(item.dataGroupId);
    // Somebody may have removed it elsewhere: that costs this item, not the whole save.
    if (row === undefined) return { kind: 'row_gone' };
    if (row.elementId !== groupId) return fault(message('forms.refused.otherGroup'));
  }
  const cleaned = elementRules[element.type].normalise(item.input.values, element);
  return cleaned.ok ? { kind: 'field', placed, values: cleaned.values } : fault(cleaned.sentence);
}

interface Attempt {
  saving: Saving;
  /** Hidden or locked only because something that they hang on is stale: they wait with it. */
  waiting: { items: ReadonlySet<string>; rows: ReadonlySet<string> };
}

/** Everything of a request that is neither stale nor at fault, put on top of what is stored. */
function attempt(snapshot: SaveSnapshot, request: SaveRequest, savedAt: string): Attempt | SaveRefusal {
  const merged = mergeRows(snapshot.rows, snapshot.index, request.newGroups);
  if (!merged.ok) return { ...merged, fields: [] };
  const groups = [...snapshot.index.elements.values()].map(({ element }) => element);
  const rows = new Map(allRows(groups, merged.rows, snapshot.context).map((row) => [row.id, row]));
  const stored = new Map(snapshot.answers.map((answer) => [addressOf(answer), answer]));
  const after = new Map(stored);
  const faults: { sentence: Message; key: FieldKey }[] = [];
  const fault = (key: FieldKey, sentence: Message) => faults.push({ key, sentence });
  const stale: StaleItem[] = [];
  const accepted: FieldKey[] = [];
  const written: StoredAnswer[] = [];
  const seen = new Set<string>();

  for (const item of request.data) {
    const key = keyOf(item);
    const address = addressOf(key);
    const before = stored.get(address);
    const read = readItem(snapshot.index, rows, item);
    if (seen.has(address)) fault(key, message('forms.refused.sentTwice'));
    else if (read.kind === 'fault') fault(key, read.sentence);
    else if (read.kind === 'row_gone') stale.push(staleItem(key, before, savedAt));
    else if (sameValues(read.values, before?.values ?? [])) accepted.push(key);
    else if (before === undefined ? item.revision > revisionAtMost : item.revision !== before.revision)
      stale.push(staleItem(key, before, savedAt));
    else if (holdsFiles(read.placed.element))
      fault(key, named(read.placed.element.title, message('forms.refused.files')));
    else {
      const answer = { ...key, values: read.values, revision: item.revision + 1, savedAt };
      after.set(address, answer);
      accepted.push(key);
      written.push(answer);
    }
    seen.add(address);
  }

  const submission = openSubmission(snapshot.plan, snapshot.stepId, {
    answers: [...after.values()],
    rows: merged.rows,
    context: snapshot.context,
  });
  const titleOf = (elementId: string) =>
    snapshot.index.elements.get(elementId)?.element.title ?? message('forms.refused.thisField');
  const waiting = { items: new Set<string>(), rows: new Set<string>() };
  for (const row of merged.added) {
    const key = { elementId: row.elementId, groupId: null };
    const { visible, editable } = readField(submission, key);
    if (visible && editable) continue;
    if (stale.length > 0) waiting.rows.add(row.id);
    else
      fault(
        key,
        named(titleOf(row.elementId), visible ? storableSentences.locked : storableSentences.hidden),
      );
  }
  for (const answer of written) {
    const answerable = storable(submission, answer, answer.values);
    if (answerable.ok || (answerable.code === 'hidden' && answer.values.length === 0)) continue;
    const shut = answerable.code === 'hidden' || answerable.code === 'locked';
    if (shut && stale.length > 0) waiting.items.add(addressOf(answer));
    else {
      const { elementId, groupId } = answer;
      fault({ elementId, groupId }, named(titleOf(elementId), answerable.sentence));
    }
  }
  if (faults.length > 0) {
    const sentences = faults
      .map(({ sentence }) => sentence)
      .filter((one, at, all) => all.findIndex((other) => sameMessage(one, other)) === at);
    return { ok: false, code: 'invalid_value', sentences, fields: faults.map(({ key }) => key) };
  }

  const touched = new Set([
    ...request.newGroups.map(({ flowElementId }) => flowElementId),
    ...stale.flatMap(({ flowElementId }) => snapshot.index.elements.get(flowElementId)?.groupId ?? []),
  ]);
  return {
    saving: {
      ok: true,
      answers: written,
      rows: changedRows(snapshot.rows, merged.rows),
      saved: accepted.map((key) =>
        dataItem(after.get(addressOf(key)) ?? { ...key, values: [], revision: 0 }),
      ),
      stale,
      groups: [...rows.values()].filter((row) => touched.has(row.elementId)).map(groupInstance),
      submission,
    },
    waiting,
  };
}

/**
 * Decides one save: which answers and rows are written with which revision, which items are stale, or that nothing is.
 * An item based on another revision is stale, unless it says exactly what is stored (its answer was lost on the way) or
 * nothing is: in a row that was removed and is there again the count of revisions goes on. Values for hidden or locked
 * fields are refused, judged by the form as it is after all items of the save; an empty one for a hidden field, or an
 * unchanged one, does no harm. What is hidden or locked only because the item that opens it is stale is stale as well.
 * `savedAt` is the ISO instant of the save. Source: docs/decisions/0009.
 */
export function decideSave(
  snapshot: SaveSnapshot,
  request: SaveRequest,
  savedAt: string,
): Saving | SaveRefusal {
  const outcome = attempt(snapshot, request, savedAt);
  if ('ok' in outcome) return outcome;
  const { items, rows } = outcome.waiting;
  if (items.size + rows.size === 0) return outcome.saving;

  const waits = (item: DataItem) => items.has(addressOf(keyOf(item))) || rows.has(item.dataGroupId ?? '');
  const rest = decideSave(
    snapshot,
    {
      data: request.data.filter((item) => !waits(item)),
      newGroups: request.newGroups.filter(({ id }) => !rows.has(id)),
    },
    savedAt,
  );
  if (!rest.ok) return rest;
  const stored = new Map(snapshot.answers.map((answer) => [addressOf(answer), answer]));
  const waiting = request.data
    .filter(waits)
    .map(keyOf)
    .map((key) => staleItem(key, stored.get(addressOf(key)), savedAt));
  return { ...rest, stale: [...rest.stale, ...waiting] };
}
