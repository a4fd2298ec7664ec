import { elementRules } from '../forms/elements/rules.ts';
import type { Answer, FormContext } from '../forms/types.ts';
import type { StepIndex } from './step-index.ts';

/** The columns of an application that repeat answers of its first step, for lists and search. */
export interface ProjectedColumns {
  title: string;
  piFirstName: string;
  piLastName: string;
  piAffiliation: string;
  researchGroup: string;
  researchTitle: string;
  /** Names of the partitions asked for, each once. */
  partitions: string[];
}

/** What an application asks for, as the workflow goes by it. */
export interface AskedFor {
  /** Ids of the partitions, each once, in the order of the form. */
  partitions: string[];
  /** The code of the panel: the first research field. Source: Requirements 2, 7.1. */
  panel: string | null;
}

/**
 * The partitions and the panel that a first step names; `answers` are those that count. Source: Requirements 2, 6.16.
 */
export function askedFor(index: StepIndex, answers: readonly Answer[]): AskedFor {
  const valuesOf = (meaning: string): string[] => {
    const id = index.meanings.get(meaning)?.element.id;
    return answers.filter(({ elementId }) => elementId === id).flatMap(({ values }) => values);
  };
  const partitions = new Set(valuesOf('partition').filter((value) => value !== ''));
  return { partitions: [...partitions], panel: valuesOf(meaningOf.researchGroup)[0] ?? null };
}

const meaningOf = {
  title: 'project_title',
  piFirstName: 'pi_first_name',
  piLastName: 'pi_last_name',
  piAffiliation: 'pi_affiliation',
  researchGroup: 'research_field_group',
  researchTitle: 'research_field_title',
} as const satisfies Record<Exclude<keyof ProjectedColumns, 'partitions'>, string>;

/**
 * What lists show of an application: the answers of the elements that carry a meaning, as people read them (the label
 * of an option, the name of a partition). `answers` are those that count, so hidden ones are left out by the caller.
 * Source: Requirements 2, 7.3 and 7.5.
 */
export function projectColumns(
  index: StepIndex,
  answers: readonly Answer[],
  context: FormContext,
): ProjectedColumns {
  const shown = (meaning: string): string[] => {
    const placed = index.meanings.get(meaning);
    if (placed === undefined) return [];
    const { element } = placed;
    const around = { context, parent: null, partition: null, required: false };
    return answers
      .filter(({ elementId }) => elementId === element.id)
      .flatMap(({ values }) =>
        values.map((value) => {
          const displayed = elementRules[element.type].display([value], element, around);
          // What is told in the words of each language is kept as it was answered.
          return typeof displayed === 'string' ? displayed : value;
        }),
      )
      .filter((text) => text !== '');
  };
  const first = (meaning: string): string => shown(meaning)[0] ?? '';
  return {
    title: first(meaningOf.title),
    piFirstName: first(meaningOf.piFirstName),
    piLastName: first(meaningOf.piLastName),
    piAffiliation: first(meaningOf.piAffiliation),
    researchGroup: first(meaningOf.researchGroup),
    researchTitle: first(meaningOf.researchTitle),
    partitions: [...new Set(shown('partition'))],
  };
}
