import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import { writeReaderships } from '../features/applications/readerships.ts';
import type { TestApp } from './build-test-app.ts';
import { createCall, createDraft, smallFlow } from './factories.ts';

const opening = (role: string, scope: string) => ({ role, scope, of: 'submitted', audience: ['public'] });

/** Who reads the application by centre or panel, and who of them, and of rapporteurs, puts reviewers on the review. */
const permissions: Readonly<Record<string, object>> = {
  APP: { view: [opening('panel_chair', 'panel'), opening('compute_centre_representative', 'centre')] },
  REV: {
    assign: ['panel_chair', 'compute_centre_representative', 'rapporteur'],
    assignable: ['scientific_reviewer'],
    view: [],
  },
};
/** The small flow with a step at which the chair of the panel reads and puts reviewers on the review. */
const flowWithChair = {
  ...smallFlow,
  steps: smallFlow.steps.map((step) => ({ ...step, permissions: permissions[step.id] ?? {} })),
};

/** Gives somebody a part in an application. */
export async function assign(
  { db, platform }: TestApp,
  to: { applicationId: number; userId: number; role: string; stepId?: string; status?: AssignmentStatus },
): Promise<void> {
  await db
    .insertInto('assignments')
    .values({
      id: platform.newId(),
      application_id: to.applicationId,
      step_id: to.stepId ?? 'REV',
      owner_id: to.userId,
      role: to.role,
      status: to.status ?? 'accepted',
      created_at: platform.now(),
    })
    .execute();
  await writeReaderships(db, [to.applicationId]);
}

/** A submitted application of somebody new, with one reviewer on it and one who has a conflict, in the hands of a chair. */
export async function createPanelWork(test: TestApp, chairId: number) {
  const call = await createCall(test, { flow: flowWithChair });
  const applicant = await test.login({ firstName: 'Ada', lastName: 'Applicant' });
  const reviewer = await test.login({ firstName: 'Rui', lastName: 'Reviewer', role: 'scientific_reviewer' });
  const conflicted = await test.login({ firstName: 'Cid', lastName: 'Friend', role: 'scientific_reviewer' });
  const { id, uid } = await createDraft(test, call.id, applicant);
  await test.db
    .updateTable('applications')
    .set({
      status: 'submitted',
      submitted_at: test.platform.now(),
      panel: 'PE1',
      partition_ids: ['aurora-cpu'],
    })
    .where('id', '=', id)
    .execute();
  await test.db
    .updateTable('assignments')
    .set({ status: 'submitted', submitted_at: test.platform.now() })
    .where('application_id', '=', id)
    .execute();
  // The chair's own step stands outside of the review; whoever reads it there decides who reviews.
  await assign(test, { applicationId: id, userId: chairId, role: 'panel_chair', stepId: 'ANS' });
  await assign(test, { applicationId: id, userId: reviewer.userId, role: 'scientific_reviewer' });
  await assign(test, {
    applicationId: id,
    userId: conflicted.userId,
    role: 'scientific_reviewer',
    status: 'conflicted',
  });
  return { id, uid, applicant, reviewer, conflicted };
}
