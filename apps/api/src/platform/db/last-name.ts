import { type RawBuilder, sql } from 'kysely';

/** The last name in a row of `users`; null where none is kept any more, of a closed account. */
export function lastName(row: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`case when ${column('status')} = 'closed' and ${column('first_name')} = ''
    then nullif(${column('last_name')}, '') else ${column('last_name')} end`;
}
