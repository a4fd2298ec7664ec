import type { Db } from './pool.ts';

/** In the transaction that there is, or in one of its own. */
export const within = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
