import type { FormContext, SubmittedStep } from '@clearcall/domain/forms/types.ts';
import { cutoffOfForms } from '@clearcall/domain/permissions/call-of-application.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { CompiledFlow } from '../flow-facts.ts';
import { loadApplication } from '../sql.ts';

/** Nobody: what is being written by whoever owns the work is not read. */
const nobody = 0;

/** What conditions of automations are asked about, and what form_element_email reads: what was handed in, never drafts. */
export interface HandedIn {
  steps: SubmittedStep[];
  /** What a condition is asked with that is about a partition, or about none. */
  context: (partitionId: string | null) => FormContext;
}

/** Reads what was handed in at the steps of an application, as its forms would read it; null where it is gone. One statement. */
export async function loadHandedIn(
  db: Db,
  applicationId: number,
  { flow, offered }: CompiledFlow,
  now: Date,
): Promise<HandedIn | null> {
  const application = await loadApplication(db, { key: String(applicationId) }, nobody, now);
  if (application === null) return null;
  const steps = submittedSteps(application.assignments, '');
  const cutoff = application.cutoffs.find(({ id }) => id === application.cutoffId) ?? null;
  return {
    steps,
    context: (ownPartitionId) =>
      formContext(
        {
          call: application.call,
          cutoff: cutoff && cutoffOfForms(flow, cutoff, application.call.timeZone),
          partitions: cutoff?.partitions ?? [],
          options: offered,
          documents: [],
          submitted: steps,
          ownPartitionId,
        },
        now,
      ),
  };
}
