import type { openHealth } from '@clearcall/contract/demo.ts';
import { sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

type Endpoint = typeof openHealth;

/** Lives as soon as it answers; is ready when the database answers too. Says whether mails leave and settings can be read. */
export async function answerHealth(
  _call: Call<Endpoint>,
  { db, now, log, organisation }: Platform,
): Promise<Outcome<Endpoint>> {
  try {
    const { rows } = await sql<{ waiting: boolean }>`select exists (
      select from deliveries where state = 'planned' and attempts > 0
        and planned_at < ${now()}::timestamptz - interval '10 minutes') as waiting`.execute(db);
    const mails = rows[0]?.waiting ? 'waiting' : 'flowing';
    const settings = (await organisation.areReadable()) ? 'read' : 'kept';
    return { live: true, ready: true, version: manifest.version, mails, settings };
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer');
    return refuse('unavailable', { body: { live: true, ready: false, version: manifest.version } });
  }
}
