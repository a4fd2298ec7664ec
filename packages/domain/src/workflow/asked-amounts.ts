import type { Answer, Element, Step } from '../forms/types.ts';
import type { Asked } from '../permissions/report-table.ts';

/** The elements of a step that say what is asked for. */
export interface AskingElements {
  /** Name partitions: by their type, and with the meaning `partition` where the step uses it. */
  partitions: readonly string[];
  /** Name an amount, and the element that holds its partition. */
  amounts: readonly { element: string; partitionFrom: string }[];
}

const namesPartitions: readonly Element['type'][] = ['select-partition', 'partitions'];

/**
 * Finds the elements that say which partitions are asked for, and how much of each. An amount that names no partition
 * belongs to the choice beside it, as in the form engine.
 */
export function askingElements(step: Step): AskingElements {
  const partitions: Element[] = [];
  const amounts: { element: string; partitionFrom: string }[] = [];
  const look = (elements: readonly Element[]) => {
    const chosen = elements.filter(({ type }) => namesPartitions.includes(type));
    partitions.push(...chosen);
    for (const { id, type, config, children } of elements) {
      const from =
        config.partitionFrom ?? chosen.find((beside) => beside.type === 'select-partition')?.id ?? null;
      if (type === 'partition-resources' && from !== null) amounts.push({ element: id, partitionFrom: from });
      look(children ?? []);
    }
  };
  for (const { elements } of step.forms) look(elements);
  const meant = partitions.filter(({ config }) => config.id === 'partition');
  return { partitions: (meant.length > 0 ? meant : partitions).map(({ id }) => id), amounts };
}

/**
 * What the answers of a step ask for. An amount belongs to the partition of its own row, else to the one outside of all
 * rows; a partition without an amount is asked for all the same.
 */
export function askedAmounts(elements: AskingElements, answers: readonly Answer[]): Asked[] {
  const answersOf = (id: string) => answers.filter(({ elementId }) => elementId === id);
  const withAmount = elements.amounts.flatMap(({ element, partitionFrom }): Asked[] => {
    const partitions = answersOf(partitionFrom);
    return answersOf(element).flatMap(({ groupId, values }): Asked[] => {
      const own = partitions.find((one) => one.groupId === groupId) ?? partitions.find(isOutside);
      const [partitionId] = own?.values ?? [];
      const [amount] = values;
      return partitionId === undefined || amount === undefined ? [] : [{ partitionId, amount }];
    });
  });
  const known = new Set(withAmount.map(({ partitionId }) => partitionId));
  const named = new Set(elements.partitions.flatMap(answersOf).flatMap(({ values }) => values));
  return [
    ...withAmount,
    ...[...named].filter((id) => !known.has(id)).map((partitionId) => ({ partitionId, amount: null })),
  ];
}

function isOutside(answer: Answer): boolean {
  return answer.groupId === null;
}
