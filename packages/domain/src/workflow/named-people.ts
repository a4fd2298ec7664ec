import type { Answer } from '../forms/types.ts';
import type { StepIndex } from './step-index.ts';

/** Whom a form may name: the meanings of the elements begin with it, as in `team_email` or `excluded_name`. */
export type PeoplePart = 'pi' | 'contact' | 'team' | 'excluded';

/** What a form may say of each: the endings of those meanings. */
const nameMeanings = ['first_name', 'last_name', 'name', 'email', 'orcid'] as const;
type NameMeaning = (typeof nameMeanings)[number];

/** Meanings whose answers tell for certain who took part in an application, whatever the form is. */
export const certainMeanings = (['pi', 'contact', 'team'] as const satisfies readonly PeoplePart[]).flatMap(
  (part) => (['email', 'orcid'] as const).map((meaning) => `${part}_${meaning}`),
);

/** Somebody whom an application names. */
export interface NamedPerson {
  /** The first element that says something, and the row where it stands in a group: where to look. */
  elementId: string;
  groupId: string | null;
  name: string;
  email: string | null;
  orcid: string | null;
}

/**
 * The people that answers of a step name in one part, in the order of the answers. A row in which nothing is said is
 * nobody. The elements are found by their meaning, so a form may ask for a name in one field or in two, with or without
 * an address. Source: docs/concepts.md, Meaning.
 */
export function namedPeople(
  meanings: StepIndex['meanings'],
  answers: readonly Answer[],
  part: PeoplePart,
): NamedPerson[] {
  const meaningOf = new Map<string, NameMeaning>();
  for (const meaning of nameMeanings) {
    const placed = meanings.get(`${part}_${meaning}`);
    if (placed !== undefined) meaningOf.set(placed.element.id, meaning);
  }
  const found = new Map<string | null, { elementId: string; parts: Partial<Record<NameMeaning, string>> }>();
  for (const { elementId, groupId, values } of answers) {
    const meaning = meaningOf.get(elementId);
    const value = values[0]?.trim() ?? '';
    if (meaning === undefined || value === '') continue;
    const person = found.get(groupId) ?? { elementId, parts: {} };
    person.parts[meaning] = value;
    found.set(groupId, person);
  }
  return [...found].map(([groupId, { elementId, parts }]) => ({
    elementId,
    groupId,
    name: parts.name ?? [parts.first_name, parts.last_name].filter((name) => name !== undefined).join(' '),
    email: parts.email ?? null,
    orcid: parts.orcid ?? null,
  }));
}
