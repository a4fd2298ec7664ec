import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { writeReaderships } from '../../features/applications/readerships.ts';
import { notADemonstration, publishedPassword } from '../../features/demo/demonstration.ts';
import { hasOwnLists } from '../../features/options/provide-standard-lists.ts';
import { sealBankDetails } from '../../features/users/profile/bank-details.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { lockWhole } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Vault } from '../../platform/vault.ts';
import { type PlannedWorld, planWorld } from './plan-world.ts';
import { readWorld } from './read-world.ts';
import { bytes, type Row } from './rows.ts';

export type Loaded =
  | { ok: true; counts: { users: number; calls: number; applications: number; documents: number } }
  | { ok: false; sentences: string[] };

/** Tables in the order in which references are met. */
const order = [
  'organisation',
  'centres',
  'partitions',
  'option_groups',
  'options',
  'users',
  'memberships',
  'consents',
  'bank_details',
  'calls',
  'cutoffs',
  'cutoff_partitions',
  'flow_versions',
  'flow_steps',
  'view_rules',
  'flow_automations',
  'timeframes',
  'call_documents',
  'legacy_records',
  'legacy_files',
  'applications',
  'assignments',
  'activities',
  'group_instances',
  'answers',
  'submissions',
  'documents',
  'step_states',
  'step_releases',
  'conflicts',
  'decisions',
  'notes',
  'events',
] as const satisfies readonly (keyof Database)[];

/** Tables whose ids the database counts. The rows bring their own, so the counters move behind them. */
const counted = [
  'users',
  'calls',
  'legacy_records',
  'cutoffs',
  'flow_versions',
  'applications',
  'events',
] as const;

/** `demo`: the setting of the process, if it is an operator who loads the world. */
interface Place {
  db: Db;
  files: Files;
  vault: Vault;
  demo?: boolean;
}

/** Loads a world file with what it includes; see loadWorld. */
export async function loadWorldFile(into: Place, path: string, now: Date): Promise<Loaded> {
  const read = await readWorld(path);
  return read.ok ? loadWorld(into, read.world, now) : read;
}

/**
 * Loads a world, given as JSON with its includes resolved, into an empty database: all or nothing. Times count from
 * `now`; the same world at the same time gives the same rows but for password hashes, storage keys and sealed bank details. No mails follow.
 * Refusals, one sentence each: a database that is not empty, and everything that planWorld refuses.
 */
export async function loadWorld(into: Place, world: unknown, now: Date): Promise<Loaded> {
  const result = await planWorld(world, now);
  if (!result.ok) return result;
  const { planned } = result;
  // An account with this password is open to all readers, whichever file it came from.
  const demonstration = [...planned.passwords.values()].includes(publishedPassword);
  if (demonstration && into.demo === false) return { ok: false, sentences: [publishedAccounts] };
  const stored: string[] = [];
  let committing = false;
  try {
    const loaded = await into.db.transaction().execute(async (tx): Promise<Loaded> => {
      // A second load waits for the first, and then refuses because the database is no longer empty.
      await lockWhole(tx, 'world');
      const full = await firstFullTable(tx);
      if (full !== null)
        return {
          ok: false,
          sentences: [
            `The database is not empty: it holds ${full}. A world is loaded into an empty database only.`,
          ],
        };
      const begun = await tx.deleteFrom('organisation').returning('demonstration').executeTakeFirst();
      if (demonstration && begun?.demonstration === false) throw new Refused(notADemonstration);
      await sql`delete from option_groups`.execute(tx);
      await hashPasswords(planned);
      sealBank(planned, into.vault, now);
      await storeDocuments(planned, into.files, stored);
      for (const table of order) {
        await insertAll(tx, table, planned.rows[table] ?? []).catch((error: unknown) => {
          throw isOfData(error) ? refusedRows(table, error) : error;
        });
      }
      for (const table of counted)
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(
          tx,
        );
      await writeReaderships(
        tx,
        (planned.rows.applications ?? []).map(({ id }) => Number(id)),
      );
      if (demonstration) await sql`update organisation set demonstration = true`.execute(tx);
      // What is open in a world that begins now opened long ago: nobody gets a mail about it.
      await sql`insert into call_openings (call_id, noted_at) select c.id, ${now} from calls c
        where c.published and exists (select from cutoffs k where k.call_id = c.id and k.starts_at <= ${now})`.execute(
        tx,
      );
      // What was over then is past as well: no automation starts from it.
      await sql`update applications ap set cutoff_passed_at = greatest(k.ends_at, ap.submitted_at) from cutoffs k
        where k.id = ap.cutoff_id and ap.status in ('submitted', 'changes_requested') and k.ends_at < ${now}`.execute(
        tx,
      );
      await sql`update workflow_sweeps set until = greatest(until, ${now})`.execute(tx);
      const count = (table: (typeof order)[number]) => planned.rows[table]?.length ?? 0;
      committing = true;
      return {
        ok: true,
        counts: {
          users: count('users'),
          calls: count('calls'),
          applications: count('applications'),
          documents: count('documents'),
        },
      };
    });
    return loaded;
  } catch (error) {
    // How a commit ended that was lost on the way nobody knows: what is left over shows when files and rows are compared.
    if (!committing) await Promise.all(stored.map((key) => into.files.remove(key)));
    if (error instanceof Refused) return { ok: false, sentences: [error.message] };
    throw error;
  }
}

/** The database's own rules about values (class 22) and about rows that go together (class 23). */
const isOfData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/** Undoes the transaction; its message is for the operator. */
class Refused extends Error {}

/** What the plan let pass and the database does not: said with the rows that it stumbled over. */
const refusedRows = (table: string, { message, detail }: pg.DatabaseError): Refused =>
  new Refused(
    `The database does not take the ${table} of this world: ${[message, detail].filter(Boolean).join('. ')}`,
  );

const publishedAccounts =
  'This world holds accounts with the password of the demonstration, which everybody can read. Nothing was changed. ' +
  'Set DEMO=on to load it, or give the world another password.';

/**
 * What an empty database does not hold, in words; null when it is empty. A start without a world leaves an organisation
 * without a name and the standard lists behind; as long as nobody changed them, the world takes their place.
 */
async function firstFullTable(tx: Db): Promise<string | null> {
  const found = await sql<{ what: string }>`
    select what from (
      select 1 as rank, 'an organisation' as what where exists (
        select from organisation where settings <> ${JSON.stringify(defaultOrganisation)}::jsonb)
      union all select 2, 'users' where exists (select from users)
      union all select 3, 'calls' where exists (select from calls)
      union all select 4, 'centres' where exists (select from centres)
    ) as full_tables order by rank limit 1`.execute(tx);
  return found.rows[0]?.what ?? ((await hasOwnLists(tx)) ? 'options' : null);
}

/** One hash per password: accounts of a demonstration share theirs. */
async function hashPasswords(planned: PlannedWorld): Promise<void> {
  const hashes = new Map<string, string>();
  for (const password of new Set(planned.passwords.values()))
    hashes.set(password, await hashPassword(password));
  for (const user of planned.rows.users ?? []) {
    // Whoever is locked has no password yet; it is chosen with a mailed link.
    const password = user.status === 'locked' ? undefined : planned.passwords.get(Number(user.id));
    user.password_hash = password === undefined ? null : (hashes.get(password) ?? null);
  }
}

function sealBank({ bank, rows }: PlannedWorld, vault: Vault, now: Date): void {
  rows.bank_details = [...bank].map(([userId, details]) => {
    const { key_id, nonce, sealed } = sealBankDetails(vault, userId, details);
    return {
      user_id: userId,
      key_id,
      nonce: bytes(nonce),
      sealed: bytes(sealed),
      updated_at: now.toISOString(),
    };
  });
}

async function storeDocuments(planned: PlannedWorld, files: Files, stored: string[]): Promise<void> {
  const store = async <R extends object>({ row, bytes: content }: { row: R; bytes: Uint8Array }) => {
    const { key, sha256 } = await files.put(content);
    stored.push(key);
    return { ...row, sha256: bytes(sha256), storage_key: key };
  };
  planned.rows.documents = [];
  for (const document of planned.documents) planned.rows.documents.push(await store(document));
  planned.rows.call_documents = [];
  for (const document of planned.callDocuments) planned.rows.call_documents.push(await store(document));
  planned.rows.legacy_files = [];
  for (const file of planned.legacyFiles) planned.rows.legacy_files.push(await store(file));
}

/** As many rows as one statement takes: a document of the database holds 256 MB at most. */
const batch = 10_000;

/** Inserts all rows of a table, batch by batch. Columns that no row names take their default. */
async function insertAll<T extends (typeof order)[number]>(
  tx: Db,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(
    [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => sql.ref(name)),
  );
  for (let from = 0; from < rows.length; from += batch) {
    const some = JSON.stringify(rows.slice(from, from + batch));
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${some}::jsonb)
    `.execute(tx);
  }
}
