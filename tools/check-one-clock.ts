/**
 * There is one clock, that of the database (apps/api/src/platform/db/database-clock.ts). The API takes the time from
 * `platform.now` or from the call, never from the machine: two processes would end a deadline at two times. What belongs to
 * calls, applications and drafts takes it from the call or `workflowNow`: a demonstration can move that time forward.
 */
import { globSync, readFileSync } from 'node:fs';

/** What makes the clock, and ids whose time says nothing. */
const allowed = ['apps/api/src/platform/db/database-clock.ts', 'apps/api/src/platform/new-id.ts'];
/** What lives in the time of the workflow. */
// Links are asked in the real world: features/calls/links.
const ofWorkflow =
  /^apps\/api\/src\/(features\/(applications|calls(?!\/links\/))|across\/(drafts|mailing-list))\//;
const real = /\bplatform\.now\b|\{[^{}]*\bnow\b[^{}]*\}(: Platform\b| = platform\b)/g;
const machine = /\bnew Date\(\s*\)|\bDate\.now\(|\bTemporal\.Now\b|\bperformance\.timeOrigin\b/g;

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const faults: string[] = [];
for (const file of globSync('apps/api/src/**/*.ts')) {
  if (file.endsWith('.test.ts') || file.includes('/testing/') || allowed.includes(file)) continue;
  const text = readFileSync(file, 'utf8');
  for (const { index } of text.matchAll(machine)) {
    faults.push(
      `${file}:${lineOf(text, index)}: asks the machine for the time. Take it from platform.now, or from the call.`,
    );
  }
  if (!ofWorkflow.test(file)) continue;
  for (const { index } of text.matchAll(real))
    faults.push(
      `${file}:${lineOf(text, index)}: takes the real time. Take that of the workflow: workflowNow(platform), or the call's.`,
    );
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
