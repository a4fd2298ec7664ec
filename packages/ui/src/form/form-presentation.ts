import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { limitCount } from '@clearcall/domain/forms/limits.ts';
import type { FieldKey, Problem } from '@clearcall/domain/forms/types.ts';
import { translate } from '../kit/text/translate.ts';
import { sameValues } from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';
import type { FormState } from './form-state.ts';
import { Listeners } from './listeners.ts';
import { type Conflict, conflictAt, type UnsavedAnswers } from './unsaved-answers.ts';

/** What the page shows at a field beside its state: whether its errors may be shown, and what a save said of it. */
export interface FieldMark {
  showErrors: boolean;
  conflict: Conflict | null;
  /** The values that the reader has just decided against; gone with the next change of the field, and with the page. */
  discarded: readonly string[] | null;
  /** Why the server refused the value, until the next change; else what stops the submission beside the rules of the field. */
  refusal: string | null;
}

/** How one form is shown: which rows are folded, which errors are shown, and what is marked at the fields. */
export class FormPresentation {
  private readonly form: FormState;
  private readonly unsaved: () => UnsavedAnswers;
  private readonly marks = new Map<string, FieldMark>();
  private readonly left = new Set<string>();
  /** Forms that the reader tried to leave or to submit. */
  private readonly attempted = new Set<string>();
  /** Rows that were added after an attempt to submit start without errors. */
  private readonly freshRows = new Set<string>();
  /** Fields whose file is being uploaded. */
  private readonly awaited = new Set<string>();
  private readonly folded = new Map<string, boolean>();
  private readonly markListeners = new Listeners();
  private readonly foldListeners = new Listeners();
  /** Addresses of the other problems as of the last change. */
  private others: string[] = [];

  constructor(form: FormState, unsaved: () => UnsavedAnswers) {
    this.form = form;
    this.unsaved = unsaved;
    form.subscribe(() => {
      const before = this.others;
      this.others = form.otherProblems().map(addressOf);
      this.update(new Set([...before, ...this.others]));
    });
  }

  /** Returns what is marked at a field. The same object as long as nothing of it changed. */
  mark(key: FieldKey): FieldMark {
    const address = addressOf(key);
    const unsaved = this.unsaved();
    const showErrors = this.mayShowErrors(key, address);
    const mark: FieldMark = {
      showErrors,
      conflict: conflictAt(unsaved, address),
      discarded: unsaved.discarded.get(address) ?? null,
      refusal: unsaved.refusals.get(address) ?? (showErrors ? this.otherAt(address) : null),
    };
    const known = this.marks.get(address);
    if (known !== undefined && isSameMark(known, mark)) return known;
    this.marks.set(address, mark);
    return mark;
  }

  /** Calls the listener when the mark of a field changes. Returns what ends it. */
  subscribeMark(key: FieldKey, listener: () => void): () => void {
    return this.markListeners.add(addressOf(key), listener);
  }

  /** Something of these fields is unsaved, or not any more. */
  update(addresses: Iterable<string>): void {
    for (const address of addresses)
      if (this.marks.get(address) !== this.mark(fieldAt(address))) this.markListeners.notify(address);
  }

  /** The reader has left the field: from now on its errors are shown. */
  leave(key: FieldKey): void {
    this.left.add(addressOf(key));
    this.markListeners.notify(addressOf(key));
  }

  /** A file of a field is being uploaded, or not any more: that it is not there yet is no error. */
  awaitFile(key: FieldKey, coming: boolean): void {
    if (coming) this.awaited.add(addressOf(key));
    else this.awaited.delete(addressOf(key));
    this.markListeners.notify(addressOf(key));
    this.form.changed();
  }

  /** Whether what is missing is being uploaded. */
  isComing(problem: Problem): boolean {
    return problem.missing && this.awaited.has(addressOf(problem));
  }

  /** The reader wanted to continue or to submit: from now on all errors of these forms are shown. */
  showErrors(formIds: readonly string[]): void {
    for (const id of formIds) this.attempted.add(id);
    for (const groupId of this.freshRows) {
      const formId = this.form.formOf(this.form.row(groupId)?.elementId ?? '');
      if (formId !== null && formIds.includes(formId)) this.freshRows.delete(groupId);
    }
    this.markListeners.notifyAll();
    this.form.changed();
  }

  /**
   * Whether a problem counts against the reader by now. Not while something is only not filled in yet (an empty field,
   * too few rows, a sum over nothing) and the reader did not try to continue, nor in a row that was only just added.
   */
  isDue(problem: Problem): boolean {
    if (this.isComing(problem)) return false;
    if (!this.isMissing(problem)) return true;
    return this.attempted.has(problem.formId) && !this.isFresh(problem);
  }

  /** A new row is open, and its errors are not shown yet. */
  addRow(groupId: string): void {
    this.freshRows.add(groupId);
    this.folded.set(groupId, false);
    this.markListeners.notifyAll();
  }

  removeRow(groupId: string): void {
    this.freshRows.delete(groupId);
  }

  /** Whether a row is folded. Long lists open folded, so that the list can be overlooked. */
  isFolded(groupElementId: string, groupId: string): boolean {
    return this.folded.get(groupId) ?? this.form.rows(groupElementId).length > 2;
  }

  fold(groupId: string, folded: boolean): void {
    this.folded.set(groupId, folded);
    this.foldListeners.notify(groupId);
  }

  /** Calls the listener when a row is folded or unfolded. Returns what ends it. */
  subscribeFold(groupId: string, listener: () => void): () => void {
    return this.foldListeners.add(groupId, listener);
  }

  /** Unfolds the row of a field, so that the field can be seen. */
  reveal(key: FieldKey): void {
    if (key.groupId !== null) this.fold(key.groupId, false);
  }

  private otherAt(address: string): string | null {
    const problem = this.form.otherProblems().find((one) => addressOf(one) === address);
    return problem === undefined ? null : translate(problem.message);
  }

  private mayShowErrors(key: FieldKey, address: string): boolean {
    if (this.awaited.has(address) && this.form.read(key).missing) return false;
    if (this.left.has(address)) return true;
    if (this.isFresh(key)) return false;
    const formId = this.form.formOf(key.elementId);
    return formId !== null && this.attempted.has(formId);
  }

  /** Whether nothing is filled in yet, or rows are still to be added; else what is there is wrong. */
  isMissing(problem: Problem): boolean {
    if (this.form.hasRefusedFile(problem)) return false;
    if (problem.missing) return true;
    const element = this.form.element(problem.elementId);
    const { editable, values } = this.form.read(problem);
    if (element === null) return false;
    if (element.children !== undefined) return values.length < (limitCount(element.config.min) ?? 0);
    return editable ? elementRules[element.type].isEmpty(values) : (values[0] ?? '0') === '0';
  }

  /** In a row that was only just added; or about such rows and nothing else: their group, their sum. */
  private isFresh(key: FieldKey): boolean {
    if (key.groupId !== null) return this.freshRows.has(key.groupId);
    if (this.freshRows.size === 0) return false;
    const element = this.form.element(key.elementId);
    const sources = (element?.effects ?? []).flatMap((effect) => ('of' in effect ? effect.of : []));
    const groups =
      element?.children === undefined
        ? sources.map((ref) => ('element' in ref ? this.groupNamed(ref.element) : ''))
        : [element.id];
    const isNew = (id: string) => {
      const rows = id === '' ? [] : this.form.rows(id);
      return rows.length > 0 && rows.every((row) => this.freshRows.has(row.id));
    };
    return groups.length > 0 && groups.every(isNew);
  }

  /** Returns the id of the group around an element; empty outside of groups. */
  private groupNamed(name: string): string {
    return this.form.groupAround(this.form.elementNamed(name)?.id ?? '')?.id ?? '';
  }
}

function isSameMark(one: FieldMark, other: FieldMark): boolean {
  return (
    one.showErrors === other.showErrors &&
    one.refusal === other.refusal &&
    one.discarded === other.discarded &&
    one.conflict?.from === other.conflict?.from &&
    sameValues(one.conflict?.theirs ?? [], other.conflict?.theirs ?? [])
  );
}
