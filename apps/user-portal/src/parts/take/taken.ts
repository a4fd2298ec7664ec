import type { Told } from '@clearcall/domain/forms/types.ts';

/** Text that a person agrees to before they take work. */
export interface Agreement {
  coiText: string;
  told?: Told | undefined;
}

/** The text to agree to; `emails` if none is required but the flow sends emails; null: nothing is asked. */
export type AskedToTake = Agreement | 'emails' | null;

/** Work to take, and what follows. */
export interface Taken {
  id: string;
  uid: string;
  /** Title of the project, as the reader knows it. */
  project: string;
  /** After it was taken, or a conflict of interest was declared. */
  onDone: () => unknown;
  onRefused: () => void;
}
