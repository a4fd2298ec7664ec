import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Previewed } from '@clearcall/domain/permissions/template-preview.ts';

/** Text that a person agrees to before they take work. */
export interface Agreement {
  coiText: string;
  told?: Told | undefined;
  /** The application with what the reader may know of it now. */
  of: Previewed;
}

/** The text to agree to; `emails` if none is required but the flow sends emails; null: nothing is asked. */
export type AskedToTake = Agreement | 'emails' | null;

/** Returns the question before a person takes work that the application offers to everybody of a role or centre. */
export function askedToTake(application: Previewed & Pick<Application, 'toTake'>, id: string): AskedToTake {
  const open = application.toTake?.find((one) => one.id === id);
  if (open?.agreement !== undefined) return { ...open.agreement, of: application };
  return open?.emailsOnAccept === true ? 'emails' : null;
}

/** Work to take, and what follows. */
export interface Taken {
  id: string;
  uid: string;
  /** Title of the project, as the reader knows it. */
  project: string;
  /** After it was taken, or a conflict of interest was declared. */
  onDone: (how: 'taken' | 'conflict') => unknown;
  onRefused: () => void;
}
