import * as contract from '@clearcall/contract/running.ts';
import { lateSince } from '@clearcall/domain/automation/open-action.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { iso } from '../../../platform/db/iso.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { workflowNow } from '../../../platform/platform.ts';
import { readHealth } from '../answer-health.ts';

type Reply = z.output<typeof contract.openRunning.reply>;

interface Found {
  postgresql: string;
  migration: string;
  emails: Omit<Reply['emails'], 'state'>;
  jobs: Omit<Reply['jobs'], 'state'>;
  actions: Reply['actions'];
  storage: Reply['storage'];
  lastBackupAt: string | null;
}

/** The error of a job stays in the log, because it can name people. */
const failing = sql`select coalesce(jsonb_agg(jsonb_build_object('id', j.id::text, 'task', j.task_identifier,
    'attempts', j.attempts, 'maxAttempts', j.max_attempts,
    'nextAt', case when j.attempts < j.max_attempts then ${iso('j.run_at')} end) order by j.created_at), '[]')
  from (select id, task_identifier, attempts, max_attempts, run_at, created_at from graphile_worker.jobs where attempts > 0 and locked_at is null
    order by created_at limit 50) j`;

export const openRunning = operation(contract.openRunning, async (_call, platform) => {
  const { mails, jobs, settings } = await readHealth(platform);
  const { rows } = await sql<Found>`select
    current_setting('server_version') as postgresql,
    (select max(name) from migrations) as migration,
    (select jsonb_build_object(
        'planned', count(*) filter (where state = 'planned'),
        'oldestPlannedAt', min(${iso('planned_at')}) filter (where state = 'planned'),
        'failed', count(*) filter (where state = 'failed'))
      from deliveries where state in ('planned', 'failed')) as emails,
    (select jsonb_build_object('due', count(*), 'oldestDueAt', min(${iso('run_at')}), 'failing', (${failing}))
      from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts
        -- An email that waits is counted as an email.
        and task_identifier <> 'send_mail') as jobs,
    (select jsonb_build_object(
        'overdue', count(*) filter (where state = 'planned' and planned_at < ${lateSince(workflowNow(platform))}),
        'failed', count(*) filter (where state = 'failed'))
      from planned_actions where state in ('planned', 'failed')) as actions,
    (select jsonb_build_object('databaseBytes', pg_database_size(current_database()), 'files', count(*),
        'filesBytes', coalesce(sum(size_bytes), 0)) from documents) as storage,
    (select max(${iso('at')}) from configuration_changes where action = 'backup_made') as "lastBackupAt"`.execute(
    platform.db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the state was not answered');
  return {
    ...found,
    version: manifest.version,
    settings,
    emails: { ...found.emails, state: mails },
    jobs: { ...found.jobs, state: jobs },
  };
});

export const runJobAgain = configurationCommand(contract.runJobAgain, async (tx, { body, params }) => {
  const { rows } = await sql<{ task: string }>`
    select t.identifier as task from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where id = ${params.id}::bigint and attempts > 0),
        run_at => now(), attempts => 0) j
      join graphile_worker._private_tasks t on t.id = j.task_id`.execute(tx);
  const [job] = rows;
  if (job === undefined) return refuse('not_found');
  const subject = { kind: 'portal', id: params.id } as const;
  const after = { task: job.task };
  return { change: { action: 'job_run_again', subject, after, reason: body.reason }, reply: done };
});
