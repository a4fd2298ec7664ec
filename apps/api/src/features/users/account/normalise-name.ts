import { normaliseLine } from '@clearcall/domain/forms/text.ts';
import { message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/** A name as one line of text. */
export function normaliseName(name: string): string {
  return normaliseLine(name).replaceAll(/\s+/g, ' ');
}

/** The names of a new account, or why they are refused: a person says that they have one name. */
export function ownNames(given: {
  firstName: string;
  lastName: string;
  oneName?: true | undefined;
}): { firstName: string; lastName: string } | Refusal {
  const [firstName, lastName] = [normaliseName(given.firstName), normaliseName(given.lastName)];
  if (firstName === '') return refuse('invalid_input', { message: [message('refusals.input.firstName')] });
  if (lastName === '' && given.oneName !== true)
    return refuse('invalid_input', { message: [message('refusals.input.lastName')] });
  return { firstName, lastName };
}

/** The names that somebody gave, as columns; what was left empty stays as it is. */
export function namesOf(given: { firstName?: string | undefined; lastName?: string | undefined }) {
  const first_name = normaliseName(given.firstName ?? '');
  const last_name = normaliseName(given.lastName ?? '');
  return { ...(first_name === '' ? {} : { first_name }), ...(last_name === '' ? {} : { last_name }) };
}

/** Names a locked account that has no name yet, as the row that met it says. */
export const namesWhereNone = {
  first_name: nameWhereNone('first_name'),
  last_name: nameWhereNone('last_name'),
};

function nameWhereNone(column: 'first_name' | 'last_name') {
  const [old, given] = [sql.ref(`users.${column}`), sql.ref(`excluded.${column}`)];
  return sql<string>`case when users.status = 'locked' and ${old} = '' then ${given} else ${old} end`;
}
