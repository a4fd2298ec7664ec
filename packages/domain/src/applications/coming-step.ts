import { momentText } from '@clearcall/i18n/format.ts';
import { type Message, type Moment, message } from '@clearcall/i18n/message.ts';
import type { WaitsFor } from './process-step.ts';

/** A step that is still to come for an application, as its applicant may know it: what, when and in which role, never who. */
export interface ComingStep {
  title: string;
  /** Of whoever acts, as the page of the call says it. */
  ownerRole?: string | undefined;
  /** Whether it asks something of the applicant. */
  yours: boolean;
  /** When it is planned: ISO instants, null where no date is set. */
  start: string | null;
  end: string | null;
  /** Its planned end has passed, and the application is not decided on yet. */
  late: boolean;
  /** When it begins by itself: an ISO instant. */
  begins?: string | undefined;
  /** What it waits for, if no date says it. */
  waitsFor?: WaitsFor | undefined;
}

/** Says what a step waits for, with moments in `timeZone`. */
export function waitsForText({ what, step, at, isConditional }: WaitsFor, timeZone: string): Message {
  const condition = isConditional ? 'maybe' : 'surely';
  switch (what) {
    case 'resubmitted':
      return message('workflow.waits.resubmitted');
    case 'before':
      return message('workflow.waits.before', { step });
    case 'submitted':
      return message('workflow.waits.submitted', { step, condition });
    case 'released':
      return message('workflow.waits.released', { step, condition });
    case 'all':
      return message('workflow.waits.all', { step, condition });
    case 'time':
      return message('workflow.waits.time', { at: { at: at ?? '', timeZone } });
  }
}

/**
 * When a coming step is planned: as days in `timeZone` (an IANA name), that of those who read it; with the hour if it
 * begins by itself.
 */
export function plannedWhen(
  { start, end, late, begins, waitsFor }: Pick<ComingStep, 'start' | 'end' | 'late' | 'begins' | 'waitsFor'>,
  timeZone: string,
): Message | Moment {
  const day = (at: string): Moment => ({ at, timeZone, show: 'date' });
  if (late) return message('workflow.coming.delayed');
  if (begins !== undefined) return message('workflow.coming.begins', { at: { at: begins, timeZone } });
  if (waitsFor !== undefined) return waitsForText(waitsFor, timeZone);
  if (start === null)
    return end === null
      ? message('workflow.coming.noDate')
      : message('workflow.coming.until', { end: day(end) });
  if (end === null) return message('workflow.coming.from', { start: day(start) });
  const isOneDay = momentText('en', start, timeZone).date === momentText('en', end, timeZone).date;
  return isOneDay ? day(end) : message('workflow.coming.range', { start: day(start), end: day(end) });
}

/** Over the coming steps, on the page and in the mail. */
export const comingStepsHeading: Message = message('workflow.coming.heading');

/** Whether the applicant has anything to do, and when: on the page and in the mail. */
export function nothingToDo(steps: readonly ComingStep[]): Message {
  const own = steps.find(({ yours }) => yours);
  return own === undefined
    ? message('workflow.coming.nothingNow')
    : message('workflow.coming.nothingBefore', { step: own.title });
}
