import type { Database } from '../../platform/db/schema.ts';

/** A row as JSON for one insert of all rows of a table: instants as ISO texts, bytes as '\x' and hex. */
export type Row<T extends keyof Database> = { [C in keyof Database[T]]?: unknown };

/** Everything that is written, by table, in an order in which references are met. */
export type Rows = { [T in keyof Database]?: Row<T>[] };

/** One list of rows per table, filled as the plan goes on. */
export function collectRows() {
  const rows: Rows = {};
  return {
    rows,
    add<T extends keyof Database>(table: T, row: Row<T>): void {
      const list = (rows[table] ?? []) as Row<T>[];
      list.push(row);
      (rows as Record<string, unknown>)[table] = list;
    },
  };
}
export type Collector = ReturnType<typeof collectRows>;

export const bytes = (buffer: Uint8Array): string => `\\x${Buffer.from(buffer).toString('hex')}`;
