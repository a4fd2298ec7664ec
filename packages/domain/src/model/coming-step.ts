/** A step that is still to come for an application, as its applicant may know it: what and when, never who. */
export interface ComingStep {
  title: string;
  /** Whether it asks something of the applicant. */
  yours: boolean;
  /** When it is planned: ISO instants, null where no date is set. */
  start: string | null;
  end: string | null;
  /** Its planned end has passed, and the application is not decided on yet. */
  late: boolean;
}

/** When a coming step is planned, in words. `day` writes an instant as a day, in the zone of those who read it. */
export function plannedWhen(
  { start, end, late }: Pick<ComingStep, 'start' | 'end' | 'late'>,
  day: (instant: string) => string,
): string {
  if (late && end !== null) return `was planned until ${day(end)}`;
  if (start === null && end === null) return 'date not set yet';
  if (start === null || end === null) return end === null ? `from ${day(start ?? '')}` : `until ${day(end)}`;
  return day(start) === day(end) ? day(end) : `${day(start)} to ${day(end)}`;
}

/** Over the coming steps, on the page and in the mail. */
export const comingStepsHeading = 'What happens next';

/** Whether the applicant has anything to do, and when: in the words of the page and the mail. */
export function nothingToDo(steps: readonly ComingStep[]): string {
  const own = steps.find(({ yours }) => yours);
  return own === undefined
    ? 'You have nothing to do for now.'
    : `You have nothing to do before ‘${own.title}’.`;
}
