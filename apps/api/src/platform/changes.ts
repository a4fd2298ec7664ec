import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DatabaseUnavailable, whyUnavailable } from './db/unavailable.ts';
import type { WorkflowOffset } from './db/workflow-offset.ts';
import type { Logger } from './log.ts';

/** What everybody gets hangs on these. Triggers of their tables count each change (migration 0038). */
export type Topic = 'calls' | 'options' | 'organisation';

/** How often each topic has changed: it only grows. What is told was true within the allowed age. */
export type Changes = () => Promise<Readonly<Record<Topic, number>>>;

/** Nobody waits longer for a database that is busy: what was told last counts until it answers. */
const maxWaitMs = 500;

/**
 * The database is asked by one at a time and for the whole process, at most about once in the allowed age: ahead of time
 * where somebody comes in its second half, so that under load nobody waits. While the database is away, what was told last
 * counts. A demonstration that was moved shows here as well.
 */
export function followChanges(
  pool: Pick<Pool, 'query'>,
  log: Logger,
  { ahead, maxAgeMs = 1_000 }: { ahead?: WorkflowOffset; maxAgeMs?: number } = {},
): Changes {
  let known: Record<Topic, number> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const began = performance.now();
    // The versions first: what is made by them is then as new as they are, or newer.
    const { rows } = await pool.query<{ versions: Partial<Record<Topic, number>>; aheadMs: number | null }>(
      `select (select coalesce(jsonb_object_agg(topic, version), '{}') from changes) as versions,
        (select workflow_ahead_ms from organisation) as "aheadMs"`,
    );
    const { calls = 0, options = 0, organisation = 0 } = rows[0]?.versions ?? {};
    known = { calls, options, organisation };
    ahead?.advanceTo(rows[0]?.aheadMs ?? 0);
    askedAt = began;
  }

  function askOnce(): Promise<void> {
    asking ??= ask()
      .catch((error: unknown) => {
        const why = whyUnavailable(error);
        if (known === null) throw why === null ? error : new DatabaseUnavailable(why, error);
        // The database is away for a moment: that says nothing about what changed.
        log.warn({ err: error }, 'what changed could not be looked up');
        askedAt = performance.now();
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return async () => {
    const age = performance.now() - askedAt;
    if (known === null) await askOnce();
    else if (age >= maxAgeMs) await Promise.race([askOnce(), setTimeout(maxWaitMs, null, { ref: false })]);
    else if (age >= maxAgeMs / 2) void askOnce();
    if (known === null) throw new Error('what changed is not known');
    return known;
  };
}
