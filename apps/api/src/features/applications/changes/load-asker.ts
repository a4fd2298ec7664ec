import { canPointAt } from '@clearcall/domain/forms/can-point-at.ts';
import type { FieldKey, Step } from '@clearcall/domain/forms/types.ts';
import { projectApplication } from '@clearcall/domain/permissions/project-application.ts';
import { type Asker, askerOf } from '@clearcall/domain/permissions/project-threads.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import { loadFlow } from '../flow-facts.ts';
import { loadApplication, whereKey } from '../sql.ts';

/** An assignment as somebody asks for changes of it. */
export interface Asked {
  applicationId: number;
  asker: Asker;
  /** The step as they may see it. */
  step: Step;
  /** Whether they may point there. */
  takes: (key: FieldKey) => boolean;
}

/** Holds the application of an assignment until the end of the transaction: who changes what happens in it does so too. */
export async function holdApplication(tx: Db, assignmentId: string): Promise<void> {
  await sql`select ap.id from applications ap where ${whereKey({ assignmentId })} for update`.execute(tx);
}

/** As what a viewer asks for changes of an assignment, and what of it they may see; null where they do not. */
export async function loadAsker(
  platform: Platform,
  db: Db,
  viewer: Viewer,
  assignmentId: string,
  now: Date,
): Promise<Asked | null> {
  const snapshot = await loadApplication(db, { assignmentId }, viewer.userId, now);
  if (snapshot === null) return null;
  const flow = await loadFlow(platform, snapshot.flowVersionId, now, { via: db });
  // What its forms read of others, and which commands may be given, is not asked here.
  const commands = { ofAssignment: () => ({}), ofApplication: () => [] };
  const seen = projectApplication(viewer, snapshot, { ...flow, formFacts: () => null, commands }, now);
  const shown = seen?.assignments.find(({ id }) => id === assignmentId);
  const assignment = snapshot.assignments.find(({ id }) => id === assignmentId);
  const step = (seen?.steps as Step[] | undefined)?.find(({ id }) => id === shown?.stepId);
  if (shown === undefined || assignment === undefined || step === undefined) return null;
  const asker = askerOf(viewer, snapshot, flow.flow, assignment);
  if (asker === null) return null;
  const rows = shown.groups.map(({ id, flowElementId }) => ({ id, elementId: flowElementId }));
  return { applicationId: snapshot.id, asker, step, takes: (key) => canPointAt(step, rows, key) };
}
