import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Keys of all advisory locks. A lock of single things has the id of the thing as its second key. */
export const locks = {
  migrations: 7_231_406,
  world: 7_231_407,
  /** The files of a user: the room that is left for them. */
  filesOfUser: 7_231_408,
  configurationChanges: 7_231_409,
  restore: 7_231_410,
  /** The draft of a call. */
  draftOfCall: 7_231_411,
  /** The names of all calls. */
  callNames: 7_231_412,
  /** The timers of an application. */
  timersOfApplication: 7_231_413,
};

type Lock = keyof typeof locks;
type LockOfThings = Extract<Lock, `${string}Of${string}`>;

/** Locks something until the transaction ends. The lock is a statement of its own, so later ones read what was written before. */
export const lockWhole = (tx: Db, lock: Exclude<Lock, LockOfThings>) =>
  sql`select pg_advisory_xact_lock(${locks[lock]})`.execute(tx);

/** Locks single things until the transaction ends, in the order of their ids: two of these never wait for each other. */
export const lockThings = (tx: Db, lock: LockOfThings, ids: readonly number[]) =>
  sql`select pg_advisory_xact_lock(${locks[lock]}::int, (id % 2147483647)::int)
    from unnest(${[...ids]}::bigint[]) id order by id`.execute(tx);
