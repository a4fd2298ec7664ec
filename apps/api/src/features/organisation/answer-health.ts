import type { openHealth } from '@clearcall/contract/demo.ts';
import { sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import { emailsGoTo } from '../../platform/config.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

type Endpoint = typeof openHealth;

/** Whether mails leave, jobs are worked on and settings can be read. Throws where the database does not answer. */
export async function readHealth({ db, now, organisation, config }: Platform) {
  const isOff = emailsGoTo(config) === 'nowhere';
  const { rows } = await sql<{ mailsWait: boolean; jobsWait: boolean; wrong: number | null }>`select exists (
    select from deliveries where state = 'planned' and attempts > 0
      and planned_at < ${now()}::timestamptz - interval '10 minutes') as "mailsWait",
    exists (select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where locked_at is null and attempts = 0 and run_at < now() - interval '10 minutes'
        and (t.identifier <> 'send_mail' or not ${isOff})) as "jobsWait",
    (select wrong from workflow_sweeps where name = 'readerships') as wrong`.execute(db);
  return {
    mails: isOff ? 'off' : rows[0]?.mailsWait ? 'waiting' : 'flowing',
    jobs: rows[0]?.jobsWait ? 'waiting' : 'going',
    readerships: (rows[0]?.wrong ?? 0) > 0 ? 'corrected' : 'right',
    settings: (await organisation.areReadable()) ? 'read' : 'kept',
  } as const;
}

/** Lives as soon as it answers; is ready when the database answers too. */
export async function answerHealth(_call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  try {
    return { live: true, ready: true, version: manifest.version, ...(await readHealth(platform)) };
  } catch (error) {
    platform.log.warn({ err: error }, 'the database does not answer');
    return refuse('unavailable', { body: { live: true, ready: false, version: manifest.version } });
  }
}
