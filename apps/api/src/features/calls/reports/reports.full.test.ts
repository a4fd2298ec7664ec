import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';

const count = 20_000;
// Measured each in a fresh process with the nursery that the launcher gives the portal: 18 MB as csv, 33 MB as xlsx. With
// Node's own nursery the first report of a process, of either format, adds 80 MB that are no part of the report.
const maxGrownMb = 60;

/** The most memory beyond what stood before, while something went on; looked at every 20 ms. */
async function grownDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (peak - before) / 1e6;
}

it.for(['csv', 'xlsx'] as const)(
  `a report of ${count} applications as %s never stands whole in memory`,
  async (format, { annotate }) => {
    const app = await buildTestApp();
    await createSurroundings(app.db);
    const { id, flowVersionId, cutoffIds } = await createCall(app, { code: 'REG' });
    const pro = await app.login({ role: 'pro' });
    const owner = await app.login();
    // Each with 40 kB of other answers, as a long form has them: 0.8 GB in all if somebody read them whole.
    await sql`
      with made as (
        insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, submitted_at,
          title, pi_first_name, pi_last_name, pi_affiliation, updated_at)
        select 'REG-2026R01-' || n, ${id}, ${flowVersionId}, ${cutoffIds[0]}, ${owner.userId}, 'submitted', now(), now(),
          repeat('A title with diacritics: ąęłñ ', 5), 'Zoë', 'Ångström', 'University of the Lakeside', now()
        from generate_series(1, ${count}) n returning id)
      insert into assignments (id, application_id, step_id, owner_id, role, status, created_at, submitted_content)
      select gen_random_uuid(), made.id, 'APP', ${owner.userId}, 'applicant', 'submitted', now(), jsonb_build_object(
        'rows', '[]'::jsonb, 'answers', jsonb_build_array(
          jsonb_build_object('elementId', 'part', 'groupId', 'r1', 'values', jsonb_build_array('aurora-cpu')),
          jsonb_build_object('elementId', 'amount', 'groupId', 'r1', 'values', jsonb_build_array(made.id::text)),
          jsonb_build_object('elementId', 'details', 'groupId', null, 'values', jsonb_build_array(repeat('words ', 6667)))))
      from made`.execute(app.db);
    await app.call('GET', `/download/call/${id}/applications/${format}`, { token: pro.token });
    globalThis.gc?.();
    const grownMb = await grownDuring(() => workOff(app.platform, allWork(app.platform)));
    const report = await app.db.selectFrom('reports').selectAll().executeTakeFirstOrThrow();
    await annotate(`grew by ${Math.round(grownMb)} MB`);
    expect(report).toMatchObject({ state: 'made', applications: count });
    expect(grownMb).toBeLessThan(maxGrownMb);
    await app.close();
  },
);
