import type { Plan } from '@clearcall/domain/forms/compile.ts';
import type { Around } from '@clearcall/domain/forms/elements/rule.ts';
import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import { hasGivenRows } from '@clearcall/domain/forms/given-rows.ts';
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
import { addressOf } from './field-address.ts';
import { Listeners } from './listeners.ts';

export interface FormStart {
  plan: Plan;
  step: Step;
  answers: readonly (FieldKey & { values: readonly string[] })[];
  rows: readonly Row[];
  context: FormContext;
  /** What stops the submission beside the rules of the fields. */
  otherProblems?: (content: { answers: Answer[]; rows: Row[] }) => readonly Problem[];
  /** False where the assignment can only be read. */
  editable: boolean;
}

/**
 * One step's form as the page reads it, over the submission of the form engine. Controls subscribe to one field or to
 * the rows of one group; what is beside the form subscribes to all of it.
 */
export class FormState {
  readonly step: Step;
  readonly editable: boolean;
  private readonly submission: Submission;
  private context: FormContext;
  private readonly elements = new Map<string, { element: Element; formId: string; group: Element | null }>();
  private readonly holdsRows: Element[];
  private readonly findOthers: FormStart['otherProblems'];
  private readonly refusedFiles = new Map<string, { key: FieldKey; sentence: string }>();
  private problemCache: readonly Problem[] | null = null;
  private otherCache: readonly Problem[] | null = null;
  private readonly rowListeners = new Listeners();
  private readonly changeListeners = new Set<() => void>();

  constructor({ plan, step, answers, rows, context, editable, otherProblems }: FormStart) {
    this.step = step;
    this.editable = editable;
    this.context = context;
    this.findOthers = otherProblems;
    for (const form of step.forms) {
      for (const element of form.elements) {
        this.elements.set(element.id, { element, formId: form.id, group: null });
        for (const child of element.children ?? []) {
          this.elements.set(child.id, { element: child, formId: form.id, group: element });
        }
      }
    }
    this.holdsRows = step.forms.flatMap(({ elements }) => elements.filter(({ children }) => children));
    this.submission = openSubmission(plan, step.id, {
      answers: answers.map(({ elementId, groupId, values }) => ({ elementId, groupId, values: [...values] })),
      rows: rows.map((row) => ({ ...row })),
      context,
    });
  }

  /** Returns an element of the step; null for an unknown id. */
  element(elementId: string): Element | null {
    return this.elements.get(elementId)?.element ?? null;
  }

  /** Returns an element by its id or by its meaning. */
  elementNamed(name: string): Element | null {
    if (this.elements.has(name)) return this.element(name);
    for (const { element } of this.elements.values()) if (element.config.id === name) return element;
    return null;
  }

  /** Returns the group that contains an element; null outside of groups. */
  groupAround(elementId: string): Element | null {
    return this.elements.get(elementId)?.group ?? null;
  }

  /** Returns the id of the form that contains an element. */
  formOf(elementId: string): string | null {
    return this.elements.get(elementId)?.formId ?? null;
  }

  /** Returns the groups whose rows people add, move and remove. */
  groups(): Element[] {
    return this.holdsRows.filter((group) => !hasGivenRows(group));
  }

  /** Whether an element is a group whose rows are given: nobody adds them, and they are never sent. */
  hasGivenRows(groupElementId: string): boolean {
    const group = this.element(groupElementId);
    return group !== null && hasGivenRows(group);
  }

  /** Returns the state of a field. The same object as long as nothing of it changed. */
  read(key: FieldKey): FieldState {
    return readField(this.submission, key);
  }

  /** Calls the listener after each change of the field. Returns what ends it. */
  subscribeField(key: FieldKey, listener: () => void): () => void {
    return subscribe(this.submission, key, listener);
  }

  /** Whether a reader can see and change the field as the form is now. */
  isOpen(key: FieldKey): boolean {
    const { visible, editable } = this.read(key);
    return visible && editable;
  }

  /** Returns the rows of a group in their order. The same list as long as it did not change. */
  rows(groupElementId: string): readonly Row[] {
    return rowsOf(this.submission, groupElementId);
  }

  /** Calls the listener when rows of a group come, go or move. Returns what ends it. */
  subscribeRows(groupElementId: string, listener: () => void): () => void {
    return this.rowListeners.add(groupElementId, listener);
  }

  /** Returns a row by its id. */
  row(groupId: string): Row | null {
    for (const group of this.holdsRows) {
      const row = this.rows(group.id).find(({ id }) => id === groupId);
      if (row) return row;
    }
    return null;
  }

  /** Whether the step has the element, and its row where it is in a group. */
  hasField(key: FieldKey): boolean {
    return this.elements.has(key.elementId) && (key.groupId === null || this.row(key.groupId) !== null);
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

  /** Returns the field that another element names: in the same row where that one has it, else outside of groups. */
  keyBeside(key: FieldKey, elementId: string): FieldKey {
    return { elementId, groupId: this.groupAround(elementId) === null ? null : key.groupId };
  }

  currentContext(): FormContext {
    return this.context;
  }

  /** Returns what a rule may know of the form and the call when it checks or shows this field. */
  around(key: FieldKey): Around {
    const { optionsBy, partitionFrom } = this.element(key.elementId)?.config ?? {};
    const partitionId = partitionFrom === undefined ? undefined : this.beside(key, partitionFrom)?.[0];
    return {
      context: this.context,
      parent: optionsBy === undefined ? null : (this.beside(key, optionsBy) ?? []),
      partition: this.context.partitions.find((partition) => partition.id === partitionId) ?? null,
      required: false,
    };
  }

  private beside(key: FieldKey, elementId: string): readonly string[] | null {
    if (!this.elements.has(elementId)) return null;
    const state = this.read(this.keyBeside(key, elementId));
    return state.visible ? state.values : [];
  }

  /** Returns the values as the server would store them, or null when it would refuse them. */
  cleaned(key: FieldKey, values: readonly string[]): string[] | null {
    if (key.groupId !== null && !this.hasField(key)) return null;
    const result = storable(this.submission, key, [...values]);
    return result.ok ? result.values : null;
  }

  /** Whether a number or a date contains something else: kept as it was typed, to be corrected, and never sent. */
  isUnread(key: FieldKey): boolean {
    const type = this.element(key.elementId)?.type;
    const kind = type === undefined ? 'none' : elementRules[type].kind;
    if (kind !== 'number' && kind !== 'date') return false;
    const result = storable(this.submission, key, [...this.read(key).values]);
    return !result.ok && result.code === 'wrong_type';
  }

  /** Returns what the form would submit now. */
  content(): { answers: Answer[]; rows: Row[] } {
    return finalAnswers(this.submission);
  }

  /** Returns how much of a form is filled in, in counts. */
  progress(formId: string): FormProgress {
    return formProgress(this.submission, formId);
  }

  /** Everything that stops the submission, in the order of the forms. The same list until something changes. */
  allProblems(): readonly Problem[] {
    this.problemCache ??= [
      ...this.withRefusedFiles(problems(this.submission)),
      ...this.otherProblems().filter((problem) => this.read(problem).error === null),
    ];
    return this.problemCache;
  }

  /** What stops the submission beside the rules of the fields. The same list until something changes. */
  otherProblems(): readonly Problem[] {
    this.otherCache ??= this.findOthers?.(this.content()) ?? [];
    return this.otherCache;
  }

  /** A refused file of a field stops the submission with this sentence; null: there is none any more. */
  refuseFile(key: FieldKey, sentence: string | null): void {
    const address = addressOf(key);
    if ((this.refusedFiles.get(address)?.sentence ?? null) === sentence) return;
    if (sentence === null) this.refusedFiles.delete(address);
    else this.refusedFiles.set(address, { key, sentence });
    this.changed();
  }

  /** Whether a field has a refused file. */
  hasRefusedFile(key: FieldKey): boolean {
    return this.refusedFiles.has(addressOf(key));
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

  /** Calls the listener after every change of an answer, a row or of what is saved. Returns what ends it. */
  subscribe(listener: () => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Something changed that problems or the saving may depend on. */
  changed(): void {
    this.problemCache = null;
    this.otherCache = null;
    for (const listener of [...this.changeListeners]) listener();
  }

  /** Applies a change to the form alone. Returns the fields whose state changed. */
  protected apply(change: Change): readonly FieldKey[] {
    const touched = applyChange(this.submission, change);
    this.problemCache = null;
    this.otherCache = null;
    if (change.kind !== 'set') this.rowListeners.notify(change.elementId);
    return touched;
  }

  /** Applies another context: another document, another cut-off. Returns the fields whose state changed. */
  protected revise(context: FormContext): readonly FieldKey[] {
    this.context = context;
    const touched = revise(this.submission, context);
    for (const { id } of this.holdsRows) if (this.hasGivenRows(id)) this.rowListeners.notify(id);
    return touched;
  }

  /** Returns what the profile fills in; only in the given fields if some are given. */
  protected profileValues(profile: Record<string, string>, among?: readonly FieldKey[]): Change[] {
    return autofill(this.submission, profile, among);
  }
}
