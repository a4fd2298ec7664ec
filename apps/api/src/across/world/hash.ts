import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * What says nothing about the content: the salt of a password is chance, and so is the name of a file in the storage
 * (its content counts by documents.sha256). Which readership an application has, and what the titles of steps are, follows
 * from the rest.
 */
const leftOut = ['password_hash', 'storage_key', 'readership_id', 'titles'];
/**
 * The list of applied migrations has the time of the machine in it; how often something changed is no content; what was
 * told once, and who reads what, follow from the rest.
 */
const leftOutTables = ['migrations', 'changes', 'told_parts', 'readerships'];

/**
 * A SHA-256 over the content of all tables of the portal, independent of the order in which rows were written. Two
 * databases with the same hash hold the same world. Backups are checked by it: another hash over the same content is
 * another format of theirs. What says nothing in other languages has the hash that it had before it could. `snapshot`: the moment that another transaction sees.
 */
export async function hashDatabase(db: Db, snapshot?: string): Promise<string> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (snapshot !== undefined) await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
      // Instants are written in the zone of the session.
      await sql`set local time zone 'UTC'`.execute(tx);
      const tables = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${leftOutTables}::text[])
        order by table_name collate "C"`.execute(tx);
      const whole = createHash('sha256');
      for (const { name } of tables.rows) {
        const found = await sql<{ hash: string | null }>`
          select encode(sha256(convert_to(string_agg(row_hash, '' order by row_hash), 'UTF8')), 'hex') as hash
          from (
            select md5((told - case when told -> 'in_languages' = 'null' then 'in_languages' else '' end)::text)
              collate "C" as row_hash
            from (select to_jsonb(row_of_table) - ${leftOut}::text[] as told from ${sql.table(name)} as row_of_table offset 0) as rows
          ) as hashed`.execute(tx);
        whole.update(`${name} ${found.rows[0]?.hash ?? ''}\n`);
      }
      return whole.digest('hex');
    });
}
