import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { isAmount } from '@clearcall/ui/form/elements/award.tsx';
import type { FormServices } from '@clearcall/ui/form/use-form.tsx';
import { firstReading } from '../staff/application-answers.ts';
import { chosenPartitions } from './chosen-partitions.ts';

/** The requests that belong beside the amounts of a form: on its partition, or on all. Undefined for a form without amounts. */
export function requestedFor(
  application: Application,
  step: Step,
  { partitionId }: Pick<Assignment, 'partitionId'>,
): FormServices['requested'] {
  const elements = step.forms.flatMap((form) => form.elements);
  if (!elements.some((one) => [one, ...(one.children ?? [])].some(isAmount))) return undefined;
  const reading = firstReading(application);
  const all = reading === null ? [] : chosenPartitions(reading.store, application);
  return all
    .filter((one) => partitionId === null || one.partitionId === partitionId)
    .map((one) => ({ ...one, isTurnedDown: application.turnedDown?.includes(one.partitionId) === true }));
}
