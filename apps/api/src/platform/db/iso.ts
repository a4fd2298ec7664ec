import { type RawBuilder, sql } from 'kysely';

/** A timestamptz column as the wire has it: an ISO instant in UTC with milliseconds. For columns inside JSON. */
export function iso(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
