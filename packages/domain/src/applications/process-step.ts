import type { Told } from '../forms/types.ts';

/** How many people work on a step, for those who look after it. */
export interface StepWork {
  /** Submissions that complete the step. */
  needed: number;
  /** People whom the step needs now beside those who are on it. */
  missing: number;
  /** Open assignments with an owner. */
  assigned: number;
  /** Open assignments that nobody has taken on. */
  unowned: number;
  submitted: number;
}

/** What a step that has not begun waits for. */
export interface WaitsFor {
  /**
   * `resubmitted`: changes of the step that it judges; `before`: an earlier step; `submitted`, `released`, `all`: what
   * starts it automatically, in this application or, with `all`, in all of them; `time`: an instant.
   */
  what: 'resubmitted' | 'before' | 'submitted' | 'released' | 'all' | 'time';
  /** Title of the step that it waits for; of the step itself with `time`. */
  step: string;
  /** With `time`, as an ISO instant. */
  at?: string | undefined;
  /** It begins only if answers or results require it. */
  isConditional: boolean;
}

/** A step on the way of an application, as one reader may know it. */
export interface ProcessStep {
  id: string;
  title: string;
  /** Languages of its texts that are not in the language of the reader. */
  told?: Told | undefined;
  /** Of whoever acts, as the page of the call says it. */
  ownerRole: string;
  /** Whether the reader acts in it. */
  yours: boolean;
  /** The part of the reader or of their centre is handed in, and the step goes on: its date is that of others. */
  isPartDone?: true | undefined;
  /** It comes after the decision. */
  isAfterDecision?: true | undefined;
  /** When it is planned, and until when what is open in it is due (the reader's own work, else the last of the step): ISO instants, null where no date is set. */
  start: string | null;
  end: string | null;
  /** When it begins by itself, as an ISO instant in the future; null if it has begun or nobody knows. */
  begins: string | null;
  /** What it waits for; absent if it has begun, or if its date says it. */
  waitsFor?: WaitsFor | undefined;
  /**
   * `done` is known to the reader; `over`: the application is past it, and the reader does not learn more. `decided`: its
   * result waits for the release. `late` is not done after its end, and can be worked on now.
   */
  state: 'done' | 'over' | 'decided' | 'running' | 'late' | 'coming';
  /** The application is at this step, or waits for it to begin: exactly one until it has ended. */
  here: boolean;
  /** For staff, and for those who may assign the step. */
  work?: StepWork | undefined;
}
