import type { Db } from '../../platform/db/pool.ts';

/** Beside the northern centre one in the south with a partition of its own, and one in the west with none. */
export async function createFurtherCentres(db: Db): Promise<void> {
  await db
    .insertInto('centres')
    .values([
      { id: 'south', name: 'Southern Centre' },
      { id: 'west', name: 'Western Centre' },
    ])
    .execute();
  await db
    .insertInto('partitions')
    .values({
      id: 'polar-gpu',
      name: 'Polar GPU',
      kind: 'GPU',
      centre_id: 'south',
      system: 'Polar',
      unit: 'node hours',
    })
    .execute();
}

/** The partition of the south is offered too. */
export async function offerInSouth(db: Db, cutoffIds: readonly number[]): Promise<void> {
  await db
    .insertInto('cutoff_partitions')
    .values(cutoffIds.map((id) => ({ cutoff_id: id, partition_id: 'polar-gpu', min: '1', max: '99999999' })))
    .execute();
}

/** Puts people into centres, as their representatives, and into panels, as their chairs. */
export async function putInto(
  db: Db,
  people: readonly { userId: number; centre?: string; panel?: string }[],
): Promise<void> {
  await db
    .insertInto('memberships')
    .values(
      people.map(({ userId, centre, panel }) =>
        centre === undefined
          ? { user_id: userId, panel: panel ?? null, part: 'chair' }
          : { user_id: userId, centre_id: centre, part: 'representative' },
      ),
    )
    .execute();
}
