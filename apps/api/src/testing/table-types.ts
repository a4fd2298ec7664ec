import type pg from 'pg';

const plain: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Instant',
  uuid: 'string',
};

const header = `// Generated from the migrated database with \`npm run schema\`. Types that the database does not know are in schema.ts.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** An instant: read as a Date, written as a Date or an ISO text. */
type Instant = ColumnType<Date, Date | string, Date | string>;
/** A document: read parsed, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
/** A column with a default. */
type Default<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

/** All tables and columns: int8 is read as a number, numeric and date (yyyy-mm-dd) as text. */
export interface Tables {
`;

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isComputed: boolean;
  /** The check constraint that lists its values. */
  values: string | null;
}

function typeOf({ table, column, type, values, isNullable, hasDefault, isComputed }: Column): string {
  const element = plain[type.replace(/^_/, '')];
  if (element === undefined)
    throw new Error(`${table}.${column} has the type ${type}, which is not known here`);
  const listed = [...(values ?? '').matchAll(/('[^']+')::text/g)].map(([, value]) => value).join(' | ');
  const base = type.startsWith('_') ? `${element}[]` : listed || element;
  if (isComputed) return `GeneratedAlways<${base}>`;
  if (isNullable) return `${base} | null`;
  return hasDefault ? `Default<${base}>` : base;
}

/** Writes the types of all tables as platform/db/tables.ts holds them. */
export async function writeTableTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.table_name as table, c.column_name as column, c.udt_name as type,
      c.is_nullable = 'YES' as "isNullable", c.column_default is not null as "hasDefault",
      c.identity_generation = 'ALWAYS' or c.is_generated = 'ALWAYS' as "isComputed",
      (select min(pg_get_constraintdef(oid)) from pg_constraint
        where contype = 'c' and conrelid = format('public.%I', c.table_name)::regclass
          and pg_get_constraintdef(oid) ~ format('^CHECK \\(\\(%s = ANY \\(ARRAY\\[[^]]+\\]\\)\\)\\)$', c.column_name)) as values
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name <> 'migrations'
    order by c.table_name collate "C", c.ordinal_position`);
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table)).map(
    ([table, columns = []]) =>
      `  ${table}: {\n${columns.map((one) => `    ${one.column}: ${typeOf(one)};\n`).join('')}  };\n`,
  );
  return `${header}${tables.join('')}}\n`;
}
