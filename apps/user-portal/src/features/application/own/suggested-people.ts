import { isEmail } from '@clearcall/domain/forms/email-address.ts';

/** Somebody who could do it instead, as typed. */
export interface SuggestedPerson {
  name: string;
  email: string;
  institution: string;
}

export const maxSuggested = 3;
export const nobody: SuggestedPerson = { name: '', email: '', institution: '' };

const isEmpty = (person: SuggestedPerson): boolean =>
  Object.values(person).every((text) => text.trim() === '');

/** What is wrong with one of them: a row that stays empty is nobody. */
export function faultsOf(person: SuggestedPerson): { name?: true; email?: true } {
  if (isEmpty(person)) return {};
  return {
    ...(person.name.trim() === '' ? { name: true } : {}),
    ...(person.email.trim() === '' || isEmail(person.email) ? {} : { email: true }),
  };
}

export const hasFaults = (people: readonly SuggestedPerson[]): boolean =>
  people.some((person) => Object.keys(faultsOf(person)).length > 0);

/** As they are sent. */
export const suggestsOf = (
  people: readonly SuggestedPerson[],
): { name: string; email?: string; institution?: string }[] =>
  people
    .filter((person) => !isEmpty(person))
    .map(({ name, email, institution }) => ({
      name: name.trim(),
      ...(email.trim() === '' ? {} : { email: email.trim() }),
      ...(institution.trim() === '' ? {} : { institution: institution.trim() }),
    }));
