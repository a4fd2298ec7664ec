import { sql } from 'kysely';
import { planActions } from '../features/applications/automations/automate.ts';
import { loadFlow } from '../features/applications/flow-facts.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { automateAttempts } from '../platform/outbox/emit.ts';
import { workflowNow } from '../platform/platform.ts';
import { runCommand } from '../run-command.ts';

/**
 * Plans an automation of an application whatever its state, for journeys: `node plan-action.ts UID AUTOMATION`. The
 * worker then carries it out, or the workflow refuses it, as any other.
 */
const [uid = '', automationId = ''] = process.argv.slice(2);

process.exitCode = await runCommand(async (platform) => {
  const now = workflowNow(platform);
  return platform.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; flowVersionId: number; eventId: number }>`
      select a.id, a.flow_version_id as "flowVersionId", max(e.id) as "eventId"
      from applications a join events e on e.application_id = a.id where a.uid = ${uid} group by a.id
    `.execute(tx);
    const application = rows[0];
    if (application === undefined) return [`There is no application ${uid}.`];
    const { flow } = await loadFlow(platform, application.flowVersionId, now, { via: tx });
    const automation = flow.automations.find(({ id }) => id === automationId);
    if (automation === undefined) return [`The flow of ${uid} has no automation ${automationId}.`];
    await planActions(
      tx,
      [
        {
          applicationId: application.id,
          eventId: application.eventId,
          automation,
          target: null,
          moment: null,
          depth: 1,
        },
      ],
      now,
    );
    await addJob(tx, 'automate', { applicationId: application.id }, automateAttempts);
    return [];
  });
});
