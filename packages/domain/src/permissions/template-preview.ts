import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Application, Assignment } from '../applications/application.ts';
import { elementRules } from '../forms/elements/rules.ts';
import type { Element, FormContext, Item, Step } from '../forms/types.ts';

type Read = Pick<Assignment, 'stepId' | 'data' | 'groups'>;
type Data = Read['data'];

/** An application as its reader gets it. */
export type Previewed = Pick<Application, 'process' | 'steps' | 'partitions' | 'options'> & {
  assignments: readonly Read[];
};

/** The context of answers that are only shown: no rule of a form is evaluated. */
const contextOf = (seen: Previewed): FormContext => ({
  today: '',
  callCode: '',
  cutoff: null,
  partitions: seen.partitions.map((partition) => ({ ...partition, disabled: false })),
  options: seen.options as Record<string, Item[]>,
  submitted: [],
  ownPartitionId: null,
  documents: [],
});

/** The answer to an element as people read it; null if it is empty. */
function shownAnswer(
  seen: Previewed,
  data: Data,
  element: Element,
  groupId: string | null,
): Translatable | null {
  const valuesOf = (id: string) =>
    data.find((one) => one.flowElementId === id && one.dataGroupId === groupId)?.input.values ?? [];
  const values = valuesOf(element.id);
  const rule = elementRules[element.type];
  if (rule.isEmpty(values)) return null;
  const { optionsBy, partitionFrom } = element.config;
  const context = contextOf(seen);
  const [partitionId] = partitionFrom === undefined ? [] : valuesOf(partitionFrom);
  return rule.display(values, element, {
    context,
    parent: optionsBy === undefined ? null : valuesOf(optionsBy),
    partition: context.partitions.find(({ id }) => id === partitionId) ?? null,
    required: false,
  });
}

const isPreviewed = ({ config }: Element): boolean => config.preview === true;

/** 'Team member: Ana Horvat, University of Ljubljana' for each row of a group. */
function rowLines(seen: Previewed, { data, groups }: Read, group: Element): Translatable[] {
  const children = (group.children ?? []).filter(isPreviewed);
  return groups
    .filter(({ flowElementId }) => flowElementId === group.id)
    .toSorted((one, other) => one.order - other.order)
    .flatMap(({ id }) => {
      const parts: Translatable[] = [];
      let isName = false;
      for (const child of children) {
        const value = shownAnswer(seen, data, child, id);
        if (value === null) continue;
        const before = parts.at(-1);
        const wasName = isName;
        // First and last names share a line in the form.
        isName = child.type === 'text' && child.config.width === 'half';
        if (wasName && isName && typeof before === 'string' && typeof value === 'string')
          parts[parts.length - 1] = `${before} ${value}`;
        else parts.push(value);
      }
      const [start, ...rest] = parts;
      if (start === undefined) return [];
      const value = rest.reduce((before, next) => message('parts.preview.listed', { before, next }), start);
      return [message('parts.preview.answer', { label: group.title, value })];
    });
}

/**
 * Returns the answers of the first step that a person sees before they accept an assignment (`config.preview`), as far as
 * the recipient may read them: a line for each, under the title of its form,
 * with an empty line between forms.
 */
export function previewLines(seen: Previewed): Translatable[] {
  const [first] = seen.process;
  const step = (seen.steps as readonly Step[]).find(({ id }) => id === first?.id);
  const assignment = seen.assignments.find(({ stepId }) => stepId === step?.id);
  if (step === undefined || assignment === undefined) return [];
  const forms = step.forms.flatMap(({ title, elements }) => {
    const lines = elements.filter(isPreviewed).flatMap((element) => {
      if (element.type === 'group') return rowLines(seen, assignment, element);
      const value = shownAnswer(seen, assignment.data, element, null);
      return value === null ? [] : [message('parts.preview.answer', { label: element.title, value })];
    });
    return lines.length === 0 ? [] : [[title, ...lines]];
  });
  return forms.flatMap((lines, nth) => (nth === 0 ? lines : ['', ...lines]));
}
