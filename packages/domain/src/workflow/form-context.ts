import type { CutoffPartition } from '../calls/call.ts';
import { plainDate } from '../deadlines/plain-date.ts';
import type { FormContext, Item, Partition, Reviewer, SubmittedStep } from '../forms/types.ts';
import type { CutoffOfForms } from '../permissions/call-of-application.ts';

/** What a form is computed with, as an application shows it: in the browser an opened application gives exactly this. */
export interface ContextFacts {
  call: { code: string; timeZone: string };
  /** The cut-off that counts, and what it offers. */
  cutoff: CutoffOfForms | null;
  partitions: readonly CutoffPartition[];
  options: Record<string, Item[]>;
  documents: readonly { id: string; sizeBytes: number; pages: number | null }[];
  submitted: SubmittedStep[];
  ownPartitionId: string | null;
  /** Where the form is filled in: the partitions of the application that are left. */
  applicationPartitions?: readonly string[] | undefined;
  /** The same: people who submitted scientific reviews, if the user may know them. */
  reviewers?: readonly Reviewer[] | undefined;
}

/** The context of the form engine. Days are those of the call's own time zone. Source: Requirements 2b, 4.2. */
export function formContext(facts: ContextFacts, now: Date): FormContext {
  const { call, cutoff } = facts;
  return {
    today: plainDate(now, call.timeZone),
    callCode: call.code,
    cutoff:
      cutoff === null
        ? null
        : {
            start: plainDate(cutoff.start, call.timeZone),
            end: cutoff.end === null ? null : plainDate(cutoff.end, call.timeZone),
            ...(cutoff.decision === undefined ? {} : { decision: plainDate(cutoff.decision, call.timeZone) }),
            ...(cutoff.onboarding === undefined
              ? {}
              : { onboarding: plainDate(cutoff.onboarding, call.timeZone) }),
          },
    partitions: facts.partitions.map(
      (partition): Partition => ({
        id: partition.id,
        name: partition.name,
        kind: partition.kind,
        unit: partition.unit,
        disabled: partition.disabled,
        min: partition.min,
        max: partition.max,
        fixed: partition.fixed,
        pool: partition.pool,
      }),
    ),
    options: facts.options,
    submitted: facts.submitted,
    ownPartitionId: facts.ownPartitionId,
    ...(facts.applicationPartitions === undefined
      ? {}
      : { applicationPartitions: facts.applicationPartitions }),
    ...(facts.reviewers === undefined ? {} : { reviewers: facts.reviewers }),
    documents: facts.documents.map(({ id, sizeBytes, pages }) => ({ id, sizeBytes, pages })),
  };
}
