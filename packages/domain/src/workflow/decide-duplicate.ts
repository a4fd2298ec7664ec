import type { LeftOut } from '../applications/application.ts';
import { elementRules } from '../forms/elements/rules.ts';
import { hardLimits, limitCount } from '../forms/limits.ts';
import { openSubmission, readField, type Submission, storable } from '../forms/submission.ts';
import type { Answer, Row } from '../forms/types.ts';
import type { SaveSnapshot } from './decide-save.ts';
import { holdsFiles, holdsRows, type StepIndex } from './step-index.ts';
import type { SubmittedContent } from './submitted-content.ts';

export interface Duplicate {
  answers: Answer[];
  rows: Row[];
  /** What no longer fits, each once. */
  leftOut: LeftOut[];
  submission: Submission;
}

/**
 * What of a submission fits the form of a new draft. `target` is the new form, still empty; `files` gives the new id of
 * each copied document. Sums and fixed amounts are computed again, so leaving them out is no loss. Declarations are not
 * copied: nobody has made them for the new draft. What they open is, and waits for them. Dates outside the limits of the
 * new form are left out, too: a start in the past fits no other call.
 */
export function decideDuplicate(
  source: SubmittedContent,
  sourceIndex: StepIndex,
  target: SaveSnapshot,
  files: ReadonlyMap<string, string>,
): Duplicate {
  const leftOut = new Map<string, LeftOut>();
  const lose = (id: string) => {
    const title = sourceIndex.elements.get(id)?.element.title ?? id;
    const placed = target.index.elements.get(id);
    // A row that was left out has no field: its group leads there.
    leftOut.set(title, { title, elementId: placed === undefined ? null : (placed.groupId ?? id) });
  };

  const rows: Row[] = [];
  for (const row of [...source.rows].sort((one, other) => one.order - other.order)) {
    const group = target.index.elements.get(row.elementId);
    const order = rows.filter(({ elementId }) => elementId === row.elementId).length;
    if (
      group === undefined ||
      !holdsRows(group.element) ||
      order >= (limitCount(group.element.config.max) ?? hardLimits.rows)
    )
      lose(row.elementId);
    else rows.push({ ...row, order });
  }
  const groups = new Map(rows.map((row) => [row.id, row.elementId]));

  const fitting = source.answers.flatMap((answer): Answer[] => {
    const placed = target.index.elements.get(answer.elementId);
    const declared = sourceIndex.elements.get(answer.elementId)?.element.config.declaration;
    if (answer.values.length === 0 || (placed === undefined && declared)) return [];
    const group = answer.groupId === null ? null : groups.get(answer.groupId);
    // The row is left out already, under the title of its group.
    if (group === undefined) return [];
    if (placed === undefined || placed.groupId !== group) {
      lose(answer.elementId);
      return [];
    }
    const values = holdsFiles(placed.element)
      ? answer.values.flatMap((id) => files.get(id) ?? [])
      : answer.values;
    if (values.length < answer.values.length) lose(answer.elementId);
    const cleaned = elementRules[placed.element.type].normalise(values, placed.element);
    if (cleaned.ok) return [{ ...answer, values: cleaned.values }];
    lose(answer.elementId);
    return [];
  });

  const open = (answers: readonly Answer[]) =>
    openSubmission(target.plan, target.stepId, { answers: [...answers], rows, context: target.context });
  const whole = open(fitting);
  const answers = fitting.filter(({ elementId, groupId, values }) => {
    const element = target.index.elements.get(elementId)?.element;
    if (element?.config.declaration) return false;
    const key = { elementId, groupId };
    // Other answers beyond their limits are easier to correct than to give again.
    if (element?.type === 'date' && readField(whole, key).error !== null) {
      lose(elementId);
      return false;
    }
    const allowed = storable(whole, key, values);
    if (!allowed.ok && allowed.code !== 'computed' && allowed.code !== 'locked') lose(elementId);
    return allowed.ok;
  });
  return { answers, rows, leftOut: [...leftOut.values()], submission: open(answers) };
}
