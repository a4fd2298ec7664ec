import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import type { Form, Item, Step } from '@clearcall/domain/forms/types.ts';
import type { Application, Assignment } from '@clearcall/domain/model/application.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { serverNow } from '@clearcall/ui/session/server-clock.ts';
import { holdPage, keeperFor, leftBehind } from '../../shell/kept-changes.ts';
import { rowOf, serverFor, storedAnswer } from './assignment-calls.ts';
import { SaveQueue } from './save-queue.ts';

/** A step of the application as the reader may read it. */
interface ProposalPart {
  assignment: Assignment;
  step: Step;
  /** In their order. */
  forms: Form[];
  store: FormStore;
}

/** Everything that one open assignment consists of, from the answer of the server on. */
export interface EditorSession {
  application: Application;
  assignment: Assignment;
  step: Step;
  store: FormStore;
  queue: SaveQueue;
  /**
   * The application as a whole: the open step as it stands in this page, and what else the applicant gave in other steps
   * as far as the reader may see it.
   */
  parts: () => readonly ProposalPart[];
  /** Takes up what an earlier page left on this device; gives how many changes that were. */
  takeUp: () => Promise<number>;
  /** Says to other pages that this one is open; gives what ends that. */
  hold: () => () => void;
}

/** The steps that the reader may see. */
export function stepsOf(application: Application): Step[] {
  // The server sends the steps in the shape of the form engine; the contract only says that they are there.
  return application.steps as Step[];
}

/** The context of the form as an opened application gives it, with the documents that are known by now. */
export function contextOf(
  application: Application,
  assignment: Assignment,
  documents: Application['documents'],
) {
  return formContext(
    {
      call: application.call,
      cutoff: application.cutoff,
      partitions: application.partitions,
      // JSON knows no undefined: an option without parent has no such field.
      options: application.options as Record<string, Item[]>,
      documents,
      submitted: application.assignments
        .filter((other) => other.id !== assignment.id && other.submittedAt !== null)
        .map((other) => ({
          stepId: other.stepId,
          lead: other.isLead,
          submittedAt: other.submittedAt ?? '',
          partitionId: other.partitionId,
          answers: other.data.map(storedAnswer).map((answer) => ({ ...answer, values: [...answer.values] })),
          rows: other.groups.map(rowOf),
        })),
      ownPartitionId: assignment.partitionId,
    },
    new Date(serverNow()),
  );
}

/** The assignment that the reader works on: the one they may save, else the first one. */
function assignmentToShow(application: Application): Assignment | null {
  return (
    application.assignments.find((assignment) => assignment.can.save) ?? application.assignments[0] ?? null
  );
}

/** When anything of an assignment was stored last is not told; after opening, the words stand without a time. */
const unknownTime = null;

/**
 * Opens an assignment for reading or editing. Null when its form cannot be computed here, which the server should have
 * prevented.
 */
export function openEditor(application: Application, userId: number): EditorSession | null {
  const assignment = assignmentToShow(application);
  const step = stepsOf(application).find((candidate) => candidate.id === assignment?.stepId);
  if (!assignment || !step) return null;
  const compiled = compileFlow({
    version: application.flowVersion,
    steps: stepsOf(application),
    automations: [],
    templates: [],
  });
  if (!compiled.ok) return null;
  const plan: Plan = compiled.plan;
  const storeOf = (of: Assignment, its: Step, editable: boolean) =>
    new FormStore({
      plan,
      step: its,
      answers: of.data.map(storedAnswer),
      rows: of.groups.map(rowOf),
      context: contextOf(application, of, application.documents),
      editable,
      newId,
    });
  const store = storeOf(assignment, step, assignment.can.save);
  const partsOf = (): ProposalPart[] =>
    application.assignments
      .flatMap((of) => {
        const its = stepsOf(application).find(({ id }) => id === of.stepId);
        const open = of.id === assignment.id;
        if (!its || (!open && its.ownerRole !== 'applicant')) return [];
        const forms = [...its.forms].sort((one, other) => one.order - other.order);
        return [{ assignment: of, step: its, forms, store: open ? store : storeOf(of, its, false) }];
      })
      .sort((one, other) => one.step.order - other.step.order);
  let parts: ProposalPart[] | null = null;
  const pageId = newId();
  const place = { assignmentId: assignment.id, userId };
  const queue = new SaveQueue({
    store,
    server: serverFor(assignment.id),
    keeper: keeperFor({ ...place, pageId }),
    savedAt: unknownTime,
  });
  let takenUp: Promise<number> | null = null;
  return {
    application,
    assignment,
    step,
    store,
    queue,
    parts() {
      parts ??= partsOf();
      return parts;
    },
    hold: () => holdPage(pageId),
    takeUp() {
      takenUp ??= (async () => {
        if (!assignment.can.save) return 0;
        const left = await leftBehind(place);
        let count = 0;
        for (const unsaved of left.unsaved) count += store.restore(unsaved);
        if (left.unsaved.length > 0) {
          await queue.keepNow();
          await left.forget();
        }
        // Only what is empty everywhere, here too, is filled from the profile.
        if (count === 0) store.fillFirst(application.profile);
        return count;
      })();
      return takenUp;
    },
  };
}
