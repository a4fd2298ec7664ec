import type { Application } from '@clearcall/domain/applications/application.ts';
import { type AskedToTake, askedToTake } from '../../../parts/take/taken.ts';
import { stepsOf } from '../editor/editor-session.ts';

/** Returns the question before a person takes an assignment: see `AskedToTake`. */
export function agreementOf(application: Application, assignmentId: string): AskedToTake {
  const open = askedToTake(application, assignmentId);
  if (open !== null) return open;
  const work = application.assignments.find(({ id }) => id === assignmentId);
  const config = stepsOf(application).find(({ id }) => id === work?.stepId)?.config;
  if (config?.showCoi === true) return { coiText: config.coiText ?? '', told: config.told, of: application };
  return work?.emailsOnAccept === true ? 'emails' : null;
}
