import type { Language } from '@clearcall/i18n/language.ts';
import type { Message, Translatable } from '@clearcall/i18n/message.ts';
import type { EventName, RecipientRule, TimerAnchor } from './event-names.ts';
import type { FlowTemplate } from './flow-templates.ts';

/**
 * The words of the form engine: the flow document as it is stored, the answers that a person gives to it, and what the
 * engine says about them. Everything here is data; the operations are in the files beside it.
 */

/** The 21 types of element. docs/concepts.md has one table of what each keeps on the wire. */
export const elementTypes = [
  'text',
  'textarea',
  'title',
  'email',
  'number',
  'date',
  'birthdate',
  'phone-number',
  'instructions',
  'select',
  'multiselect',
  'checkbox',
  'toggle',
  'upload',
  'group',
  'multitext',
  'space',
  'divider',
  'partition-resources',
  'partitions',
  'select-partition',
] as const;
export type ElementType = (typeof elementTypes)[number];

/** What a reference reads of an element: its value, how many values or rows it has, or a property of the partition it names. */
export type Read = 'value' | 'count' | 'kind' | 'unit';

/** Which rows of a group a reference from elsewhere reads. Inside a row the default is `same`, from outside `any`. */
export type Rows = 'same' | 'any' | 'matching_partition';

/** Which assignment of another step a reference reads. The default is `lead`, else the earliest submitted. */
export type From = 'lead' | 'any' | 'all' | 'own_partition';

/** A day of the cut-off; the decision and the onboarding follow it. */
export type CutoffDay = 'start' | 'end' | 'decision' | 'onboarding';

export type Ref =
  | {
      /** Element id, or the `config.id` of an element (a meaning such as `partition`), also of an earlier step. */
      element: string;
      read?: Read;
      rows?: Rows;
      from?: From;
    }
  | { call: 'code' }
  | { cutoff: CutoffDay; days?: number }
  | { today: true; days?: number; years?: number };

export type ValidationType =
  | 'equal'
  | 'not_equal'
  | 'min_length'
  | 'max_length'
  | 'length_range'
  | 'required'
  | 'greater'
  | 'lesser'
  | 'unconditional'
  | 'non_empty'
  /** Two amounts differ by at most values[1] (default 0): values[0] is the other side. */
  | 'difference';

export interface Validation {
  /** Holds when every one of them satisfies it. Empty only for `unconditional`. */
  refs: Ref[];
  type: ValidationType;
  values: (string | Ref)[];
}

/** Any of the rows, all in a row. */
export type Rule = Validation[][];

export type Effect =
  | { effect: 'visible' | 'required' | 'valid' | 'editable'; validations: Rule }
  | { effect: 'sum' | 'product'; of: Ref[] };

/** What a given row knows of the partition or the reviewer that it is about. */
export type RowFact = 'partition' | 'name' | 'reviews';

/** A limit is an inclusive decimal string or date, or is computed from the cut-off or today. */
export type Limit = string | Exclude<Ref, { element: string } | { call: 'code' }>;

export type Audience = 'public' | 'personal' | 'panel_only' | 'suggested_reviewers';

/** What a value of an `outcome` element decides. */
export type Outcome =
  | 'approved'
  | 'rejected'
  | 'request_changes'
  | 'awarded'
  | 'reduced'
  | 'reserve'
  | 'accept'
  | 'decline';

/** Tokens of `autocomplete` for what forms ask of the place where the user works. Source: WCAG 2.2, 1.3.5. */
export const purposes = [
  'organization',
  'organization-title',
  'street-address',
  'postal-code',
  'address-level2',
  'country-name',
] as const;

export interface ElementConfig {
  /** A meaning: project_title, pi_first_name, partition, decision… unique in a step. */
  id?: string;
  audience?: Audience;
  /** Of the first step: shown as submitted to each person with an assignment, before they accept it and after. */
  preview?: boolean;
  required?: boolean;
  hidden?: boolean;
  readOnly?: boolean;
  /** number and partition-resources: least value; date: earliest; multitext, multiselect, partitions, group: fewest items. */
  min?: Limit;
  max?: Limit;
  /** text, textarea: how many characters (code points after NFC, LF line ends). */
  length?: { min?: number; max?: number };
  /** number: decimals allowed, 0 when absent. */
  decimals?: number;
  /** number: only multiples of it, a decimal string such as '0.5'. */
  step?: string;
  default?: string[];
  /** Held until somebody answers the element, instead of the default: what the reference reads. */
  preset?: Extract<Ref, { element: string }>;
  format?: 'uid' | 'orcid' | 'pic' | 'doi';
  /** group: no two rows may have the same value in this child. */
  unique?: string;
  /** Shown behind the number: 'TB', 'h', '%'. */
  unit?: string;
  /** partition-resources: the element that names the partition whose limits count. */
  partitionFrom?: string;
  /** select-partition, partitions: only what is chosen in this element of the step, in any row of its group. */
  chosenIn?: string;
  /** The same: only what is not chosen there. */
  notChosenIn?: string;
  /** select, multiselect: only options whose `parent` is the value of this element. */
  optionsBy?: string;
  /** `templateId`: the document of the call that is to be filled in and uploaded; the engine does not read it. */
  upload?: { maxMb?: number; maxPages?: number; templateId?: string };
  /** The profile field that is copied into the element when it is empty: firstName, title, … */
  autofill?: string;
  /** What the element asks of the user, for browsers that fill it in. */
  purpose?: (typeof purposes)[number];
  /** What each value of the element decides: about the judged step, the partition, or the application. */
  outcome?: Record<string, Outcome>;
  /** decision_amount: more than was asked for, or than the pool has, may be awarded with a reason. */
  mayExceed?: boolean;
  /** group: exactly one row for each remaining partition of the application, or for each person who submitted a scientific review. */
  rowsFrom?: 'partitions' | 'reviewers';
  /** In a row for a reviewer: the fact that the field shows. */
  fromRow?: Exclude<RowFact, 'partition'>;
  /** What a person states or agrees to for this one application: a copy does not take it along. */
  declaration?: boolean;
  /** checkbox: a link behind the text: 'terms', 'privacy', 'terms_of_reference'. */
  link?: 'terms' | 'privacy' | 'terms_of_reference';
  /** Short field: how wide the control is drawn. A hint for the page, no rule. */
  width?: 'third' | 'half' | 'full';
}

/** By the name of a text of an object: its language, where that is not the language of the organisation. */
export type Told = Record<string, Language>;

export interface Item {
  value: string;
  label: string;
  told?: Told;
  /** The value of the element in `optionsBy` under which the item is offered. */
  parent?: string;
}

export interface Element {
  id: string;
  type: ElementType;
  title: string;
  description?: string;
  told?: Told;
  config: ElementConfig;
  /** Tag of an option group; its items come with the context. */
  optionsGroup?: string;
  items?: Item[];
  effects: Effect[];
  /** Only for type group; one level. */
  children?: Element[];
}

export interface Form {
  id: string;
  title: string;
  order: number;
  description?: string;
  told?: Told;
  elements: Element[];
}

export interface StepConfig {
  isUnlockable?: boolean;
  hasLead?: boolean;
  showCoi?: boolean;
  coiText?: string;
  told?: Told;
  submitConfirmation?: boolean;
  needs?: number;
}

/** Who may read what of a step, and from when. Default deny: what no rule opens is not there. */
export interface ViewRule {
  /** With `own` the applicant, with `assigned` the role on an own assignment, else the system role. */
  role: string;
  scope: 'own' | 'assigned' | 'centre' | 'panel' | 'call';
  /** When the assignment that is read opens: with `released` once it was handed in and that step is released. */
  of: 'always' | 'submitted' | 'awarded' | { released: string };
  /** With `assigned`: how far the reader's own assignment has come; `assigned` when absent. */
  reader?: 'assigned' | 'accepted';
  audience: Audience[];
}

export interface StepPermissions {
  assign: string[];
  assignable: string[];
  view: ViewRule[];
}

/** When the work of a step is due: so many days after something, until the end of that day. */
export interface StepDeadline {
  after: 'cutoff' | 'assigned' | 'released' | 'submitted' | 'award_end';
  /** The step whose release or submission counts. */
  step?: string;
  days: number;
  /** Only Monday to Friday count. */
  working?: boolean;
}

export interface Step {
  id: string;
  title: string;
  order: number;
  /** For whoever has the step: what is asked, how long it takes, what is confidential. */
  guide?: string;
  told?: Told;
  type: string;
  ownerRole: string;
  judges?: string;
  final?: boolean;
  perPartition?: boolean;
  config: StepConfig;
  permissions: StepPermissions;
  deadline?: StepDeadline;
  forms: Form[];
}

/** What starts an automation: something that happened, or a moment. */
export type AutomationTrigger =
  | {
      event: EventName;
      step?: string;
      role?: string;
      partition?: string;
      by?: string;
      of?: 'cutoff' | 'panel';
    }
  | { timer: { before?: TimerAnchor; after?: TimerAnchor; days: number; step?: string; until?: string } }
  | { unanswered: number; step: string }
  | { monthly: true };

export interface AutomationRecipient {
  to: RecipientRule;
  step?: string;
  element?: string;
}

export type Assignee =
  | 'application_owner'
  | 'centres'
  | { ownerOf: string }
  | { leadOf: string }
  | { role: string }
  | { panel: string | true }
  | { person: string };

/** What a flow does by itself: when it starts, on which condition, and what it does. */
export type Automation = { id: string; on: AutomationTrigger; when?: Rule } & (
  | { do: 'assign'; step: string; to: Assignee; role?: string; lead?: boolean; deadline?: StepDeadline }
  | { do: 'notify'; recipients: AutomationRecipient[]; template: string }
  | { do: 'change_visibility' | 'unlock'; step: string }
  | { do: 'reopen'; step: string; deadline?: StepDeadline }
);

export interface Flow {
  version: number;
  steps: Step[];
  /** What happens by itself. Checked by checkAutomations: the form engine does not read them. */
  automations: Automation[];
  /** The mails that automations send; the engine does not read them. */
  templates: FlowTemplate[];
}

/** One element's answer. `groupId` is null outside groups. Display elements, computed values and groups have no answer. */
export interface Answer {
  elementId: string;
  groupId: string | null;
  values: string[];
}

/** One row of a group. Its id never changes; `order` counts from 0 within the group. */
export interface Row {
  id: string;
  elementId: string;
  order: number;
}

export interface Partition {
  id: string;
  name: string;
  /** 'CPU', 'GPU', … what `read: 'kind'` reads. */
  kind: string;
  unit: string;
  /** At the active cut-off; decimal strings. A disabled partition is not offered. */
  disabled: boolean;
  min: string | null;
  max: string | null;
  fixed: string | null;
  /** What all applications of the cut-off may have together, in `unit`. */
  pool: string | null;
}

/** What other steps have said, already reduced to what this reader may compute with. */
export interface SubmittedStep {
  stepId: string;
  lead: boolean;
  /** ISO instant; of several assignments without a lead the earliest counts. */
  submittedAt: string;
  partitionId: string | null;
  answers: Answer[];
  rows: Row[];
}

/** A person who submitted scientific reviews of the application, and how many. */
export interface Reviewer {
  id: number;
  name: string;
  reviews: number;
}

export interface FormContext {
  /** Plain date yyyy-mm-dd of today in the call's time zone. */
  today: string;
  callCode: string;
  /** Plain dates in the call's time zone. `decision` and `onboarding`: when these are due after the cut-off. */
  cutoff: { start: string; end: string | null; decision?: string; onboarding?: string } | null;
  partitions: Partition[];
  options: Record<string, Item[]>;
  submitted: SubmittedStep[];
  /** The partition of the assignment, for `from: own_partition` and `rows: matching_partition`. */
  ownPartitionId: string | null;
  /**
   * The partitions of the application that are left, for groups with a row for each (`rowsFrom`). Absent where what was
   * submitted is read: then their rows are those of the content.
   */
  applicationPartitions?: readonly string[];
  /** People who submitted scientific reviews, for groups with a row for each; absent as `applicationPartitions` is, and for users who may not know them. */
  reviewers?: readonly Reviewer[];
  /** Documents whose ids stand in upload answers: what the server knows of them. */
  documents: { id: string; sizeBytes: number; pages: number | null }[];
}

/** The address of one field: the element, and the row when it stands in a group. */
export interface FieldKey {
  elementId: string;
  groupId: string | null;
}

export interface FieldState {
  visible: boolean;
  required: boolean;
  /** False for sums, products, fixed amounts, facts of given rows, readOnly and effects that say so. Whether the assignment may be edited at all is not decided here. */
  editable: boolean;
  /** What counts: the stored values, or the sum, or the forced amount. Kept (not emptied) while hidden. */
  values: readonly string[];
  /** The first rule that is broken, in the words of the specification; null when none or when hidden or not editable. */
  error: Message | null;
  /** True when the error is only that nothing is filled yet. */
  missing: boolean;
}

export type Change =
  | { kind: 'set'; elementId: string; groupId: string | null; values: string[] }
  | { kind: 'add-row'; elementId: string; groupId: string; at?: number }
  | { kind: 'remove-row'; elementId: string; groupId: string }
  | { kind: 'move-row'; elementId: string; groupId: string; to: number };

/** What stops the submission, in the order of the form. */
export interface Problem {
  formId: string;
  elementId: string;
  groupId: string | null;
  title: string;
  /** A message, or a sentence that the server has made words of already. */
  message: Translatable;
  missing: boolean;
}
