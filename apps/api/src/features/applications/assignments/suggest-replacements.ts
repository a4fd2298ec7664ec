import type { Db } from '../../../platform/db/pool.ts';

/** Somebody whom a person who refuses names in their place. */
export interface Replacement {
  name: string;
  email?: string | undefined;
  institution?: string | undefined;
}

/** Keeps whom the owner of an assignment named when refusing it, in their order, in the caller's transaction. */
export async function writeReplacements(
  tx: Db,
  replacements: readonly Replacement[],
  {
    assignmentId,
    userId,
    now,
    newId,
  }: { assignmentId: string; userId: number; now: Date; newId: () => string },
): Promise<void> {
  if (replacements.length === 0) return;
  await tx
    .insertInto('suggested_replacements')
    .values(
      replacements.map(({ name, email, institution }, position) => ({
        id: newId(),
        assignment_id: assignmentId,
        suggested_by: userId,
        position,
        name,
        email: email ?? null,
        institution: institution ?? null,
        created_at: now,
      })),
    )
    .execute();
}
