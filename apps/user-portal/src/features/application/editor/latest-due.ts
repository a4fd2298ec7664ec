import type { Application } from '@clearcall/domain/applications/application.ts';
import { latestChanges } from '@clearcall/domain/deadlines/changes-due.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import type { Element, Step } from '@clearcall/domain/forms/types.ts';

/** Until when the changes that a step requests can be due, for `changesDue`. */
export const checkTimeOf = (
  { call, cutoff }: Pick<Application, 'call' | 'cutoff'>,
  step: Step & { timeframes?: { cutoffId: number; end: string | null }[] },
) => ({
  timeZone: call.timeZone,
  checkEnd: step.timeframes?.find(({ cutoffId }) => cutoffId === cutoff?.id)?.end ?? null,
});

/** Latest moment for changes of a step that leaves time to check them; null if the call sets no limit. */
export function latestDue(
  application: Pick<Application, 'call' | 'cutoff' | 'steps'>,
  stepId: string,
  at: Date,
): string | null {
  const check = (application.steps as Step[]).find(({ judges }) => judges === stepId);
  return check === undefined ? null : latestChanges(checkTimeOf(application, check), at);
}

/** Sets the latest day at the fields that ask until when changes are due, so that they say and check it. */
export function withLatestDue<A extends Pick<Application, 'call' | 'cutoff' | 'steps'>>(
  application: A,
  at: Date,
): A {
  const steps = (application.steps as Step[]).map((step) => {
    const latest = step.judges === undefined ? null : latestChanges(checkTimeOf(application, step), at);
    if (latest === null) return step;
    const max = plainDate(latest, application.call.timeZone);
    const limited = (element: Element): Element =>
      element.config.id === 'outcome_deadline' && element.config.max === undefined
        ? { ...element, config: { ...element.config, max } }
        : element;
    return {
      ...step,
      forms: step.forms.map((form) => ({ ...form, elements: form.elements.map(limited) })),
    };
  });
  return { ...application, steps };
}
