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
  /**
   * `done` is known to the reader; of `over` the planned time has passed, and more the reader does not learn. `late` is
   * not done after its end.
   */
  state: 'done' | 'over' | 'running' | 'late' | 'coming';
  /** The application stands here: at one step at most, at none once it is decided on. */
  here: boolean;
}
