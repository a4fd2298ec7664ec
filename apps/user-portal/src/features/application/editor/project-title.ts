import type { Application } from '@clearcall/domain/applications/application.ts';
import { type EditorSession, stepsOf } from './editor-session.ts';

/** The title of the project as it stands on this page, what is being written included; empty where none is known. */
export function projectTitleOf({ application, store, step }: EditorSession): string {
  for (const one of stepsOf(application)) {
    const element = one.forms
      .flatMap(({ elements }) => elements)
      .find(({ config }) => config.id === 'project_title');
    if (element === undefined) continue;
    const values =
      one.id === step.id
        ? store.read({ elementId: element.id, groupId: null }).values
        : (storedValues(application, one.id, element.id) ?? []);
    const title = values.join(' ').trim();
    if (title !== '') return title;
  }
  return '';
}

function storedValues(application: Application, stepId: string, elementId: string): string[] | undefined {
  return application.assignments
    .filter((assignment) => assignment.stepId === stepId)
    .flatMap(({ data }) => data)
    .find(({ flowElementId }) => flowElementId === elementId)?.input.values;
}

/** The stored title of the project; the id of the application if the reader gets none. */
export function projectTitleIn(application: Application): string {
  for (const step of stepsOf(application)) {
    const element = step.forms
      .flatMap(({ elements }) => elements)
      .find(({ config }) => config.id === 'project_title');
    const title = element && storedValues(application, step.id, element.id)?.join(' ').trim();
    if (title) return title;
  }
  return application.uid;
}
