import { normaliseLine } from '@clearcall/domain/forms/text.ts';
import { sql } from 'kysely';

/** A name as one line of text. */
export function normaliseName(name: string): string {
  return normaliseLine(name).replaceAll(/\s+/g, ' ');
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
