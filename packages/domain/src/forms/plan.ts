import type { SubjectKind } from './conditions.ts';
import type { ElementRule } from './elements/rule.ts';
import type { Element, Flow, Form, From, Read, Ref, RowFact, Step, ValidationType } from './types.ts';

/**
 * From a flow document to a plan: every reference resolved, every condition ready to be asked, and for each element
 * who must be asked again when it changes. A plan never changes and is shared by all submissions of a flow version.
 */
export interface Plan {
  readonly flow: Flow;
  readonly steps: ReadonlyMap<string, StepPlan>;
}

export interface StepPlan {
  readonly step: Step;
  /** Forms by their order, each with its elements in the order of the page, children behind their group. */
  readonly forms: readonly FormPlan[];
  readonly nodes: readonly Node[];
  /** The same nodes, inputs before those who read them. */
  readonly order: readonly Node[];
  /** In the order of the page: those that are not plain. */
  readonly late: readonly Node[];
  readonly byId: ReadonlyMap<string, Node>;
  readonly byMeaning: ReadonlyMap<string, Node>;
  /** Group nodes; `Node.groupIndex` counts in here. */
  readonly groups: readonly Node[];
  readonly crossReads: readonly CrossRead[];
  /** The elements of other steps that it names; what is read of an amount may be that of its partition. */
  readonly crossTargets: ReadonlySet<Node>;
  /** The elements outside groups: a node's `offset` counts in here. */
  readonly topNodes: readonly Node[];
}

export interface FormPlan {
  readonly form: Form;
  readonly index: number;
  readonly nodes: readonly Node[];
}

/**
 * An element with all that is known of it. What is asked for every field of every submission stands first and is
 * copied from element and rule: those have as many inner shapes as there are kinds of them, and reading the same key
 * of many shapes, or from many places in memory, is what the machine is slow at.
 */
export interface Node {
  readonly kind: ElementRule['kind'];
  readonly group: Node | null;
  /** Outside groups: its place in a submission. In a group: its place in the block of each row. */
  readonly offset: number;
  /** Of a group, and of its children; -1 outside. */
  readonly groupIndex: number;
  visible: Tests | null;
  /** VISIBLE, REQUIRED and EDITABLE as they are where no effect says anything. */
  readonly atRest: number;
  /** A field about which only its stored answer and its visibility decide: it is settled in one go. */
  isPlain: boolean;
  /** Held until something is answered. */
  readonly initial: readonly string[];
  /** Held instead, if it reads something. */
  preset: Source | null;
  computed: { by: 'sum' | 'product'; of: readonly Source[] } | null;
  readonly isAmount: boolean;
  /** In a group whose rows are given: the fact of its row that it shows. */
  fact: RowFact | null;
  required: Tests | null;
  editable: Tests | null;
  readonly isEmpty: ElementRule['isEmpty'];
  /** Every one must apply. */
  valid: readonly Tests[] | null;
  readonly isCheckedFirst: boolean;
  /** Of options under a parent: the element that holds it. */
  parent: Node | null;
  /** The choices in another element that limit this one. */
  limitedBy: ChoiceLimit | null;
  readonly check: ElementRule['check'];
  readonly element: Element;
  /** No two rows may have the same value here. */
  unique: boolean;
  /** Of an amount: the element that names its partition; null means the assignment's own. */
  partition: Node | null;
  readonly children: Node[];
  /** Whose visibility or value depends on this value. */
  valueReaders: Reader[];
  /** Who must be checked again, or whose being required or editable depends on this value. */
  stateReaders: Reader[];
  /** Inputs have lower ranks than those who read them. */
  rank: number;
  /** Counts the elements of a step in the order of the page. */
  readonly index: number;
  readonly formIndex: number;
  readonly rule: ElementRule;
}

export interface ChoiceLimit {
  readonly choices: LocalRead;
  /** Whether only these choices are valid, or only all others. */
  readonly isAmong: boolean;
  /** Title of the group or element with the choices. */
  readonly title: string;
}

export interface Reader {
  readonly node: Node;
  /** Only in the row of the element that changed. */
  readonly sameRow: boolean;
}

/** Any of the rows, all in a row. */
export type Tests = readonly (readonly Test[])[];

export interface Test {
  readonly type: ValidationType;
  readonly reads: readonly Source[];
  /** The other sides, when none of them is read from somewhere; else they are the operands. */
  readonly fixed: readonly (readonly string[])[] | null;
  readonly operands: readonly (string | Source)[];
}

export interface LocalRead {
  readonly from: 'step';
  readonly node: Node;
  readonly rows: 'one' | 'same' | 'any' | 'matching';
  /** For `matching`: the element that names the row's partition. */
  readonly partition: Node | null;
  readonly read: Read;
  readonly kind: SubjectKind;
  readonly isEmpty: ElementRule['isEmpty'];
}

export interface CrossRead {
  readonly from: 'other-step';
  readonly index: number;
  readonly stepId: string;
  readonly node: Node;
  readonly pick: From;
  readonly matching: Node | null;
  readonly read: Read;
  readonly kind: SubjectKind;
  readonly isEmpty: ElementRule['isEmpty'];
}

export interface ContextRead {
  readonly from: 'context';
  readonly ref: Exclude<Ref, { element: string }>;
  readonly kind: SubjectKind;
}

/** One thing that a condition, a sum or a product reads. */
export type Source = LocalRead | CrossRead | ContextRead;
