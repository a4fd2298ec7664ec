import type { Pool } from 'pg';

/** How far the time of the workflow is ahead of the real one: nothing, except in a demonstration that was moved. */
export interface WorkflowOffset {
  /** As this process knows it. */
  ms: () => number;
  /** Asks the database: what another process moved counts from here on. No statement where there is no demonstration. */
  refresh: (pool: Pool) => Promise<void>;
  /** Takes what the database was just told. */
  advanceTo: (aheadMs: number) => void;
}

/**
 * Whatever waits for the time of the workflow asks for it before it begins, so that no process lags behind another. An
 * answer that was under way while somebody moved it comes too late: it only ever grows.
 */
export function createWorkflowOffset({ demo }: { demo: boolean }): WorkflowOffset {
  let knownMs = 0;
  const advanceTo = (aheadMs: number): void => {
    knownMs = Math.max(knownMs, aheadMs);
  };
  return {
    ms: () => knownMs,
    advanceTo,
    refresh: async (pool) => {
      if (!demo) return;
      const { rows } = await pool.query<{ ms: number }>('select workflow_ahead_ms as ms from organisation');
      advanceTo(rows[0]?.ms ?? 0);
    },
  };
}
