import type { Answer, Step } from '@clearcall/domain/forms/types.ts';
import type { ReportApplication, ReportPartition } from '@clearcall/domain/permissions/report-table.ts';
import {
  type AskingElements,
  askedAmounts,
  askingElements,
} from '@clearcall/domain/workflow/asked-amounts.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { toldLabel } from '../../../platform/db/told-in.ts';

/** Small enough that what later steps add to some of them is never much. */
const pageSize = 100;

/** The partitions that any cut-off of a call names, by name. */
export async function loadReportPartitions(db: Db, callId: number): Promise<ReportPartition[]> {
  const result = await sql<ReportPartition>`
    select p.id, p.name, p.centre_id as "centreId" from partitions p where p.id in (
      select cp.partition_id from cutoff_partitions cp join cutoffs k on k.id = cp.cutoff_id where k.call_id = ${callId})
    order by folded(p.name), p.id
  `.execute(db);
  return result.rows;
}

/** How many drafts a call has. */
export async function countDrafts(db: Db, callId: number): Promise<number> {
  const result = await sql<{ drafts: number }>`
    select count(*)::int as drafts from applications where call_id = ${callId} and status = 'draft'
  `.execute(db);
  return result.rows[0]?.drafts ?? 0;
}

/** The first step of each flow version of a call. */
export async function loadFirstSteps(db: Db, callId: number): Promise<Map<number, Step>> {
  const result = await sql<{ id: number; step: Step }>`
    select f.id, (
      select s from jsonb_array_elements(f.document -> 'steps') s order by (s ->> 'order')::numeric limit 1) as step
    from flow_versions f where f.call_id = ${callId}
  `.execute(db);
  return new Map(result.rows.filter(({ step }) => step !== null).map(({ id, step }) => [id, step]));
}

/** The elements of each flow version of a call that say what is asked for, with the step that they are in. */
async function loadAsking(
  db: Db,
  callId: number,
): Promise<Map<number, { stepId: string; asking: AskingElements }>> {
  const steps = await loadFirstSteps(db, callId);
  return new Map([...steps].map(([id, step]) => [id, { stepId: step.id, asking: askingElements(step) }]));
}

interface Found extends Omit<ReportApplication, 'asked'> {
  id: number;
  flowVersionId: number;
  answers: Answer[];
}

/**
 * All applications of a call but its drafts, in the order of their ids: some at a time, so that a large call is never
 * whole in memory. Of the answers only those are read that say what is asked for, as they stand in the last submission.
 * Of the reader, whose
 * conflicts count, and in which language they are told the labels of options.
 */
export async function* pagesOfApplications(
  db: Db,
  callId: number,
  { userId: viewerId, language }: { userId: number; language: ReaderLanguage },
): AsyncGenerator<(ReportApplication & { id: number })[]> {
  const versions = await loadAsking(db, callId);
  const steps = [...versions.values()].map(({ stepId }) => stepId);
  const elements = [...versions.values()].flatMap(({ asking }) => [
    ...asking.partitions,
    ...asking.amounts.flatMap(({ element, partitionFrom }) => [element, partitionFrom]),
  ]);
  for (let after = 0; ; ) {
    const page = await sql<Found>`
      select ap.id, ap.flow_version_id as "flowVersionId", ap.uid, ap.status, ap.title,
        trim(ap.pi_first_name || ' ' || ap.pi_last_name) as "piName", ap.pi_affiliation as "piAffiliation",
        ${toldLabel(language, 'research_group')} as "researchGroup",
        ${toldLabel(language, 'research_title')} as "researchTitle",
        trim(u.first_name || ' ' || ${lastName('u')}) as "ownerName", u.email as "ownerEmail",
        ${iso('ap.submitted_at')} as "submittedAt", ${iso('ap.first_submitted_at')} as "firstSubmittedAt",
        ${iso('k.ends_at')} as "cutoffEnd",
        exists (select from assignments x where x.application_id = ap.id and x.owner_id = ${viewerId}
          and x.status = 'conflicted') or exists (select from conflicts q where q.application_id = ap.id
          and q.user_id = ${viewerId} and q.cleared_at is null) as conflicted,
        coalesce((
          select jsonb_agg(w) from assignments a, jsonb_array_elements(a.submitted_content -> 'answers') w
          where a.application_id = ap.id and a.owner_id = ap.owner_id and a.step_id = any(${steps}::text[])
            and w ->> 'elementId' = any(${elements}::text[])), '[]') as answers
      from applications ap join users u on u.id = ap.owner_id left join cutoffs k on k.id = ap.cutoff_id
      where ap.call_id = ${callId} and ap.id > ${after} and ap.status <> 'draft'
      order by ap.id limit ${pageSize}
    `.execute(db);
    if (page.rows.length > 0)
      yield page.rows.map(({ flowVersionId, answers, ...application }) => {
        const asking = versions.get(flowVersionId)?.asking;
        return { ...application, asked: asking === undefined ? [] : askedAmounts(asking, answers) };
      });
    after = page.rows.at(-1)?.id ?? after;
    if (page.rows.length < pageSize) return;
  }
}
