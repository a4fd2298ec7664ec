import type {
  Application,
  Assignment,
  DataItem,
  Document,
} from '@clearcall/domain/applications/application.ts';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { withKnownReferences } from '@clearcall/domain/forms/known-references.ts';
import type { Form, Item, Step, SubmittedStep } from '@clearcall/domain/forms/types.ts';
import { adviceProblems, awardProblems } from '@clearcall/domain/workflow/award-limits.ts';
import { formContext } from '@clearcall/domain/workflow/form-context.ts';
import { submittedSteps } from '@clearcall/domain/workflow/submitted-steps.ts';
import { message } from '@clearcall/i18n/message.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { deviceStorage, lockPage } from '../../../parts/kept/kept-changes.ts';
import {
  type Copy,
  type KeptTexts,
  keptTexts,
  keyOfText,
  PageKeeper,
} from '../../../parts/kept/kept-copies.ts';
import { answerKey } from '../changes/threads.ts';
import { rowOf, serverFor, storedAnswer } from './assignment-calls.ts';
import { withLatestDue } from './latest-due.ts';
import { SaveQueue } from './save-queue.ts';
import { unsavedTexts } from './unsaved-texts.ts';

/** A step of the application as the reader may read it. */
export interface ProposalPart {
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
  /** Set by the page: takes the documents that are stored, before and after the answers that name them. */
  takesDocuments: { current: (documents: readonly Document[]) => void };
  /**
   * The application as a whole: the open step as it stands in this page, and what else the applicant gave in other steps
   * as far as the reader may see it.
   */
  parts: () => readonly ProposalPart[];
  /** Everything of the application that the reader may read, of whoever it is, in the order of its steps. */
  readings: () => readonly ProposalPart[];
  /** Takes up what an earlier page left on this device; gives how many changes that were. */
  takeUp: () => Promise<number>;
  /** What earlier pages left on this device that cannot go into the form any more, in words. */
  leftOver: () => Promise<LeftOver>;
  /** Says to other pages that this one is open; gives what ends that. */
  hold: () => () => void;
}

export interface LeftOver {
  words: readonly KeptTexts[];
  /** When the first of them goes by itself; empty where none is. */
  keepUntil: string;
  forget: () => Promise<void>;
}

/** What is left on this device of an application for which no form is open. */
export async function leftOverOf(
  uid: string,
  userId: number,
  isMeant: (copy: Copy) => boolean = () => true,
): Promise<LeftOver> {
  try {
    return await keptTexts(deviceStorage, { uid, userId }, isMeant);
  } catch {
    // A browser without storage keeps nothing.
    return { words: [], keepUntil: '', forget: async () => {} };
  }
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
    new Date(workflowNow()),
  );
}

/** What people know an application by: a draft has its uid, and nobody has seen it. */
export const shownIdOf = ({ id, status, uid }: Pick<Application, 'id' | 'status' | 'uid'>): string =>
  status === 'draft' ? `DRAFT-${id}` : uid;

/** Whether the deadline has passed before its owner submitted, so that they ask for more time or wait for the answer. */
export const isOverdue = ({ commands, deadline, timeRequest }: Assignment): boolean =>
  (commands.ask_time === null || timeRequest !== undefined) &&
  deadline !== null &&
  Date.parse(deadline) < workflowNow();

/**
 * The assignment that the reader works on: the one that the address names, else one that they may save, else one whose
 * submission waits, else one that waits for their answer, else one that is overdue, else what the applicant submitted
 * last, else their own, else the first one. Staff come for the application, and find the way to what they are asked for
 * there.
 */
function assignmentToShow(
  { assignments, owner: applicant }: Application,
  userId: number,
  wanted: string | undefined,
): Assignment | null {
  const own = assignments.filter(({ owner }) => owner?.id === userId && owner.role !== 'pro');
  const submitted = own
    .filter(({ submittedAt }) => applicant?.id === userId && submittedAt !== null)
    .toSorted((one, other) => (other.submittedAt ?? '').localeCompare(one.submittedAt ?? ''));
  return (
    assignments.find(({ id }) => id === wanted) ??
    assignments.find(({ can }) => can.save) ??
    assignments.find(({ can }) => can.submit) ??
    assignments.find(({ commands, owner }) => commands.accept === null && owner?.role !== 'pro') ??
    own.find(isOverdue) ??
    submitted[0] ??
    own[0] ??
    assignments[0] ??
    null
  );
}

/** When anything of an assignment was stored last is not told; after opening, the words stand without a time. */
const unknownTime = null;

/** The documents that are stored, and those of this page that came in while they were read: a field names them. */
export function withStoredDocuments(
  { store, assignment }: Pick<EditorSession, 'store' | 'assignment'>,
  stored: readonly Document[],
  known: readonly Document[],
): Document[] {
  const ids = new Set(stored.map(({ id }) => id));
  const cameIn = known.filter(({ id, assignmentId, flowElementId, dataGroupId }) => {
    if (ids.has(id) || assignmentId !== assignment.id) return false;
    return store.read({ elementId: flowElementId, groupId: dataGroupId }).values.includes(id);
  });
  return [...stored, ...cameIn];
}

/**
 * Opens an assignment for reading or editing. Null when its form cannot be computed here, which the server should have
 * prevented.
 */
export function openEditor(opened: Application, userId: number, wanted?: string): EditorSession | null {
  const application = withLatestDue(opened, new Date(workflowNow()));
  const assignment = assignmentToShow(application, userId, wanted);
  const step = stepsOf(application).find((candidate) => candidate.id === assignment?.stepId);
  if (!assignment || !step) return null;
  const planOf = (steps: Step[]): Plan | null => {
    const compiled = compileFlow({ version: application.flowVersion, steps, automations: [], templates: [] });
    return compiled.ok ? compiled.plan : null;
  };
  // A form that refers to other steps comes with what it refers to, whatever else of them its reader may see.
  const stubs = assignment.formFacts?.steps as Step[] | undefined;
  const seen = stepsOf(application);
  const referred = application.assignments.flatMap(({ formFacts }) => (formFacts?.steps ?? []) as Step[]);
  const known = new Map([...referred, ...seen].map((one) => [one.id, one]));
  const plan = planOf(withKnownReferences([...known.values()]));
  const ownPlan = stubs === undefined ? plan : planOf([step, ...stubs]);
  if (plan === null || ownPlan === null) return null;
  const storeOf = (of: Assignment, its: Step, editable: boolean) =>
    new FormStore({
      plan: of.id === assignment.id ? ownPlan : plan,
      step: its,
      answers: of.data.map(storedAnswer),
      rows: of.groups.map(rowOf),
      context: contextOf(application, of, application.documents),
      editable,
      newId,
      otherProblems: (content) =>
        editable
          ? [
              ...awardProblems(its, content, application.awardLimits ?? [], application.partitions),
              ...adviceProblems(its, content, application.awardLimits ?? [], {
                partitionId: of.partitionId,
                unit: application.call.unit,
              }),
            ]
          : [],
    });
  const store = storeOf(assignment, step, assignment.can.save);
  const partsOf = (isMeant: (of: Assignment, its: Step) => boolean): ProposalPart[] =>
    application.assignments
      .flatMap((of) => {
        const its = stepsOf(application).find(({ id }) => id === of.stepId);
        if (!its || !isMeant(of, its)) return [];
        const forms = [...its.forms].sort((one, other) => one.order - other.order);
        const open = of.id === assignment.id;
        return [{ assignment: of, step: its, forms, store: open ? store : storeOf(of, its, false) }];
      })
      .sort((one, other) => one.step.order - other.step.order);
  let parts: ProposalPart[] | null = null;
  let readings: ProposalPart[] | null = null;
  const place = {
    assignmentId: assignment.id,
    uid: application.uid,
    shownId: shownIdOf(application),
    userId,
    pageId: newId(),
  };
  const { submittedAt } = assignment;
  const keeper = new PageKeeper({
    storage: deviceStorage,
    place,
    submittedAt,
    deadline: assignment.deadline,
    wordsNow: () => unsavedTexts(store),
  });
  const takesDocuments: EditorSession['takesDocuments'] = { current: () => {} };
  const queue = new SaveQueue({
    store,
    server: serverFor({ ...place, flowVersion: application.flowVersion }),
    version: assignment.version,
    keeper,
    savedAt: unknownTime,
    takeStored({ answers, rows, documents }) {
      // First the files that the answers name, then without those that no answer names any more.
      takesDocuments.current(documents);
      const changed = store.takeStored(answers, rows);
      takesDocuments.current(documents);
      return changed;
    },
    restoreRemovedRows(rows) {
      const names = rows.map((row) => {
        const index = store.rows(row.elementId).findIndex(({ id }) => id === row.id);
        return t('editor.row', { group: store.element(row.elementId)?.title ?? '', n: index + 1 });
      });
      notify({
        type: 'warning',
        message: message('editor.rowsBack', { rows: names }),
        draw: (sentence) => quotingTitles(store, sentence),
        closesAfterMs: 10_000,
      });
    },
  });
  const closedAnswers = new Set(application.threads.filter(({ can }) => !can.answer).map(answerKey));
  let takenUp: Promise<number> | null = null;
  const takeUp = (): Promise<number> => {
    takenUp ??= (async () => {
      if (!assignment.can.save) return 0;
      let count = 0;
      try {
        await keeper.takeUp(
          (copies) => {
            count = store.restore(...copies);
            return copies.flatMap(({ answers }) => answers).filter((answer) => !store.hasPlaceFor(answer));
          },
          () => queue.copy.writeTakenUp(),
        );
      } catch {
        // A browser without storage keeps nothing, and the server's copy is all there is.
      }
      // What was submitted stays as it was; what nobody has answered, here either, is filled from the profile.
      store.fillFirst(application.profile, assignment.submittedAt === null);
      return count;
    })();
    return takenUp;
  };
  return {
    application,
    assignment,
    step,
    store,
    queue,
    takesDocuments,
    parts() {
      parts ??= partsOf(({ id }, { ownerRole }) => id === assignment.id || ownerRole === 'applicant');
      return parts;
    },
    readings() {
      // A form that nothing was filled into yet has nothing to read; nor has one that is closed to the reader.
      readings ??= partsOf(
        ({ data, groups }, { forms }) => forms.length > 0 && data.length + groups.length > 0,
      );
      return readings;
    },
    hold: () => lockPage(place.pageId),
    takeUp,
    async leftOver() {
      // What it leaves is not left over any more, but for what has no place in the form.
      await takeUp();
      const withoutPlace = keeper.withoutPlace();
      const left = await leftOverOf(application.uid, userId, (copy) => {
        const key = keyOfText(copy);
        // Controls outside of the form restore their own text, unless its question is closed.
        if (key !== null) return closedAnswers.has(key);
        // What can still go into the form is taken up there.
        return (
          !assignment.can.save || copy.assignmentId !== assignment.id || copy.submittedAt !== submittedAt
        );
      });
      if (withoutPlace.words.length === 0) return left;
      return {
        words: [...withoutPlace.words, ...left.words],
        keepUntil: left.keepUntil === '' ? withoutPlace.keepUntil : left.keepUntil,
        async forget() {
          keeper.forgetWithoutPlace();
          await queue.copy.writeTakenUp();
          await left.forget();
        },
      };
    },
  };
}
