import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

const advisoryLock = 7_231_412;

/** Locks the names of all calls until the transaction ends: new calls and publications check theirs against the others. */
export const lockCallNames = (tx: Db) => sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
