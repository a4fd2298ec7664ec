import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { Answer, Step } from '@clearcall/domain/forms/types.ts';
import type { Asked } from '@clearcall/domain/permissions/report-table.ts';
import { askedAmounts, askingElements } from '@clearcall/domain/workflow/asked-amounts.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CompiledFlow, loadFlow } from './flow-facts.ts';
import { isDone } from './step-progress.ts';

/** Answers of one assignment that a dashboard shows. */
export interface Content {
  applicationId: number;
  stepId: string;
  assignmentId: string;
  ownerId: number;
  isHandedIn: boolean;
  answers: Answer[];
}

export interface Wanted {
  applicationId: number;
  stepId: string;
  elementIds: string[];
}

/** The submitted answers to some elements, the lead's first. */
export async function loadAnswers(db: Db, wanted: readonly Wanted[]): Promise<Content[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<Content>`
    select w."applicationId", w."stepId", a.id as "assignmentId", a.owner_id as "ownerId", ${isDone} as "isHandedIn",
      coalesce((select json_agg(one) from jsonb_array_elements(a.submitted_content -> 'answers') one
        where one ->> 'elementId' = any(w."elementIds")), '[]') as answers
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w("applicationId" bigint, "stepId" text, "elementIds" text[])
      join assignments a on a.application_id = w."applicationId" and a.step_id = w."stepId"
    where a.submitted_content is not null
    order by a.is_lead desc, a.submitted_at`.execute(db);
  return rows;
}

interface WithFlow {
  flowVersionId: number;
}

/** The flow versions of some rows by their ids. */
export async function loadFlows(
  platform: Platform,
  rows: readonly WithFlow[],
  { now, reader }: { now: Date; reader: ReaderLanguage },
): Promise<Map<number, CompiledFlow>> {
  const flows = new Map<number, CompiledFlow>();
  for (const { flowVersionId } of rows)
    if (!flows.has(flowVersionId))
      flows.set(flowVersionId, await loadFlow(platform, flowVersionId, now, { reader }));
  return flows;
}

export function flowOf({ flowVersionId }: WithFlow, flows: ReadonlyMap<number, CompiledFlow>): CompiledFlow {
  const flow = flows.get(flowVersionId);
  if (flow === undefined) throw new Error(`flow version ${flowVersionId} is missing`);
  return flow;
}

/** The answers of an application that its requested amounts are read from. */
export function wantedToKnowAmounts(applicationId: number, { flow }: CompiledFlow): Wanted[] {
  const first = firstStep(flow);
  if (first === null) return [];
  const { partitions, amounts } = askingElements(first);
  const asking = amounts.flatMap(({ element, partitionFrom }) => [element, partitionFrom]);
  const elementIds = [...new Set([...partitions, ...asking])];
  return elementIds.length === 0 ? [] : [{ applicationId, stepId: first.id, elementIds }];
}

/** Amounts are for the same readers as the partitions that they belong to, or they are not told. */
function opensWithPartition(flow: CompiledFlow, first: Step, amountId: string): boolean {
  const partition = flow.indexes.get(first.id)?.meanings.get('partition')?.element;
  const amount = flow.indexes.get(first.id)?.elements.get(amountId)?.element;
  return (
    partition !== undefined &&
    amount?.config.audience === partition.config.audience &&
    amount?.config.preview === partition.config.preview
  );
}

/** The amounts that a reader may know. `visible`: meanings that they may read of the first step; null for all of it. */
export function askedAmountsOf(
  visible: readonly string[] | null,
  flow: CompiledFlow,
  contents: readonly Content[],
): Asked[] {
  const first = firstStep(flow.flow);
  const content = contents.find(({ stepId }) => stepId === first?.id);
  if (first === null || content === undefined || visible?.includes('partition') === false) return [];
  const { partitions, amounts } = askingElements(first);
  const readable = amounts.filter(
    ({ element }) => visible === null || opensWithPartition(flow, first, element),
  );
  return askedAmounts({ partitions, amounts: readable }, content.answers);
}
