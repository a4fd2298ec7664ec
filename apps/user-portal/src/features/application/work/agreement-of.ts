import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Agreement } from '../../../parts/take/taken.ts';
import { stepsOf } from '../editor/editor-session.ts';

/** Returns the text that a person agrees to before they take an assignment; null if its step requires none. */
export function agreementOf(application: Application, assignmentId: string): Agreement | null {
  const open = application.toTake?.find(({ id }) => id === assignmentId);
  if (open?.agreement !== undefined) return open.agreement;
  const work = application.assignments.find(({ id }) => id === assignmentId);
  const config = stepsOf(application).find(({ id }) => id === work?.stepId)?.config;
  return config?.showCoi === true ? { coiText: config.coiText ?? '', told: config.told } : null;
}
