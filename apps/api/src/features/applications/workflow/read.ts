import { listConflicts, listSubmissions, markRow } from '@clearcall/contract/workflow.ts';
import type { RowMark } from '@clearcall/domain/applications/application.ts';
import { actsAsStaff } from '@clearcall/domain/permissions/view-rules.ts';
import { whyNotMark } from '@clearcall/domain/workflow/rights.ts';
import { inConflict, type WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import type { ApplicationKey } from '../sql.ts';
import { actorOf, findApplication, type LoadedFacts, loadFacts, withSteps } from './load-facts.ts';

interface Opened {
  facts: WorkflowFacts;
  loaded: LoadedFacts;
}

async function open(
  db: Db,
  platform: Platform,
  key: ApplicationKey,
  { actor, now }: { actor: Actor; now: Date },
): Promise<Opened | null> {
  const applicationId = await findApplication(db, key);
  if (applicationId === null) return null;
  const loaded = await loadFacts(db, applicationId, [actor.userId]);
  const { flow } = await loadFlow(platform, loaded.flowVersionId, now, { via: db });
  return { loaded, facts: withSteps(loaded, flow.steps) };
}

/** Staff who neither applied nor are in conflict with it themselves, once it is submitted. */
const forStaff = (actor: Actor, held: Opened | null): held is Opened =>
  held !== null &&
  actsAsStaff(actor, held.facts.application) &&
  held.facts.application.status !== 'draft' &&
  !inConflict(held.facts, actor.userId);

export const conflictsOf = operation(listConflicts, async ({ params, actor, now }, platform) => {
  const held = await open(platform.db, platform, { key: params.id }, { actor, now });
  if (!forStaff(actor, held)) return refuse('not_found');
  return held.facts.conflicts.map(
    ({ userId, source, reason, notedBy, notedAt, clearedAt, clearedReason }) => ({
      userId,
      source,
      reason,
      notedBy,
      notedAt,
      clearedAt,
      clearedReason,
    }),
  );
});

export const submissionsOf = operation(listSubmissions, async ({ params, actor, now }, platform) => {
  const held = await open(platform.db, platform, { assignmentId: params.id }, { actor, now });
  if (!forStaff(actor, held)) return refuse('not_found');
  const { ownerId } = held.facts.application;
  const { rows } = await sql<{
    number: number;
    submittedAt: string;
    submittedBy: number | null;
    sha256: string;
    content: unknown;
    marks: Record<string, RowMark>;
  }>`
      select s.number, ${iso('s.submitted_at')} as "submittedAt", s.submitted_by as "submittedBy",
        encode(s.sha256, 'hex') as sha256, s.content, case when ${ownerId === actor.userId} then '{}'
          else coalesce(s.marks, '{}') end as marks
      from submissions s where s.assignment_id = ${params.id}::uuid order by s.number desc
    `.execute(platform.db);
  return rows;
});

export const mark = operation(markRow, async ({ params, body, actor, now }, platform) => {
  const held = await open(platform.db, platform, { assignmentId: params.id }, { actor, now });
  const assignment = held?.facts.assignments.find(({ id }) => id === params.id);
  if (held === null || assignment === undefined) return refuse('not_found');
  const step = held.facts.steps.find(({ id }) => id === assignment.stepId) ?? null;
  const target = { assignment, step, partitionId: assignment.partitionId };
  const giver = actorOf(actor, held.loaded);
  const why = whyNotMark(held.facts, giver, target);
  if (why !== null) return refuse(why);
  // One that was removed since is marked with the last submission, in which it is still read.
  const { rows } = await sql<{ done: boolean }>`
    with placed as (
      update group_instances set coi = ${body.coi}, comment = ${body.comment}
      where assignment_id = ${params.id}::uuid and id = ${params.rowId}::uuid returning id),
    removed as (
      update submissions s
      set marks = coalesce(s.marks, '{}') || jsonb_build_object(lower(${params.rowId}), ${JSON.stringify(body)}::jsonb)
      where s.assignment_id = ${params.id}::uuid
        and s.number = (select max(m.number) from submissions m where m.assignment_id = ${params.id}::uuid)
        and (s.marks ? lower(${params.rowId}) or not exists (select from placed))
        and s.content -> 'rows' @> jsonb_build_array(jsonb_build_object('id', lower(${params.rowId})))
      returning s.number)
    select exists (select from placed) or exists (select from removed) as done
  `.execute(platform.db);
  return rows[0]?.done === true ? body : refuse('not_found');
});
