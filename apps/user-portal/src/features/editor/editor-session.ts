import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import type { Item, Step } from '@clearcall/domain/forms/types.ts';
import type { Application, Assignment, DataItem } from '@clearcall/domain/model/application.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { serverNow } from '@clearcall/ui/session/server-clock.ts';
import { holdPage, keeperFor, leftBehind } from '../../shell/kept-changes.ts';
import { rowOf, serverFor, storedAnswer } from './assignment-calls.ts';
import { SaveQueue } from './save-queue.ts';

/** Everything that one open assignment consists of, from the answer of the server on. */
export interface EditorSession {
  application: Application;
  assignment: Assignment;
  step: Step;
  store: FormStore;
  queue: SaveQueue;
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

function answerOf({ flowElementId, dataGroupId, input }: DataItem) {
  return { elementId: flowElementId, groupId: dataGroupId, values: input.values };
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
      submitted: submittedSteps(
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
  const store = new FormStore({
    plan,
    step,
    answers: assignment.data.map(storedAnswer),
    rows: assignment.groups.map(rowOf),
    context: contextOf(application, assignment, application.documents),
    editable: assignment.can.save,
    newId,
  });
  const pageId = newId();
  const place = { uid: application.uid, assignmentId: assignment.id, userId };
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
