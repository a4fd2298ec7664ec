import type { Platform } from '../../platform/platform.ts';
import { loadFlow } from './flow-facts.ts';

/**
 * Reads and compiles the flows that new applications to published calls get, so that the first applicant after a start
 * does not wait for it: the very first compilation of a process takes ten times as long as the next.
 */
export async function warmFlows(platform: Platform, now: Date): Promise<void> {
  const newest = await platform.db
    .selectFrom('flow_versions')
    .innerJoin('calls', 'calls.id', 'flow_versions.call_id')
    .distinctOn('flow_versions.call_id')
    .select('flow_versions.id')
    .where('calls.published', '=', true)
    .orderBy('flow_versions.call_id')
    .orderBy('flow_versions.version', 'desc')
    .limit(50)
    .execute();
  for (const { id } of newest) await loadFlow(platform, id, now);
}
