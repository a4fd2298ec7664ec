import type { Application, Assignment, DataItem } from '@clearcall/domain/applications/application.ts';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import type { Around } from '@clearcall/domain/forms/elements/rule.ts';
import { briefly } from '@clearcall/domain/forms/fault.ts';
import { withKnownReferences } from '@clearcall/domain/forms/known-references.ts';
import { openSubmission, readField, rowsOf, type Submission } from '@clearcall/domain/forms/submission.ts';
import type {
  Element,
  FieldKey,
  FieldState,
  Item,
  Row,
  Step,
  SubmittedStep,
} from '@clearcall/domain/forms/types.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';

/** The form of an assignment as its reader may see it, computed from what they get and from nothing else. */
export interface Reading {
  step: Step;
  read: (key: FieldKey) => FieldState;
  rows: (group: Element) => readonly Row[];
  around: (element: Element, groupId: string | null) => Around;
}

const answerOf = ({ flowElementId, dataGroupId, input }: DataItem) => ({
  elementId: flowElementId,
  groupId: dataGroupId,
  values: input.values,
});

/** The steps that a reader may see, with their forms. */
export const stepsOf = (application: Application): Step[] => application.steps as Step[];

function planOf(application: Application, steps: Step[]): Plan {
  const compiled = compileFlow({ version: application.flowVersion, steps, automations: [], templates: [] });
  if (!compiled.ok)
    throw new Error(`what may be seen of a flow does not compile: ${briefly(compiled.faults)}`);
  return compiled.plan;
}

/** Null where nothing of its form may be seen. */
export function readingOf(application: Application, assignment: Assignment, now: Date): Reading | null {
  const step = stepsOf(application).find(({ id }) => id === assignment.stepId);
  if (step === undefined || step.forms.length === 0) return null;
  const stubs = assignment.formFacts?.steps as Step[] | undefined;
  const plan = planOf(
    application,
    stubs === undefined ? withKnownReferences(stepsOf(application)) : [step, ...stubs],
  );
  const context = formContext(
    {
      call: application.call,
      cutoff: application.cutoff,
      partitions: application.partitions,
      options: application.options as Record<string, Item[]>,
      documents: application.documents,
      submitted:
        (assignment.formFacts?.submitted as SubmittedStep[] | undefined) ??
        submittedSteps(
          application.assignments.map((other) => ({
            ...other,
            submitted: other.submitted && {
              answers: other.submitted.data.map(answerOf),
              rows: other.submitted.groups.map(rowOf),
            },
          })),
          assignment.id,
        ),
      ownPartitionId: assignment.partitionId,
      applicationPartitions: assignment.formFacts?.partitions,
      reviewers: assignment.formFacts?.reviewers,
    },
    now,
  );
  const submission = openSubmission(plan, step.id, {
    answers: assignment.data.map(answerOf),
    rows: assignment.groups.map(rowOf),
    context,
  });
  return { step, ...readerOf(step, submission) };
}

const rowOf = ({ id, flowElementId, order }: Assignment['groups'][number]): Row => ({
  id,
  elementId: flowElementId,
  order,
});

function readerOf(step: Step, submission: Submission): Omit<Reading, 'step'> {
  const groupOf = new Map<string, string | null>();
  for (const element of step.forms.flatMap(({ elements }) => elements)) {
    groupOf.set(element.id, null);
    for (const child of element.children ?? []) groupOf.set(child.id, element.id);
  }
  const { context } = submission;
  /** What another element holds: in the same row where it stands in one. */
  const beside = (elementId: string, groupId: string | null): readonly string[] => {
    const isInGroup = (groupOf.get(elementId) ?? null) !== null;
    return readField(submission, { elementId, groupId: isInGroup ? groupId : null }).values;
  };
  return {
    read: (key) => readField(submission, key),
    rows: (group) => rowsOf(submission, group.id),
    around: ({ config }, groupId) => {
      const partitionId =
        config.partitionFrom === undefined
          ? context.ownPartitionId
          : beside(config.partitionFrom, groupId)[0];
      return {
        context,
        parent: config.optionsBy === undefined ? null : beside(config.optionsBy, groupId),
        partition: context.partitions.find(({ id }) => id === partitionId) ?? null,
        required: false,
      };
    },
  };
}
