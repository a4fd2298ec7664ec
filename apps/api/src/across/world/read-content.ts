import { followsPartitions, partitionChild, partitionRowId } from '@clearcall/domain/forms/partition-rows.ts';
import type { Answer, Row, Step } from '@clearcall/domain/forms/types.ts';
import { holdsRows, type StepIndex } from '@clearcall/domain/workflow/step-index.ts';
import { answersOf, documentId, isDocument, nameOf, rowId } from './make-documents.ts';
import type { WorldApplication, WorldAssignment } from './schema.ts';

/**
 * The answers and rows of an assignment as the form engine takes them. What is not of the step gets a sentence and is
 * left out. `dayOf` turns a relative day into yyyy-mm-dd.
 */
export function readContent(
  application: WorldApplication,
  assignment: WorldAssignment,
  step: Step,
  index: StepIndex,
  say: (sentence: string) => void,
  dayOf: (text: string) => string,
): { answers: Answer[]; rows: Row[] } {
  const { elements } = index;
  const { key } = application;
  const name = nameOf(application, assignment);
  const rows: Row[] = [];
  const groupOf = new Map<string, string>();
  for (const [group, list] of Object.entries(assignment.rows)) {
    const placed = elements.get(group);
    if (placed === undefined || !holdsRows(placed.element)) {
      say(`there is no group ${group} in step ${step.id}.`);
      continue;
    }
    for (const order of list.keys()) {
      const id = rowId(key, name, group, order);
      groupOf.set(id, group);
      rows.push({ id, elementId: group, order });
    }
  }
  const answers: Answer[] = [];
  for (const { elementId, groupId, answer } of answersOf(key, name, assignment)) {
    const group = groupId === null ? null : groupOf.get(groupId);
    // The whole group is unknown, and was named above.
    if (group === undefined) continue;
    if (elements.get(elementId)?.groupId !== group) {
      say(
        `there is no element ${elementId} ${group === null ? '' : `in group ${group} `}of step ${step.id}.`,
      );
      continue;
    }
    const values =
      typeof answer === 'string'
        ? [answer]
        : Array.isArray(answer)
          ? answer
          : isDocument(answer)
            ? [documentId(key, name, elementId, groupId)]
            : [dayOf(answer.date)];
    answers.push({ elementId, groupId, values });
  }
  return { answers, rows };
}

/**
 * Puts what a world says in rows of a group that follows the partitions into the rows that the engine has for them: each
 * names its partition. Such rows are not stored, nor is their partition.
 */
export function inPartitionRows(
  step: Step,
  content: { answers: Answer[]; rows: Row[] },
  left: readonly string[],
  say: (sentence: string) => void,
): { answers: Answer[]; rows: Row[] } {
  const ids = new Map<string, string>();
  const naming = new Set<string>();
  const groups = step.forms.flatMap(({ elements }) => elements).filter(followsPartitions);
  for (const group of groups) {
    const child = partitionChild(group);
    if (child !== undefined) naming.add(child.id);
    for (const { id } of content.rows.filter(({ elementId }) => elementId === group.id)) {
      const named = content.answers.find((one) => one.groupId === id && one.elementId === child?.id);
      const partitionId = named?.values[0] ?? '';
      if (!left.includes(partitionId))
        say(`a row of ${group.id} is about '${partitionId}', which is none of the partitions that are left.`);
      ids.set(id, partitionRowId(group.id, partitionId));
    }
  }
  return {
    rows: content.rows.filter(({ id }) => !ids.has(id)),
    answers: content.answers
      .filter(({ elementId }) => !naming.has(elementId))
      .map((one) => ({ ...one, groupId: ids.get(one.groupId ?? '') ?? one.groupId })),
  };
}
