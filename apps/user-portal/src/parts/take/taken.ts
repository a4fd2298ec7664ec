import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Step, Told } from '@clearcall/domain/forms/types.ts';
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

/** Returns the question before a person takes an assignment that the application offers to them, or that staff see. */
export function askedToTake(
  application: Omit<Previewed, 'assignments'> & Pick<Application, 'toTake' | 'assignments'>,
  id: string,
): AskedToTake {
  const open = application.toTake?.find((one) => one.id === id);
  if (open?.agreement !== undefined) return { ...open.agreement, of: application };
  const work = application.assignments.find((one) => one.id === id);
  const config = (application.steps as Step[]).find((step) => step.id === work?.stepId)?.config;
  if (config?.showCoi === true) return { coiText: config.coiText ?? '', told: config.told, of: application };
  return (open ?? work)?.emailsOnAccept === true ? 'emails' : null;
}

/** Work to take, and what follows. */
export interface Taken {
  id: string;
  uid: string;
  /** Title of the project, as the reader knows it. */
  project: string;
  /** After it was taken, or a conflict of interest was declared. */
  onDone: (how: 'taken' | 'conflict') => unknown;
  onRefused?: () => void;
}
