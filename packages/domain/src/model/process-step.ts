/** How many people work on a step, for those who look after it. */
export interface StepWork {
  /** Submissions that complete the step. */
  needed: number;
  /** Open assignments with an owner. */
  assigned: number;
  /** Open assignments that nobody has taken on. */
  unowned: number;
  submitted: number;
}

/** A step on the way of an application, as one reader may know it. */
export interface ProcessStep {
  id: string;
  title: string;
  /** Of whoever acts, as the page of the call says it. */
  ownerRole: string;
  /** Whether the reader acts in it. */
  yours: boolean;
  /** When it is planned, and until when what is open in it is due: ISO instants, null where no date is set. */
  start: string | null;
  end: string | null;
  /** When it begins by itself, as an ISO instant in the future; null if it has begun or nobody knows. */
  begins: string | null;
  /**
   * `done` is known to the reader; `over`: the application is past it, and the reader does not learn more. `decided`: its
   * result waits for the release. `late` is not done after its end.
   */
  state: 'done' | 'over' | 'decided' | 'running' | 'late' | 'coming';
  /** The application is at this step: exactly one until it has ended. */
  here: boolean;
  /** For staff, and for those who may assign the step. */
  work?: StepWork | undefined;
}
