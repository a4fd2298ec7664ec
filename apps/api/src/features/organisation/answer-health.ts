import type { openHealth } from '@clearcall/contract/demo.ts';
import { sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

type Endpoint = typeof openHealth;

/** Lives as soon as it answers; is ready when the database answers too. */
export async function answerHealth(_call: Call<Endpoint>, { db, log }: Platform): Promise<Outcome<Endpoint>> {
  try {
    await sql`select 1`.execute(db);
    return { live: true, ready: true, version: manifest.version };
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer');
    return refuse('unavailable', { body: { live: true, ready: false, version: manifest.version } });
  }
}
