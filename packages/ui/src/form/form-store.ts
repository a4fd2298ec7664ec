import type { FieldKey, FormContext, Row } from '@clearcall/domain/forms/types.ts';
import { sameValues } from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';
import { FormPresentation } from './form-presentation.ts';
import { type FormStart, FormState } from './form-state.ts';
import * as unsaved from './reduce-unsaved.ts';
import {
  type Batch,
  changedAddresses,
  hasUnsavedIn,
  type KeptAnswer,
  type RemovedRow,
  type StoredAnswer,
  startUnsaved,
  type UnsavedAnswers,
  valuesAt,
} from './unsaved-answers.ts';
import { batchOf, copyOf, countUnsaved, openConflicts, type Unsaved } from './unsaved-batch.ts';

export interface FormStoreStart extends FormStart {
  answers: readonly StoredAnswer[];
  /** Makes the id of a new row: a random UUID. */
  newId: () => string;
}

/**
 * A form that is filled in. Each change goes through the reducer of unsaved answers and from there into the form; a
 * save queue takes batches from it and brings back what became of them. Knows nothing of the page nor of the network.
 */
export class FormStore extends FormState {
  /** What is folded, marked and shown. */
  readonly presentation: FormPresentation;
  private readonly newId: () => string;
  private state: UnsavedAnswers;
  private profile: Record<string, string> | null = null;

  constructor(start: FormStoreStart) {
    super(start);
    this.newId = start.newId;
    this.state = startUnsaved(
      start.answers.filter(({ elementId }) => this.element(elementId) !== null),
      start.rows,
    );
    this.presentation = new FormPresentation(this, () => this.state);
  }

  // ---- changing

  /** Writes an answer. */
  set(key: FieldKey, values: readonly string[]): void {
    if (!this.editable || !this.hasField(key) || sameValues(this.read(key).values, values)) return;
    this.fillAppeared(this.write(key, values));
    this.changed();
  }

  /** Adds a row at the end. Returns its id. */
  addRow(group: string): string {
    const rowId = this.newId();
    this.fillAppeared(this.insertRow(group, rowId));
    this.presentation.addRow(rowId);
    this.changed();
    return rowId;
  }

  /** Opens a first row in a group that needs rows. It becomes a change with the first answer in it. */
  offerRow(group: string): void {
    if (!this.editable || this.hasGivenRows(group) || this.rows(group).length > 0) return;
    const rowId = this.newId();
    this.apply({ kind: 'add-row', elementId: group, groupId: rowId });
    this.update(unsaved.offerRow, group, rowId);
    this.presentation.addRow(rowId);
    this.changed();
  }

  /** Rows are about to get an answer, or to be submitted: offered ones are sent from now on. */
  claimRows(rowIds: Iterable<string> = this.state.offeredRows.keys()): void {
    const groups = [...rowIds].flatMap((id) => this.state.offeredRows.get(id) ?? []);
    for (const group of groups) this.update(unsaved.changeRows, group);
    if (groups.length > 0) this.changed();
  }

  removeRow(group: string, rowId: string): void {
    if (this.row(rowId) === null) return;
    this.takeOut(group, rowId);
    this.update(unsaved.removeRow, group, rowId);
    this.changed();
  }

  moveRow(group: string, rowId: string, to: number): void {
    this.apply({ kind: 'move-row', elementId: group, groupId: rowId, to });
    this.update(unsaved.changeRows, group);
    this.changed();
  }

  /**
   * Fills elements that were never answered from the profile (not `now` in a form that was submitted before), and from
   * then on what appears while the form is filled in. They stay editable; what somebody emptied stays empty.
   */
  fillFirst(profile: Record<string, string>, now = true): void {
    if (!this.editable) return;
    this.profile = profile;
    if (!now) return;
    this.fillAppeared();
    this.changed();
  }

  /** The context of the form has changed: another document, another cut-off. */
  reviseContext(context: FormContext): void {
    this.fillAppeared(this.revise(context));
    this.changed();
  }

  /** Questions and rows that appear with a change get what the profile knows; that may make more appear. */
  private fillAppeared(among?: readonly FieldKey[]): void {
    if (!this.editable || this.profile === null || among?.length === 0) return;
    const changes = this.profileValues(this.profile, among);
    const touched = changes.flatMap((change) =>
      change.kind === 'set' ? this.write(change, change.values) : [],
    );
    this.fillAppeared(touched);
  }

  // ---- choices in a conflict

  /** The reader's choice in a conflict, or its undoing: the values that stay go into the control. */
  choose(choice: keyof typeof unsaved.choices, key: FieldKey): void {
    const before = this.state;
    const touched = this.update(unsaved.choices[choice], key, this.read(key).values);
    if (this.state === before) return;
    // What the server already has brings nothing else with it.
    if (this.state.drafts.has(addressOf(key))) this.fillAppeared(touched);
    this.changed();
  }

  // ---- saving

  /** Returns how many changes the server does not have yet, those that wait for a choice of the reader included. */
  unsavedCount(): number {
    return countUnsaved(this.state, this);
  }

  /** Returns the fields whose conflict the reader has to decide. */
  questions(): FieldKey[] {
    return openConflicts(this.state, this);
  }

  /** Returns how many choices the reader has made; what was decided against must not outlive the choice. */
  decisionCount(): number {
    return this.state.decisions;
  }

  /** Returns what a save would send now; null when there is nothing. */
  takeBatch(): Batch | null {
    const batch = batchOf(this.state, this);
    if (batch.answers.length + batch.rows.length + batch.removed.length > 0) return batch;
    // A row was added and removed again before it was sent.
    const groups = batch.groups.map(({ elementId }) => elementId);
    if (groups.length > 0) this.update(unsaved.forgetGroups, groups);
    return null;
  }

  /** A batch leaves now. Whatever becomes of the call, what is in it may be on the server from here on. */
  sending(batch: Batch): void {
    const answers = batch.answers.map((answer) => ({
      ...answer,
      values: this.cleaned(answer, answer.values) ?? answer.values,
    }));
    this.update(unsaved.send, { ...batch, answers });
  }

  /** The server has answered a save: what it stored, what it has instead, and which rows it does not have any more. */
  acknowledge(
    batch: Batch,
    saved: { answers: readonly StoredAnswer[]; stale: readonly StoredAnswer[]; goneRows: readonly string[] },
  ): void {
    const goneRows = saved.goneRows.flatMap((id) => this.row(id) ?? []);
    this.update(unsaved.acknowledge, batch, { ...saved, goneRows });
    this.changed();
  }

  /** The server has removed rows; those in `back` it keeps, because somebody has written in them since. */
  acknowledgeRemoval(
    removed: readonly RemovedRow[],
    back: readonly Row[],
    answers: readonly StoredAnswer[],
  ): void {
    const stays = new Set(back.map(({ id }) => id));
    const rowIds = removed.map(({ id }) => id).filter((id) => !stays.has(id));
    this.update(unsaved.acknowledgeRemoval, rowIds);
    const restored = back.filter(({ id }) => this.state.removedRows.has(id));
    for (const { id, elementId, order } of restored)
      this.apply({ kind: 'add-row', elementId, groupId: id, at: order });
    this.update(
      unsaved.storeRows,
      restored.map(({ id }) => id),
      answers,
    );
    this.changed();
  }

  /** The server refuses this value; it is not sent again before it is changed. */
  refuse(key: FieldKey, sentence: string): void {
    this.update(unsaved.refuse, key, sentence);
    this.changed();
  }

  /** An answer that the server has set by itself, such as an upload. */
  receive(answer: StoredAnswer): void {
    this.update(unsaved.receive, answer);
    this.changed();
  }

  /** Whether the server is known to have a row. */
  isStoredRow(rowId: string): boolean {
    return this.state.storedRows.has(rowId);
  }

  /**
   * Takes all that the server has now: newer answers come in, or become a conflict if they were changed here too; rows
   * come, go and move as they did elsewhere. Returns the fields and groups that changed on this page.
   */
  takeStored(answers: readonly StoredAnswer[], rows: readonly Row[]): FieldKey[] {
    const groups = this.takeStoredRows(rows);
    const newer = answers.filter(
      (one) => one.revision > (this.state.stored.get(addressOf(one))?.revision ?? 0),
    );
    const changed = newer.filter((one) => !sameValues(this.read(one).values, one.values));
    this.update(unsaved.reconcile, newer);
    this.changed();
    return [...groups, ...changed.map((answer) => fieldAt(addressOf(answer)))].filter(
      (key) => this.read(key).visible,
    );
  }

  /** Returns the groups that have other rows, or another order of rows, than before. */
  private takeStoredRows(stored: readonly Row[]): FieldKey[] {
    const orderOf = (group: string) =>
      this.rows(group)
        .map(({ id }) => id)
        .join(' ');
    const before = new Map(this.groups().map(({ id }) => [id, orderOf(id)]));
    const there = new Set(stored.map(({ id }) => id));
    for (const id of this.state.storedRows) if (!there.has(id)) this.takeRemoval(id);
    const rows = stored
      .filter((row) => before.has(row.elementId) && !this.state.removedRows.has(row.id))
      .sort((one, other) => one.order - other.order);
    this.update(
      unsaved.storeRows,
      rows.map(({ id }) => id),
    );
    for (const { id, elementId, order } of rows) {
      if (this.row(id) === null) {
        this.dropOffered(elementId);
        this.apply({ kind: 'add-row', elementId, groupId: id });
      }
      if (!this.state.groups.has(elementId)) this.placeRow(elementId, id, order);
    }
    return [...before]
      .filter(([id, order]) => orderOf(id) !== order)
      .map(([elementId]) => ({ elementId, groupId: null }));
  }

  /** A row that was removed elsewhere goes here too, unless this page holds unsaved answers in it. */
  private takeRemoval(rowId: string): void {
    const row = this.row(rowId);
    if (row !== null && hasUnsavedIn(this.state, rowId)) {
      this.update(unsaved.reviveRow, row);
      return;
    }
    if (row !== null) this.dropRow(row.elementId, rowId);
    this.update(unsaved.acknowledgeRemoval, [rowId]);
  }

  // ---- the copy on the device

  /** Returns all that the server does not have, hidden values and conflicts included; null when it has everything. */
  unsaved(): Unsaved | null {
    return copyOf(this.state, this);
  }

  /**
   * Restores what was kept on this device, oldest copy first. What the server has meanwhile with the same values is
   * dropped; what it has with other values, and what already has other values here, becomes a conflict; what the form
   * has no place for is left out (`hasPlaceFor`). Returns how many changes were restored.
   */
  restore(...copies: readonly Unsaved[]): number {
    let count = 0;
    for (const kept of copies)
      count += this.restoreRows(kept.rows) + kept.answers.filter((one) => this.restoreAnswer(one)).length;
    // Who removed a row had not seen what another page had written in it and not saved.
    const removed = copies
      .flatMap((kept) => kept.removed)
      .filter(({ id }) => this.isStoredRow(id) && !hasUnsavedIn(this.state, id));
    for (const { id, seen } of removed) {
      const row = this.row(id);
      if (row === null) continue;
      this.takeOut(row.elementId, id);
      this.update(unsaved.removeRow, row.elementId, id, seen);
      count += 1;
    }
    this.changed();
    return count;
  }

  private restoreRows(kept: readonly Row[]): number {
    let count = 0;
    for (const { elementId } of kept)
      if (this.element(elementId)?.children !== undefined) this.dropOffered(elementId);
    const rows = kept.filter(
      ({ elementId }) => this.element(elementId)?.children !== undefined && !this.hasGivenRows(elementId),
    );
    for (const { id, elementId } of rows) {
      if (this.row(id) !== null) continue;
      this.insertRow(elementId, id);
      count += 1;
    }
    for (const { id, elementId, order } of rows)
      if (this.placeRow(elementId, id, order)) this.update(unsaved.changeRows, elementId);
    return count;
  }

  /** Returns whether the form has the question, and a row for it: its own, or one that can be added again. */
  hasPlaceFor({ elementId, groupId }: FieldKey): boolean {
    const group = this.groupAround(elementId);
    if (this.element(elementId) === null || (groupId !== null) !== (group !== null)) return false;
    // Else the partition is no longer one of the application.
    return group === null || groupId === null || this.row(groupId) !== null || !this.hasGivenRows(group.id);
  }

  /** Says whether the answer makes a difference here. */
  private restoreAnswer(answer: KeptAnswer): boolean {
    if (!this.hasPlaceFor(answer)) return false;
    const group = this.groupAround(answer.elementId);
    // Its row was removed elsewhere: what was written in it counts.
    if (group !== null && answer.groupId !== null && this.row(answer.groupId) === null)
      this.insertRow(group.id, answer.groupId);
    const before = this.state;
    this.update(unsaved.restore, answer, this.read(answer).values);
    return this.state !== before;
  }

  // ---- inside

  /**
   * Every event of an answer goes through here: first the state of what is unsaved, then the form, which shows the
   * draft, else what is stored. Returns the fields whose state changed.
   */
  private update<Event extends unknown[]>(
    next: (state: UnsavedAnswers, ...event: Event) => UnsavedAnswers,
    ...event: Event
  ): readonly FieldKey[] {
    const before = this.state;
    this.state = next(before, ...event);
    const addresses = changedAddresses(before, this.state);
    const touched = [...addresses].flatMap((address) => this.show(address));
    this.presentation.update(addresses);
    return touched;
  }

  private write(key: FieldKey, values: readonly string[]): readonly FieldKey[] {
    // A row of a partition that came back may show less than what is stored: it is shown in any case.
    return [...this.update(unsaved.write, key, [...values]), ...this.show(addressOf(key))];
  }

  private show(address: string): readonly FieldKey[] {
    const key = fieldAt(address);
    const values = valuesAt(this.state, address);
    if (values === null || !this.hasField(key) || sameValues(this.read(key).values, values)) return [];
    return this.apply({ kind: 'set', ...key, values: [...values] });
  }

  private insertRow(group: string, rowId: string): readonly FieldKey[] {
    const touched = this.apply({ kind: 'add-row', elementId: group, groupId: rowId });
    this.update(unsaved.changeRows, group);
    return touched;
  }

  private dropRow(group: string, rowId: string): void {
    this.takeOut(group, rowId);
    this.update(unsaved.dropRow, group, rowId);
  }

  private takeOut(group: string, rowId: string): void {
    this.apply({ kind: 'remove-row', elementId: group, groupId: rowId });
    this.presentation.removeRow(rowId);
  }

  /** Offered rows of a group give way to others. */
  private dropOffered(group: string): void {
    for (const { id } of this.rows(group)) if (this.state.offeredRows.has(id)) this.dropRow(group, id);
  }

  /** Moves a row to its place in the order. Says whether it was elsewhere. */
  private placeRow(group: string, rowId: string, order: number): boolean {
    const rows = this.rows(group);
    const at = rows.findIndex(({ id }) => id === rowId);
    if (at < 0 || at === order || order >= rows.length) return false;
    this.apply({ kind: 'move-row', elementId: group, groupId: rowId, to: order });
    return true;
  }
}
