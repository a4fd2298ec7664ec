import type { TestApp } from './build-test-app.ts';
import { createCall, createDraft } from './factories.ts';
import { assign } from './panel-work.ts';
import { reviewFlow } from './review-flow.ts';

/** A submitted application with a scientific review by each reviewer, and its accepted payment. */
export async function createPayment(
  test: TestApp,
  financeId: number,
  reviewerIds: readonly number[],
  flow: object = reviewFlow,
) {
  const call = await createCall(test, { flow });
  const { id: applicationId, uid, assignmentId } = await createDraft(test, call.id, await test.login());
  const submitted = { status: 'submitted', submitted_at: test.platform.now() } as const;
  await test.db.updateTable('applications').set(submitted).where('id', '=', applicationId).execute();
  await test.db.updateTable('assignments').set(submitted).where('id', '=', assignmentId).execute();
  for (const userId of reviewerIds)
    await assign(test, {
      applicationId,
      userId,
      role: 'scientific_reviewer',
      stepId: 'SCI',
      status: 'submitted',
    });
  await assign(test, { applicationId, userId: financeId, role: 'finance_manager', stepId: 'FIN' });
  const { id } = await test.db
    .selectFrom('assignments')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('step_id', '=', 'FIN')
    .executeTakeFirstOrThrow();
  return { id, uid, applicationId };
}
