import { hasArrived } from '@clearcall/domain/automation/has-arrived.ts';
import type { EventName } from '@clearcall/domain/forms/event-names.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { isTurnedDown } from '@clearcall/domain/workflow/command-needs.ts';
import { stepIsDone } from '@clearcall/domain/workflow/completion.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { type CompiledFlow, loadFlow } from '../flow-facts.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { loadFactsOf, withSteps } from '../workflow/load-facts.ts';

const payloadSchema = z.object({ applicationId: z.number() });
const checkAttempts = 25;
const batch = 250;

/** What may make it true that all applications have come so far. */
const mayComplete: readonly EventName[] = [
  'all_submitted',
  'partition_dropped',
  'withdrawn',
  'award_declined',
  'rejected',
  'taken_back',
  'cutoff_passed',
];

type Arrived = 'cutoff' | 'panel';

/** The steps that automations of a flow wait for in all applications together. */
export function waitedFor({ flow }: CompiledFlow): { step: string; of: Arrived }[] {
  const found = new Map<string, { step: string; of: Arrived }>();
  for (const { on } of flow.automations)
    if ('event' in on && on.event === 'all_at_step' && on.step !== undefined)
      found.set(`${on.of ?? 'cutoff'} ${on.step}`, { step: on.step, of: on.of ?? 'cutoff' });
  return [...found.values()];
}

/** Has it looked at, behind what happened, whether all applications have come as far as this one. */
export async function noteArrivals(
  tx: Db,
  {
    applicationId,
    flow,
    events,
  }: { applicationId: number; flow: CompiledFlow; events: readonly EventName[] },
): Promise<void> {
  if (waitedFor(flow).length > 0 && events.some((type) => mayComplete.includes(type)))
    await addJob(tx, 'check_arrivals', { applicationId }, checkAttempts);
}

/** Whose applications: those of a cut-off, or of one panel in it. */
export interface Together {
  cutoffId: number;
  of: Arrived;
  /** '' for all of the cut-off. */
  panel: string;
  step: string;
}

const inScope = ({
  cutoffId,
  of,
  panel,
}: Together) => sql<boolean>`ap.cutoff_id = ${cutoffId} and ap.status <> 'draft'
  and (${of === 'cutoff'} or ap.panel = ${panel})`;

/**
 * Looks whether all applications of a cut-off, or of its part in a panel, have handed in the steps that automations wait
 * for, and tells it once to each of them; to one that comes later, when it does. Source: Requirements 2d, 3.7.
 */
export async function checkArrivals(platform: Platform, payload: unknown): Promise<Record<string, number>> {
  const { applicationId } = payloadSchema.parse(payload);
  const now = workflowNow(platform);
  const { rows } = await sql<{ cutoffId: number | null; panel: string | null; flowVersionId: number }>`
    select cutoff_id as "cutoffId", panel, flow_version_id as "flowVersionId" from applications where id = ${applicationId}
  `.execute(platform.db);
  const [application] = rows;
  if (application === undefined || application.cutoffId === null) return {};
  const { cutoffId, panel, flowVersionId } = application;
  let told = 0;
  for (const { step, of } of waitedFor(await loadFlow(platform, flowVersionId, now))) {
    if (of === 'panel' && panel === null) continue;
    const together: Together = { cutoffId, of, panel: of === 'panel' ? (panel ?? '') : '', step };
    if (!(await isNoted(platform.db, together)) && !(await allHaveArrived(platform, together, now))) continue;
    told += await tellArrived(platform, together, null, now);
  }
  return { told };
}

async function isNoted(db: Db, { cutoffId, step, of, panel }: Together): Promise<boolean> {
  const { rows } = await sql`select from step_arrivals where cutoff_id = ${cutoffId} and step_id = ${step}
    and arrived = ${of} and panel = ${panel}`.execute(db);
  return rows.length > 0;
}

/** Batch by batch of those that are under way; the first that has not come ends it. Before the cut-off more may follow. */
async function allHaveArrived(platform: Platform, together: Together, now: Date): Promise<boolean> {
  const { db } = platform;
  const { rows: waiting } = await sql`
    select from applications ap where ${inScope(together)} and ap.status in ('submitted', 'changes_requested')
      and (ap.cutoff_passed_at is null
        or exists (select from assignments a where a.application_id = ap.id and a.step_id = ${together.step}
          and a.status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested'))) limit 1
  `.execute(db);
  if (waiting.length > 0) return false;
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select ap.id from applications ap where ${inScope(together)} and ap.status in ('submitted', 'changes_requested')
        and ap.id > ${after} order by ap.id limit ${batch}
    `.execute(db);
    for (const loaded of await loadFactsOf(
      db,
      rows.map(({ id }) => id),
      [],
    )) {
      const { flow } = await loadFlow(platform, loaded.flowVersionId, now);
      if (!hasArrived(withSteps(loaded, flow.steps), together.step)) return false;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return true;
    after = last.id;
  }
}

/**
 * Notes that the applications have come so far, where that is new, and tells it to each that has the step done and was
 * not told. `forced`: staff go on without those that have not. Answers how many were told.
 */
export async function tellArrived(
  platform: Platform,
  together: Together,
  forced: { by: Viewer; reason: string } | null,
  now: Date,
): Promise<number> {
  const { cutoffId, step, of, panel } = together;
  return platform.db.transaction().execute(async (tx) => {
    await sql`insert into step_arrivals (cutoff_id, step_id, arrived, panel, noted_at, forced_by, reason)
      values (${cutoffId}, ${step}, ${of}, ${panel}, ${now}, ${forced?.by.userId ?? null}, ${forced?.reason ?? null})
      on conflict do nothing`.execute(tx);
    // Two at once: the second waits, and finds them told.
    await sql`select from step_arrivals where cutoff_id = ${cutoffId} and step_id = ${step} and arrived = ${of}
      and panel = ${panel} for update`.execute(tx);
    let told = 0;
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number; counts: boolean }>`
        select ap.id, ${forced === null ? sql`true` : seesWork(forced.by)} as counts
        from applications ap where ${inScope(together)} and ap.status in ('submitted', 'changes_requested')
          and ap.id > ${after} and not exists (select from events e where e.application_id = ap.id
            and e.type = 'all_at_step' and e.detail ->> 'step' = ${step} and e.detail ->> 'of' = ${of})
        order by ap.id limit ${batch}
      `.execute(tx);
      const arrived: number[] = [];
      for (const loaded of await loadFactsOf(
        tx,
        rows.map(({ id }) => id),
        [],
      )) {
        const { flow } = await loadFlow(platform, loaded.flowVersionId, now, { via: tx });
        const found = flow.steps.find(({ id }) => id === step);
        const facts = withSteps(loaded, flow.steps);
        // Nothing more starts on one that was turned down.
        if (found !== undefined && stepIsDone(facts, found) && !isTurnedDown(facts))
          arrived.push(loaded.applicationId);
      }
      told += rows.filter(({ id, counts }) => counts && arrived.includes(id)).length;
      await platform.emit(
        tx,
        arrived.map((applicationId) => ({
          type: 'all_at_step',
          occurredAt: now,
          applicationId,
          actorId: forced?.by.userId,
          detail: { step, of, ...(forced === null ? {} : { forced: true }) },
        })),
      );
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return told;
      after = last.id;
    }
  });
}
