import type { Plan } from '@clearcall/domain/forms/compile.ts';
import type { Around } from '@clearcall/domain/forms/elements/rule.ts';
import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { limitCount } from '@clearcall/domain/forms/limits.ts';
import { followsPartitions } from '@clearcall/domain/forms/partition-rows.ts';
import {
  applyChange,
  autofill,
  type FormProgress,
  finalAnswers,
  formProgress,
  openSubmission,
  problems,
  readField,
  revise,
  rowsOf,
  type Submission,
  storable,
  subscribe,
} from '@clearcall/domain/forms/submission.ts';
import type {
  Answer,
  Change,
  Element,
  FieldKey,
  FieldState,
  FormContext,
  Problem,
  Row,
  Step,
} from '@clearcall/domain/forms/types.ts';
import {
  type AnswerDraft,
  beginDraft,
  isSendable,
  keepMine,
  reconcileVersion,
  sameValues,
  sendDraft,
  type Version,
} from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';

/** One answer as the server has it. */
export interface StoredAnswer extends FieldKey, Version {}

/** One answer as it is kept on this device: the revision is that of what the words were written upon. */
export interface KeptAnswer extends StoredAnswer {
  /** Words of this page that may be on the server although nobody has said so. */
  sent?: readonly (readonly string[])[];
  /** Found on this device beside other words of this field, and not decided yet. */
  aside?: true;
}

/** A row that was removed here, with all versions of its answers that stood here: what came later was not refused. */
export interface RemovedRow {
  id: string;
  seen: readonly StoredAnswer[];
}

/** A question to the reader: other words than those in the control, from the server or found on this device. */
export interface Conflict {
  theirs: readonly string[];
  from: 'server' | 'device';
}

/** What the page knows of a field beside its state: whether its errors may be shown, and what a save said of it. */
export interface FieldMark {
  showErrors: boolean;
  conflict: Conflict | null;
  /** The words that the reader has just decided against; gone with the next change of the field, and with the page. */
  refused: readonly string[] | null;
  /** The sentence with which the server refused the value; gone with the next change. */
  refusal: string | null;
}

/** What is sent in one save. `edit` tells a later acknowledgement whether the field was changed meanwhile. */
export interface Batch {
  answers: (StoredAnswer & { edit: number })[];
  /** All rows, in their order, of every group in which a row was added or moved. */
  rows: Row[];
  groups: { elementId: string; edit: number }[];
  /** Stored rows to be removed. */
  removed: RemovedRow[];
}

/** What is not on the server yet, in a form that can be written down and taken up again. */
export interface Unsaved {
  answers: KeptAnswer[];
  rows: Row[];
  removed: RemovedRow[];
}

export interface FormStoreStart {
  plan: Plan;
  step: Step;
  answers: readonly StoredAnswer[];
  rows: readonly Row[];
  context: FormContext;
  /** What stops the submission beside the rules of the fields. */
  otherProblems?: (content: { answers: Answer[]; rows: Row[] }) => readonly Problem[];
  /** False where the assignment can only be read. */
  editable: boolean;
  /** Makes the id of a new row: a random UUID. */
  newId: () => string;
}

type Listener = () => void;

const gone: FieldState = {
  visible: false,
  required: false,
  editable: false,
  values: [],
  error: null,
  missing: false,
};
const quiet: FieldMark = { showErrors: false, conflict: null, refused: null, refusal: null };

class Listeners {
  private readonly byKey = new Map<string, Set<Listener>>();

  add(key: string, listener: Listener): () => void {
    const set = this.byKey.get(key) ?? new Set<Listener>();
    this.byKey.set(key, set);
    set.add(listener);
    return () => set.delete(listener);
  }
  tell(key: string): void {
    for (const listener of [...(this.byKey.get(key) ?? [])]) listener();
  }
  notifyAll(): void {
    for (const key of [...this.byKey.keys()]) this.tell(key);
  }
}

/**
 * One step's form as the page holds it: the engine's submission, and beside it what is not saved yet, which errors may
 * be shown, and where a save met another one. Knows nothing of the page nor of the network: controls read and change
 * it, a save queue takes batches from it and brings back what became of them.
 */
export class FormStore {
  readonly step: Step;
  readonly editable: boolean;
  private readonly submission: Submission;
  private readonly newId: () => string;
  private context: FormContext;
  private profile: Record<string, string> | null = null;

  /** The newest version that the server is known to have. */
  private readonly stored = new Map<string, Version>();
  private readonly storedRows = new Set<string>();
  /** Rows that may be on the server although nobody has said so: their call is under way, or its answer was lost. */
  private readonly sentRows = new Set<string>();
  private readonly rowIds = new Set<string>();
  /** Rows that stand open to be filled in and that nobody has touched yet: not a change, and not kept. */
  private readonly offeredRows = new Set<string>();
  private readonly elements = new Map<string, { element: Element; formId: string; group: Element | null }>();

  private edits = 0;
  private readonly drafts = new Map<string, { draft: AnswerDraft; edit: number }>();
  /** Words found on this device for fields that hold other words: each waits for the reader's choice. */
  private readonly aside = new Map<string, KeptAnswer[]>();
  private decisions = 0;
  private readonly dirtyGroups = new Map<string, number>();
  private readonly removedRows = new Map<string, RemovedRow>();

  private readonly marks = new Map<string, FieldMark>();
  private readonly left = new Set<string>();
  private readonly attempted = new Set<string>();
  // A row that was added after an attempt to submit starts without errors.
  private readonly freshRows = new Set<string>();
  /** Fields whose file is on its way. */
  private readonly awaited = new Set<string>();
  private readonly folded = new Map<string, boolean>();

  private readonly markListeners = new Listeners();
  private readonly rowListeners = new Listeners();
  private readonly foldListeners = new Listeners();
  private readonly changeListeners = new Set<Listener>();
  private readonly rowCache = new Map<string, readonly Row[]>();
  private readonly refusedFiles = new Map<string, { key: FieldKey; sentence: string }>();
  private problemCache: readonly Problem[] | null = null;
  private otherCache: readonly Problem[] | null = null;
  private readonly findOthers: NonNullable<FormStoreStart['otherProblems']>;

  constructor(start: FormStoreStart) {
    this.step = start.step;
    this.editable = start.editable;
    this.newId = start.newId;
    this.findOthers = start.otherProblems ?? (() => []);
    this.context = start.context;
    for (const form of start.step.forms) {
      for (const element of form.elements) {
        this.elements.set(element.id, { element, formId: form.id, group: null });
        for (const child of element.children ?? []) {
          this.elements.set(child.id, { element: child, formId: form.id, group: element });
        }
      }
    }
    for (const row of start.rows) {
      this.storedRows.add(row.id);
      this.rowIds.add(row.id);
    }
    for (const answer of start.answers) {
      this.stored.set(addressOf(answer), { values: answer.values, revision: answer.revision });
    }
    this.submission = openSubmission(start.plan, start.step.id, {
      answers: start.answers.map((answer) => ({
        elementId: answer.elementId,
        groupId: answer.groupId,
        values: [...answer.values],
      })),
      rows: start.rows.map((row) => ({ ...row })),
      context: start.context,
    });
    this.takeGivenRows();
  }

  // ---- reading

  element(elementId: string): Element | null {
    return this.elements.get(elementId)?.element ?? null;
  }

  /** The group that an element stands in; null outside of groups. */
  groupAround(elementId: string): Element | null {
    return this.elements.get(elementId)?.group ?? null;
  }

  formOf(elementId: string): string | null {
    return this.elements.get(elementId)?.formId ?? null;
  }

  read(key: FieldKey): FieldState {
    if (key.groupId !== null && !this.rowIds.has(key.groupId)) return gone;
    return readField(this.submission, key);
  }

  subscribeField(key: FieldKey, listener: Listener): () => void {
    if (key.groupId !== null && !this.rowIds.has(key.groupId)) return () => {};
    return subscribe(this.submission, key, listener);
  }

  /** The choices in another element as they limit this field: in its own row if both are in one group, else in any row. */
  choicesBeside(key: FieldKey, elementId: string): readonly string[] {
    const group = this.groupAround(elementId);
    const ids =
      group === null
        ? [null]
        : group === this.groupAround(key.elementId)
          ? [key.groupId]
          : this.rows(group.id).map(({ id }) => id);
    return ids
      .map((groupId) => this.read({ elementId, groupId }))
      .flatMap(({ visible, values }) => (visible ? values : []));
  }

  rows(groupElementId: string): readonly Row[] {
    const cached = this.rowCache.get(groupElementId);
    if (cached) return cached;
    const rows = [...rowsOf(this.submission, groupElementId)];
    this.rowCache.set(groupElementId, rows);
    return rows;
  }

  subscribeRows(groupElementId: string, listener: Listener): () => void {
    return this.rowListeners.add(groupElementId, listener);
  }

  currentContext(): FormContext {
    return this.context;
  }

  /** Everything that stops the submission, in the order of the forms. The same list until something changes. */
  allProblems(): readonly Problem[] {
    this.problemCache ??= [
      ...this.withRefusedFiles(problems(this.submission)),
      ...this.otherProblems().filter((problem) => this.read(problem).error === null),
    ];
    return this.problemCache;
  }

  /** What the form would submit as it stands. */
  content(): { answers: Answer[]; rows: Row[] } {
    return finalAnswers(this.submission);
  }

  /** What stops the submission beside the rules of the fields. The same list until something changes. */
  otherProblems(): readonly Problem[] {
    this.otherCache ??= this.findOthers(this.content());
    return this.otherCache;
  }

  /**
   * Whether a problem counts against the reader by now. Not while somebody only has not come so far yet (an empty field,
   * too few rows, a sum over nothing) and did not try to go on, nor in a row that was only just added.
   */
  isDue(problem: Problem): boolean {
    if (this.isComing(problem)) return false;
    if (this.refusedFiles.has(addressOf(problem))) return true;
    if (!this.isEarly(problem)) return true;
    return this.attempted.has(problem.formId) && !this.isFresh(problem);
  }

  /** Whether what is missing is on its way. */
  isComing(problem: Problem): boolean {
    return problem.missing && this.awaited.has(addressOf(problem));
  }

  /** How far a form is, in counts. */
  progress(formId: string): FormProgress {
    return formProgress(this.submission, formId);
  }

  /** Told after every change of an answer, a row or of what is saved. */
  subscribe(listener: Listener): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** The values as the server would store them, or null when it would refuse them. */
  cleaned(key: FieldKey, values: readonly string[]): string[] | null {
    if (key.groupId !== null && !this.rowIds.has(key.groupId)) return null;
    const result = storable(this.submission, key, [...values]);
    return result.ok ? result.values : null;
  }

  /** Whether what stands in a number or a date is no such thing: kept as it was typed, to be mended, and never sent. */
  isUnread(key: FieldKey): boolean {
    const type = this.element(key.elementId)?.type;
    const kind = type === undefined ? 'none' : elementRules[type].kind;
    if (kind !== 'number' && kind !== 'date') return false;
    const result = storable(this.submission, key, [...this.read(key).values]);
    return !result.ok && result.code === 'wrong_type';
  }

  /** What a rule may know of the world when it checks or shows this field. */
  around(key: FieldKey): Around {
    const known = this.elements.get(key.elementId);
    const { optionsBy, partitionFrom } = known?.element.config ?? {};
    const partitionId = partitionFrom === undefined ? undefined : this.beside(key, partitionFrom)?.[0];
    return {
      context: this.context,
      parent: optionsBy === undefined ? null : (this.beside(key, optionsBy) ?? []),
      partition: this.context.partitions.find((partition) => partition.id === partitionId) ?? null,
      required: false,
    };
  }

  /** The field that another element names: in the same row where that one has it, else outside of groups. */
  keyBeside(key: FieldKey, elementId: string): FieldKey {
    const inGroup = (this.elements.get(elementId)?.group ?? null) !== null;
    return { elementId, groupId: inGroup ? key.groupId : null };
  }

  // ---- changing

  set(key: FieldKey, values: readonly string[]): void {
    const current = this.read(key);
    if (!this.editable || current === gone || sameValues(current.values, values)) return;
    const touched = this.apply({ kind: 'set', ...key, values: [...values] });
    this.noteEdit(key, values);
    this.fillAppeared(touched);
    this.changed();
  }

  /** Adds a row at the end and gives its id. */
  addRow(groupElementId: string): string {
    const groupId = this.newId();
    this.fillAppeared(this.insertRow(groupElementId, groupId));
    this.welcome(groupId);
    return groupId;
  }

  /** Opens a first row in a group that needs rows. It becomes a change with the first answer in it. */
  offerRow(groupElementId: string): void {
    if (!this.editable || this.hasGivenRows(groupElementId) || this.rows(groupElementId).length > 0) return;
    const groupId = this.newId();
    this.putRow(groupElementId, groupId);
    this.offeredRows.add(groupId);
    this.welcome(groupId);
  }

  /** Something is about to stand in these rows, or to be submitted with them: offered ones are sent from now on. */
  claimRows(groupIds: Iterable<string> = this.offeredRows): void {
    const claimed = [...groupIds].filter((id) => this.offeredRows.has(id));
    for (const id of claimed) {
      const row = this.rowById(id);
      if (row) this.noteRows(row.elementId);
    }
    if (claimed.length > 0) this.changed();
  }

  removeRow(groupElementId: string, groupId: string): void {
    if (!this.rowIds.has(groupId)) return;
    const seen = this.versionsIn(groupElementId, groupId);
    this.dropRow(groupElementId, groupId);
    if (this.storedRows.has(groupId) || this.sentRows.has(groupId))
      this.removedRows.set(groupId, { id: groupId, seen });
    this.changed();
  }

  moveRow(groupElementId: string, groupId: string, to: number): void {
    this.apply({ kind: 'move-row', elementId: groupElementId, groupId, to });
    this.rowsChanged(groupElementId);
    this.noteRows(groupElementId);
    this.changed();
  }

  /**
   * Fills elements that were never answered from the profile (not `now` in a form that was submitted before), and from then
   * on what appears while it is filled in. They stay editable; what somebody emptied stays empty.
   */
  fillFirst(profile: Record<string, string>, now = true): void {
    if (!this.editable) return;
    this.profile = profile;
    if (!now) return;
    this.fillAppeared(this.fill(autofill(this.submission, profile)));
    this.changed();
  }

  /** The world around the form has changed: another document, another cut-off. */
  reviseContext(context: FormContext): void {
    this.context = context;
    const touched = revise(this.submission, context);
    this.takeGivenRows();
    this.fillAppeared(touched);
    this.problemCache = null;
    this.otherCache = null;
    for (const listener of [...this.changeListeners]) listener();
  }

  // ---- what may be shown

  mark(key: FieldKey): FieldMark {
    const address = addressOf(key);
    const known = this.marks.get(address) ?? quiet;
    const showErrors = this.mayShowErrors(key, address);
    if (known.showErrors === showErrors) return known;
    const mark = { ...known, showErrors };
    this.marks.set(address, mark);
    return mark;
  }

  subscribeMark(key: FieldKey, listener: Listener): () => void {
    return this.markListeners.add(addressOf(key), listener);
  }

  /** The reader has left the field: from now on its errors are shown. */
  leave(key: FieldKey): void {
    const address = addressOf(key);
    if (this.left.has(address)) return;
    this.left.add(address);
    this.markListeners.tell(address);
  }

  /** A file is on its way into a field, or not any more: that it is not there yet is no error. */
  awaitFile(key: FieldKey, coming: boolean): void {
    const address = addressOf(key);
    if (coming) this.awaited.add(address);
    else this.awaited.delete(address);
    this.markListeners.tell(address);
    for (const listener of [...this.changeListeners]) listener();
  }

  /** A file that was refused stands at a field, with its sentence, and stops the submission; null: none any more. */
  refuseFile(key: FieldKey, sentence: string | null): void {
    const address = addressOf(key);
    if ((this.refusedFiles.get(address)?.sentence ?? null) === sentence) return;
    if (sentence === null) this.refusedFiles.delete(address);
    else this.refusedFiles.set(address, { key, sentence });
    this.changed();
  }

  private withRefusedFiles(found: Problem[]): readonly Problem[] {
    const known = new Set(found.map(addressOf));
    for (const [address, { key, sentence }] of this.refusedFiles) {
      const formId = this.formOf(key.elementId);
      if (known.has(address) || formId === null || !this.read(key).visible) continue;
      const title = this.element(key.elementId)?.title ?? '';
      const { elementId, groupId } = key;
      found.push({ formId, elementId, groupId, title, message: sentence, missing: false });
    }
    return found;
  }

  /** The reader wanted to go on or to submit: from now on all errors of these forms are shown. */
  showErrors(formIds: readonly string[]): void {
    for (const id of formIds) this.attempted.add(id);
    for (const groupId of this.freshRows) {
      const formId = this.formOf(this.rowById(groupId)?.elementId ?? '');
      if (formId !== null && formIds.includes(formId)) this.freshRows.delete(groupId);
    }
    this.markListeners.notifyAll();
    for (const listener of [...this.changeListeners]) listener();
  }

  /** Whether a row is folded. Long lists open folded, so that one sees who is in them. */
  isFolded(groupElementId: string, groupId: string): boolean {
    return this.folded.get(groupId) ?? this.rows(groupElementId).length > 2;
  }

  fold(groupId: string, folded: boolean): void {
    this.folded.set(groupId, folded);
    this.foldListeners.tell(groupId);
  }

  subscribeFold(groupId: string, listener: Listener): () => void {
    return this.foldListeners.add(groupId, listener);
  }

  /** Opens the row in which a field stands, so that the field can be seen. */
  reveal(key: FieldKey): void {
    if (key.groupId !== null) this.fold(key.groupId, false);
  }

  // ---- saving

  /** How many changes the server does not have yet, those that wait for a decision of the reader included. */
  unsavedCount(): number {
    let count = this.removedRows.size;
    const rowsOfDirtyGroups = new Set<string>();
    for (const [address, { draft }] of this.drafts) {
      const key = fieldAt(address);
      const held = !isSendable(draft) || this.aside.has(address);
      const counts = held
        ? this.isOpen(key)
        : this.marks.get(address)?.refusal || this.sendable(key, address);
      if (counts) count += 1;
      if (key.groupId !== null) rowsOfDirtyGroups.add(this.groupOf(key.elementId));
    }
    for (const address of this.aside.keys())
      if (!this.drafts.has(address) && this.isOpen(fieldAt(address))) count += 1;
    for (const elementId of this.dirtyGroups.keys()) {
      if (rowsOfDirtyGroups.has(elementId)) continue;
      const key = { elementId, groupId: null };
      if (this.marks.get(addressOf(key))?.refusal || this.sendable(key, addressOf(key))) count += 1;
    }
    return count;
  }

  /** The fields that wait for the reader to choose between two versions. */
  questions(): FieldKey[] {
    return [...this.marks]
      .filter(([, mark]) => mark.conflict !== null)
      .map(([address]) => fieldAt(address))
      .filter((key) => this.isOpen(key));
  }

  /** How many choices the reader has made; what was decided against must not outlive the choice. */
  decisionCount(): number {
    return this.decisions;
  }

  /** What a save would send now; null when there is nothing. Values of hidden and locked elements stay here. */
  takeBatch(): Batch | null {
    const answers: Batch['answers'] = [];
    for (const [address, { draft, edit }] of this.drafts) {
      const key = fieldAt(address);
      if (!this.sendable(key, address) || this.isUnread(key)) continue;
      answers.push({ ...key, values: this.read(key).values, revision: draft.base, edit });
    }
    const groups = [...this.dirtyGroups]
      .filter(([elementId]) => this.sendable({ elementId, groupId: null }, elementId))
      .map(([elementId, edit]) => ({ elementId, edit }));
    const rows = groups.flatMap((group) =>
      this.rows(group.elementId).map((row, order) => ({ id: row.id, elementId: group.elementId, order })),
    );
    const removed = [...this.removedRows.values()];
    if (answers.length + rows.length + removed.length > 0) return { answers, rows, groups, removed };
    // A row was added and taken away again before anybody heard of it.
    for (const group of groups) this.dirtyGroups.delete(group.elementId);
    return null;
  }

  /** A batch leaves now. Whatever becomes of the call, what is in it may be on the server from here on. */
  sending(batch: Batch): void {
    for (const row of batch.rows) this.sentRows.add(row.id);
    for (const answer of batch.answers) {
      const address = addressOf(answer);
      const held = this.drafts.get(address);
      if (held === undefined) continue;
      const values = this.cleaned(answer, answer.values) ?? answer.values;
      this.drafts.set(address, { ...held, draft: sendDraft(held.draft, values) });
    }
  }

  /** The server has removed these rows. */
  acknowledgeRemoval(removed: readonly string[]): void {
    for (const id of removed) {
      this.removedRows.delete(id);
      this.storedRows.delete(id);
      this.sentRows.delete(id);
    }
    for (const address of [...this.stored.keys()]) {
      const { groupId } = fieldAt(address);
      if (groupId !== null && removed.includes(groupId)) this.stored.delete(address);
    }
    this.notifyChange();
  }

  /** Rows that the server keeps, because somebody has written in them since they were seen here: they are back. */
  bringBack(rows: readonly Row[], answers: readonly StoredAnswer[]): void {
    for (const row of rows) {
      if (!this.removedRows.delete(row.id)) continue;
      const last = this.rows(row.elementId).length;
      this.putRow(row.elementId, row.id);
      this.storedRows.add(row.id);
      if (row.order < last)
        this.apply({ kind: 'move-row', elementId: row.elementId, groupId: row.id, to: row.order });
      this.rowsChanged(row.elementId);
    }
    for (const answer of answers) {
      this.stored.set(addressOf(answer), { values: answer.values, revision: answer.revision });
      this.adopt(answer, answer.values);
    }
    this.notifyChange();
  }

  /**
   * The server has stored this much of a batch: what came back, normalised and with its new revision. What was changed
   * again meanwhile stays unsaved, on top of the new revision.
   */
  acknowledge(batch: Batch, saved: readonly StoredAnswer[]): void {
    const editOf = new Map(batch.answers.map((answer) => [addressOf(answer), answer.edit]));
    for (const answer of saved) {
      const address = addressOf(answer);
      this.stored.set(address, { values: answer.values, revision: answer.revision });
      const held = this.drafts.get(address);
      if (held !== undefined && held.edit !== editOf.get(address)) {
        this.putDraft(address, beginDraft(answer.revision), held.edit);
        continue;
      }
      this.endDraft(address);
      this.adopt(answer, answer.values);
    }
    for (const group of batch.groups) {
      if (this.dirtyGroups.get(group.elementId) === group.edit) this.dirtyGroups.delete(group.elementId);
    }
    for (const row of batch.rows) this.storedRows.add(row.id);
    this.notifyChange();
  }

  /** The server did not take these, and says what it has instead: both stay until the reader has chosen. */
  reconcileVersions(theirs: readonly StoredAnswer[]): void {
    for (const answer of theirs) {
      const address = addressOf(answer);
      const version = { values: answer.values, revision: answer.revision };
      this.stored.set(address, version);
      const held = this.drafts.get(address);
      if (held === undefined) {
        this.adopt(answer, answer.values);
        continue;
      }
      const draft = reconcileVersion(held.draft, this.read(answer).values, version, true);
      if (draft === null) this.endDraft(address);
      else this.putDraft(address, draft, held.edit);
    }
    this.notifyChange();
  }

  /**
   * Takes all that the server has now: newer answers come in, or become a question if they were changed here too; rows
   * come, go and move as they did elsewhere. Gives the fields and groups that changed on this page.
   */
  takeStored(answers: readonly StoredAnswer[], rows: readonly Row[]): FieldKey[] {
    const groups = this.takeStoredRows(rows);
    const newer = answers.filter((one) => one.revision > (this.stored.get(addressOf(one))?.revision ?? 0));
    const changed = newer.filter((one) => !sameValues(this.read(one).values, one.values));
    this.reconcileVersions(newer);
    return [
      ...groups.map((elementId) => ({ elementId, groupId: null })),
      ...changed.map(({ elementId, groupId }) => ({ elementId, groupId })),
    ].filter((key) => this.read(key).visible);
  }

  /** Gives the groups that have other rows, or another order of rows, than before. */
  private takeStoredRows(rows: readonly Row[]): string[] {
    const before = new Map<string, string>();
    const orderOf = (elementId: string) =>
      this.rows(elementId)
        .map(({ id }) => id)
        .join(' ');
    for (const { element } of this.elements.values())
      if (element.children !== undefined && !this.hasGivenRows(element.id))
        before.set(element.id, orderOf(element.id));
    const there = new Set(rows.map(({ id }) => id));
    for (const id of [...this.storedRows]) if (!there.has(id)) this.dropGoneRow(id);
    for (const row of [...rows].sort((one, other) => one.order - other.order)) {
      if (!before.has(row.elementId) || this.removedRows.has(row.id)) continue;
      this.storedRows.add(row.id);
      if (!this.rowIds.has(row.id)) {
        for (const { id } of this.rows(row.elementId))
          if (this.offeredRows.has(id)) this.dropRow(row.elementId, id);
        this.putRow(row.elementId, row.id);
      }
      if (this.dirtyGroups.has(row.elementId)) continue;
      const at = this.rows(row.elementId).findIndex(({ id }) => id === row.id);
      if (at === row.order || row.order >= this.rows(row.elementId).length) continue;
      this.apply({ kind: 'move-row', elementId: row.elementId, groupId: row.id, to: row.order });
      this.rowsChanged(row.elementId);
    }
    return [...before].filter(([id, order]) => orderOf(id) !== order).map(([id]) => id);
  }

  /** A row that was removed elsewhere goes here too, unless this page holds unsaved words in it. */
  private dropGoneRow(groupId: string): void {
    this.removedRows.delete(groupId);
    const row = this.rowById(groupId);
    const isWritten = [...this.drafts.keys(), ...this.aside.keys()].some(
      (address) => fieldAt(address).groupId === groupId,
    );
    if (row !== null && isWritten) this.reviveRow(groupId);
    else {
      if (row !== null) this.dropRow(row.elementId, groupId);
      this.acknowledgeRemoval([groupId]);
    }
  }

  /**
   * A row that was removed elsewhere while somebody writes in it here: what they write counts. The row becomes a new
   * one with all that stands in it, and goes to the server again.
   */
  reviveRow(groupId: string): void {
    const row = this.rowById(groupId);
    if (!row) return;
    this.storedRows.delete(groupId);
    for (const child of this.element(row.elementId)?.children ?? []) {
      const address = addressOf({ elementId: child.id, groupId });
      const known = this.stored.get(address);
      this.stored.delete(address);
      if (!known && !this.drafts.has(address)) continue;
      this.edits += 1;
      // The count goes on, so that another window with the old row takes nothing in the new one for what it knew.
      this.putDraft(address, beginDraft(known?.revision ?? 0), this.edits);
    }
    this.noteRows(row.elementId);
    this.notifyChange();
  }

  /** The reader's answer to a question: the words in the control stay, the others go. */
  keepMine(key: FieldKey): void {
    const address = addressOf(key);
    const conflict = this.marks.get(address)?.conflict;
    if (!conflict) return;
    const held = this.drafts.get(address);
    this.edits += 1;
    if (conflict.from === 'device') {
      this.dropAside(address);
      // The page that left the other words may have sent them with its last breath: the server is told what counts.
      const stored = this.stored.get(address)?.revision ?? 0;
      if (!held) this.putDraft(address, beginDraft(stored), this.edits);
    } else if (held) this.putDraft(address, keepMine(held.draft), this.edits);
    this.decided(address, conflict.theirs);
  }

  /** The reader's answer to a question: the other words come into the control, those that stood there go. */
  takeTheirs(key: FieldKey): void {
    const address = addressOf(key);
    const conflict = this.marks.get(address)?.conflict;
    if (!conflict) return;
    const mine = this.read(key).values;
    if (conflict.from === 'device') {
      this.dropAside(address);
      this.set(key, conflict.theirs);
    } else {
      this.endDraft(address);
      this.adopt(key, conflict.theirs);
    }
    this.decided(address, mine);
  }

  /** Brings back the words that the reader has just decided against, as a change. */
  undoChoice(key: FieldKey): void {
    const refused = this.marks.get(addressOf(key))?.refused;
    if (!refused) return;
    const instead = this.read(key).values;
    this.set(key, refused);
    this.remark(addressOf(key), { refused: instead });
    this.notifyChange();
  }

  /** The server will not have this value; it is not sent again before it is changed. */
  refuse(key: FieldKey, sentence: string): void {
    this.remark(addressOf(key), { refusal: sentence });
    this.notifyChange();
  }

  /** An element whose value the server has set by itself, such as an upload. */
  receive(answer: StoredAnswer): void {
    const address = addressOf(answer);
    this.stored.set(address, { values: answer.values, revision: answer.revision });
    this.endDraft(address);
    this.adopt(answer, answer.values);
    this.notifyChange();
  }

  isStoredRow(groupId: string): boolean {
    return this.storedRows.has(groupId);
  }

  hasRow(groupId: string): boolean {
    return this.rowIds.has(groupId);
  }

  /** All that the server does not have, hidden values included, with its open questions; null when it has everything. */
  unsaved(): Unsaved | null {
    if (this.drafts.size + this.aside.size + this.dirtyGroups.size + this.removedRows.size === 0) return null;
    const changed = [...this.drafts].map(([address, { draft }]): KeptAnswer => {
      const key = fieldAt(address);
      const sent = draft.sent.length === 0 ? {} : { sent: draft.sent };
      return { ...key, values: this.read(key).values, revision: draft.base, ...sent };
    });
    return {
      answers: [...changed, ...[...this.aside.values()].flat()],
      rows: [...this.dirtyGroups.keys()].flatMap((elementId) =>
        this.rows(elementId).map((row, order) => ({ id: row.id, elementId, order })),
      ),
      removed: [...this.removedRows.values()],
    };
  }

  /**
   * Takes up what was kept on this device, oldest copy first. What the server has meanwhile in the same words is dropped; what it has in
   * other words, and what is here in other words already, becomes a question; what the form no longer knows is left
   * out. Gives how many changes were taken up.
   */
  restore(...copies: readonly Unsaved[]): number {
    let count = 0;
    for (const kept of copies) count += this.restoreTexts(kept);
    // Who removed a row had not seen what another page had written in it and not saved.
    const written = new Set([...this.drafts.keys(), ...this.aside.keys()].map((at) => fieldAt(at).groupId));
    for (const removed of copies.flatMap((kept) => kept.removed)) {
      const row =
        this.storedRows.has(removed.id) && !written.has(removed.id) ? this.rowById(removed.id) : null;
      if (!row) continue;
      this.dropRow(row.elementId, removed.id);
      this.removedRows.set(removed.id, removed);
      count += 1;
    }
    this.changed();
    return count;
  }

  private restoreTexts(kept: Unsaved): number {
    let count = 0;
    for (const row of [...new Set(kept.rows.map((row) => row.elementId))].flatMap((id) => this.rows(id))) {
      if (this.offeredRows.has(row.id)) this.dropRow(row.elementId, row.id);
    }
    for (const row of kept.rows) {
      if (this.element(row.elementId)?.children === undefined || this.rowIds.has(row.id)) continue;
      if (this.hasGivenRows(row.elementId)) continue;
      this.insertRow(row.elementId, row.id);
      count += 1;
    }
    this.restoreOrder(kept.rows);
    for (const answer of kept.answers) if (this.takeUp(answer)) count += 1;
    return count;
  }

  // ---- inside

  /** One answer from the device. Says whether it makes a difference here. */
  private takeUp(answer: KeptAnswer): boolean {
    const { elementId, groupId, values } = answer;
    const group = this.elements.get(elementId)?.group;
    if (group === undefined || (groupId !== null) !== (group !== null)) return false;
    // The partition is no longer one of the application.
    if (group !== null && groupId !== null && !this.rowIds.has(groupId) && this.hasGivenRows(group.id))
      return false;
    // Its row was removed elsewhere: what was written in it counts.
    if (group !== null && groupId !== null && !this.rowIds.has(groupId)) this.insertRow(group.id, groupId);
    const key = { elementId, groupId };
    const address = addressOf(key);
    // Where nothing is stored, in a row that is new again, there is no other version.
    const there = this.stored.get(address) ?? { values: [], revision: answer.revision };
    if (sameValues(this.read(key).values, values) || sameValues(there.values, values)) return false;
    if (answer.aside || this.drafts.has(address)) {
      const waiting = this.aside.get(address) ?? [];
      if (waiting.some((other) => sameValues(other.values, values))) return false;
      this.aside.set(address, [...waiting, { ...key, values, revision: answer.revision, aside: true }]);
      this.remark(address, { conflict: this.questionAt(address) });
      return true;
    }
    const kept = { ...beginDraft(answer.revision), sent: answer.sent ?? [] };
    const draft = reconcileVersion(kept, values, there, false);
    if (draft === null) return false;
    this.apply({ kind: 'set', elementId, groupId, values: [...values] });
    this.edits += 1;
    this.putDraft(address, draft, this.edits);
    return true;
  }

  private putDraft(address: string, draft: AnswerDraft, edit: number): void {
    this.drafts.set(address, { draft, edit });
    this.askAgain(address);
  }

  private endDraft(address: string): void {
    this.drafts.delete(address);
    this.askAgain(address);
  }

  private dropAside(address: string): void {
    this.keepAside(address, this.aside.get(address)?.slice(1) ?? []);
    this.askAgain(address);
  }

  private keepAside(address: string, rest: KeptAnswer[]): void {
    if (rest.length === 0) this.aside.delete(address);
    else this.aside.set(address, rest);
  }

  private questionAt(address: string): Conflict | null {
    const theirs = this.drafts.get(address)?.draft.theirs;
    if (theirs) return { theirs: theirs.values, from: 'server' };
    const found = this.aside.get(address)?.[0];
    return found === undefined ? null : { theirs: found.values, from: 'device' };
  }

  /** The question of a field follows from what is held for it. */
  private askAgain(address: string): void {
    const waiting = this.aside.get(address);
    if (waiting !== undefined) {
      // Words that are on the server by now, or in the control, are no other version.
      const known = [this.stored.get(address)?.values ?? [], this.read(fieldAt(address)).values];
      const isOther = ({ values }: KeptAnswer) => !known.some((one) => sameValues(one, values));
      this.keepAside(address, waiting.filter(isOther));
    }
    const before = this.marks.get(address)?.conflict ?? null;
    const now = this.questionAt(address);
    const same =
      before === now || (before?.from === now?.from && sameValues(before?.theirs ?? [], now?.theirs ?? []));
    if (!same) this.remark(address, { conflict: now });
  }

  /** What was refused, or waits, may have hung on what the reader has now decided about. */
  private decided(address: string, against: readonly string[]): void {
    this.decisions += 1;
    this.keepAside(
      address,
      this.aside.get(address)?.filter(({ values }) => !sameValues(values, against)) ?? [],
    );
    for (const [other, mark] of this.marks) if (mark.refusal !== null) this.remark(other, { refusal: null });
    for (const [other, { draft, edit }] of this.drafts)
      if (draft.waits) this.drafts.set(other, { draft: { ...draft, waits: false }, edit });
    this.askAgain(address);
    this.remark(address, { refused: against });
    this.notifyChange();
  }

  private beside(key: FieldKey, elementId: string): readonly string[] | null {
    if (!this.elements.has(elementId)) return null;
    const state = this.read(this.keyBeside(key, elementId));
    return state.visible ? state.values : [];
  }

  private apply(change: Change): readonly FieldKey[] {
    const touched = applyChange(this.submission, change);
    this.problemCache = null;
    this.otherCache = null;
    return touched;
  }

  private fill(changes: readonly Change[]): FieldKey[] {
    const touched: FieldKey[] = [];
    for (const change of changes) {
      touched.push(...this.apply(change));
      if (change.kind === 'set') this.noteEdit(change, change.values);
    }
    return touched;
  }

  /** Questions and rows that appeared with a change get what the profile knows; that may bring more. */
  private fillAppeared(touched: readonly FieldKey[]): void {
    if (!this.editable || this.profile === null) return;
    let keys = touched;
    while (keys.length > 0) keys = this.fill(autofill(this.submission, this.profile, keys));
  }

  private hasGivenRows(groupElementId: string): boolean {
    const group = this.element(groupElementId);
    return group !== null && followsPartitions(group);
  }

  /** Rows that are those of the partitions stand there without anybody having added them, and are never sent. */
  private takeGivenRows(): void {
    for (const { element } of this.elements.values()) {
      if (!followsPartitions(element)) continue;
      for (const row of this.rows(element.id)) this.rowIds.delete(row.id);
      this.rowsChanged(element.id);
      for (const row of this.rows(element.id)) this.rowIds.add(row.id);
    }
  }

  /** Takes a value over without counting it as a change of the reader's. */
  private adopt(key: FieldKey, values: readonly string[]): void {
    if (key.groupId !== null && !this.rowIds.has(key.groupId)) return;
    if (sameValues(this.read(key).values, values)) return;
    this.apply({ kind: 'set', elementId: key.elementId, groupId: key.groupId, values: [...values] });
  }

  private noteEdit(key: FieldKey, values: readonly string[]): void {
    const address = addressOf(key);
    this.edits += 1;
    const mark = this.marks.get(address);
    if (mark?.refused || mark?.refusal) this.remark(address, { refused: null, refusal: null });
    const known = this.stored.get(address);
    const held = this.drafts.get(address);
    // Typed back to what is stored: nothing to save. Not while a save is under way with something else; then the
    // acknowledgement would find no newer edit and put the value on its way back.
    if (known && !held && sameValues(known.values, values)) return;
    if (held?.draft.theirs && sameValues(held.draft.theirs.values, values)) {
      this.endDraft(address);
      return;
    }
    const draft = held?.draft ?? beginDraft(known?.revision ?? 0);
    this.putDraft(address, { ...draft, waits: false }, this.edits);
    if (key.groupId !== null && this.offeredRows.has(key.groupId)) this.noteRows(this.groupOf(key.elementId));
  }

  private noteRows(groupElementId: string): void {
    this.edits += 1;
    this.dirtyGroups.set(groupElementId, this.edits);
    for (const row of this.rows(groupElementId)) this.offeredRows.delete(row.id);
    const address = addressOf({ elementId: groupElementId, groupId: null });
    if (this.marks.get(address)?.refusal) this.remark(address, { refusal: null });
  }

  private putRow(groupElementId: string, groupId: string): readonly FieldKey[] {
    this.rowIds.add(groupId);
    const touched = this.apply({ kind: 'add-row', elementId: groupElementId, groupId });
    this.rowsChanged(groupElementId);
    return touched;
  }

  private insertRow(groupElementId: string, groupId: string): readonly FieldKey[] {
    const touched = this.putRow(groupElementId, groupId);
    this.noteRows(groupElementId);
    return touched;
  }

  /** A new row stands open, and what it lacks is not held against anybody yet. */
  private welcome(groupId: string): void {
    this.freshRows.add(groupId);
    this.folded.set(groupId, false);
    this.markListeners.notifyAll();
    this.changed();
  }

  private dropRow(groupElementId: string, groupId: string): void {
    // First out of the set: fields of the row that are still on the page then read as gone instead of failing.
    this.rowIds.delete(groupId);
    this.freshRows.delete(groupId);
    for (const held of [this.drafts, this.aside]) {
      for (const address of [...held.keys()]) if (fieldAt(address).groupId === groupId) held.delete(address);
    }
    for (const address of [...this.marks.keys()]) {
      if (fieldAt(address).groupId === groupId) this.marks.delete(address);
    }
    this.apply({ kind: 'remove-row', elementId: groupElementId, groupId });
    this.rowsChanged(groupElementId);
    // The orders behind it close up by themselves where the row is removed on the server as well.
    if (!this.storedRows.has(groupId) && !this.offeredRows.delete(groupId)) this.noteRows(groupElementId);
  }

  private restoreOrder(rows: readonly Row[]): void {
    for (const row of rows) {
      if (this.hasGivenRows(row.elementId)) continue;
      const now = this.rows(row.elementId);
      const at = now.findIndex((other) => other.id === row.id);
      if (at < 0 || at === row.order || row.order >= now.length) continue;
      this.apply({ kind: 'move-row', elementId: row.elementId, groupId: row.id, to: row.order });
      this.rowsChanged(row.elementId);
      this.noteRows(row.elementId);
    }
  }

  /** All versions of a row's answers that have stood here, those that are on their way included. */
  private versionsIn(groupElementId: string, groupId: string): StoredAnswer[] {
    return (this.element(groupElementId)?.children ?? []).flatMap(({ id: elementId }) => {
      const address = addressOf({ elementId, groupId });
      const known = this.stored.get(address);
      const draft = this.drafts.get(address)?.draft;
      const sent = (draft?.sent ?? []).map((values) => ({ values, revision: (draft?.base ?? 0) + 1 }));
      return [...(known === undefined ? [] : [known]), ...sent].map((version) => ({
        elementId,
        groupId,
        ...version,
      }));
    });
  }

  private rowById(groupId: string): Row | null {
    for (const { element } of this.elements.values()) {
      if (!element.children) continue;
      const row = this.rows(element.id).find((other) => other.id === groupId);
      if (row) return row;
    }
    return null;
  }

  private rowsChanged(groupElementId: string): void {
    this.rowCache.delete(groupElementId);
    this.rowListeners.tell(groupElementId);
  }

  /** An element may be named by its id or by its meaning. */
  private idOf(name: string): string {
    if (this.elements.has(name)) return name;
    for (const { element } of this.elements.values()) if (element.config.id === name) return element.id;
    return name;
  }

  private groupOf(elementId: string): string {
    return this.elements.get(elementId)?.group?.id ?? '';
  }

  private sendable(key: FieldKey, address: string): boolean {
    const draft = this.drafts.get(address)?.draft;
    if ((draft && !isSendable(draft)) || this.marks.get(address)?.refusal) return false;
    // An answer cannot be where its row is not.
    if (key.groupId !== null && !this.storedRows.has(key.groupId)) {
      const group = addressOf({ elementId: this.groupOf(key.elementId), groupId: null });
      if (this.marks.get(group)?.refusal) return false;
    }
    return this.isOpen(key);
  }

  /** Whether a reader can see and change the field as the form stands. */
  private isOpen(key: FieldKey): boolean {
    const { visible, editable } = this.read(key);
    return visible && editable;
  }

  private mayShowErrors(key: FieldKey, address: string): boolean {
    if (this.awaited.has(address) && this.read(key).missing) return false;
    if (this.left.has(address)) return true;
    if (this.isFresh(key)) return false;
    const formId = this.formOf(key.elementId);
    return formId !== null && this.attempted.has(formId);
  }

  /** Nothing is filled in where something could be, or rows are still to be added. */
  private isEarly(problem: Problem): boolean {
    if (problem.missing) return true;
    const element = this.element(problem.elementId);
    const { editable, values } = this.read(problem);
    if (element === null) return false;
    if (element.children !== undefined) return values.length < (limitCount(element.config.min) ?? 0);
    return editable ? elementRules[element.type].isEmpty(values) : (values[0] ?? '0') === '0';
  }

  /** In a row that nobody has had the time to fill in; or about such rows and nothing else: their group, their sum. */
  private isFresh(key: FieldKey): boolean {
    if (key.groupId !== null) return this.freshRows.has(key.groupId);
    if (this.freshRows.size === 0) return false;
    const element = this.element(key.elementId);
    const sources = (element?.effects ?? []).flatMap((effect) => (effect.effect === 'sum' ? effect.of : []));
    const groups =
      element?.children === undefined
        ? sources.map((ref) => ('element' in ref ? this.groupOf(this.idOf(ref.element)) : ''))
        : [element.id];
    const isNew = (id: string) => {
      const rows = id === '' ? [] : this.rows(id);
      return rows.length > 0 && rows.every((row) => this.freshRows.has(row.id));
    };
    return groups.length > 0 && groups.every(isNew);
  }

  private remark(address: string, part: Partial<FieldMark>): void {
    this.marks.set(address, { ...(this.marks.get(address) ?? quiet), ...part });
    this.markListeners.tell(address);
  }

  private changed(): void {
    this.problemCache = null;
    this.otherCache = null;
    this.notifyChange();
  }

  private notifyChange(): void {
    for (const listener of [...this.changeListeners]) listener();
  }
}
