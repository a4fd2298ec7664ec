import type { AwardLimits } from '../applications/application.ts';
import type { AssignmentStatus } from '../applications/statuses.ts';
import { planStep } from '../forms/compile.ts';
import { finalAnswers, problems, readField, type Submission } from '../forms/submission.ts';
import type { FieldKey, Problem } from '../forms/types.ts';
import { adviceProblems, awardProblems } from './award-limits.ts';
import { allows } from './commands.ts';
import {
  decideSave,
  type SaveRefusal,
  type SaveRequest,
  type SaveSnapshot,
  type Saving,
} from './decide-save.ts';
import type { SubmittedContent } from './submitted-content.ts';

export type SubmitDecision =
  | { ok: true; saving: Saving; status: 'submitted' | 'resubmitted'; content: SubmittedContent }
  | { ok: false; code: 'has_errors'; problems: Problem[] }
  | { ok: false; code: 'stale_revision'; saving: Saving }
  | { ok: false; code: 'not_editable' }
  | SaveRefusal;

/** A file that did not pass its check, where it was to go, with the sentence that says why. */
export interface RefusedFile extends FieldKey {
  message: string;
}

/** The fields in which a refused file stands, but for those that are hidden or have a problem of their own. */
function fileProblems(
  submission: Submission,
  { index, refusedFiles = [] }: Pick<SaveSnapshot, 'index'> & { refusedFiles?: readonly RefusedFile[] },
  known: readonly Problem[],
): Problem[] {
  return refusedFiles.flatMap(({ elementId, groupId, message }) => {
    const placed = index.elements.get(elementId);
    const isListed = known.some((one) => one.elementId === elementId && one.groupId === groupId);
    if (placed === undefined || isListed || !readField(submission, { elementId, groupId }).visible) return [];
    const { title } = placed.element;
    return [{ formId: placed.formId, elementId, groupId, title, message, missing: false }];
  });
}

/**
 * Decides a submission: what is sent along is saved, then the whole form is checked. Something stale stops it (and the
 * rest is saved), and so does anything else that was stored since the sender looked (`isBehind`); an error stops it and changes nothing, and so does a file that was refused, until it is removed or
 * another one takes its place. Source: Requirements 2, 3.5 and 3.10.
 */
export function decideSubmit(
  snapshot: SaveSnapshot & {
    status: AssignmentStatus;
    refusedFiles?: readonly RefusedFile[];
    isBehind?: boolean;
    /** Of a step that decides or advises amounts: what these are held against. */
    awards?: readonly AwardLimits[];
  },
  request: SaveRequest,
  savedAt: string,
): SubmitDecision {
  const again = allows('resubmit', snapshot.status);
  if (!again && !allows('submit', snapshot.status)) return { ok: false, code: 'not_editable' };
  const saving = decideSave(snapshot, request, savedAt);
  if (!saving.ok) return saving;
  if (saving.stale.length > 0 || snapshot.isBehind) return { ok: false, code: 'stale_revision', saving };
  const broken = problems(saving.submission);
  const content = finalAnswers(saving.submission);
  const { step } = planStep(snapshot.plan, snapshot.stepId);
  const found = [
    ...broken,
    ...fileProblems(saving.submission, snapshot, broken),
    ...awardProblems(step, content, snapshot.awards ?? [], snapshot.context.partitions),
    ...adviceProblems(step, content, snapshot.awards ?? [], {
      partitionId: snapshot.context.ownPartitionId,
      unit: snapshot.context.partitions[0]?.unit ?? '',
    }),
  ];
  if (found.length > 0) return { ok: false, code: 'has_errors', problems: found };
  return { ok: true, saving, status: again ? 'resubmitted' : 'submitted', content };
}

/**
 * Whether a submit of what is submitted already is only a repetition: what is sent along says exactly what is stored,
 * whatever revision it was based on. Then it answers like the first. Source: Requirements 2, 1.3.
 */
export function repeatedSubmit(snapshot: SaveSnapshot, request: SaveRequest, savedAt: string): Saving | null {
  const revisions = new Map(
    snapshot.answers.map((answer) => [`${answer.elementId} ${answer.groupId ?? ''}`, answer.revision]),
  );
  const data = request.data.map((item) => ({
    ...item,
    revision: revisions.get(`${item.flowElementId} ${item.dataGroupId ?? ''}`) ?? 0,
  }));
  const saving = decideSave(snapshot, { ...request, data }, savedAt);
  return saving.ok && saving.stale.length + saving.answers.length + saving.rows.length === 0 ? saving : null;
}
