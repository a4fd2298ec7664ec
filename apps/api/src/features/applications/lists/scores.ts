import { exportScores, listScores, maxScored } from '@clearcall/contract/lists.ts';
import type { Answer, Flow } from '@clearcall/domain/forms/types.ts';
import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import type { ScoredApplication, ScoreTable } from '@clearcall/domain/model/score-table.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { elementsOfScores, scoredSteps, scoresOf } from '@clearcall/domain/workflow/score-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';
import { loadFlow } from '../flow-facts.ts';
import { latestDecisions } from '../list-sql.ts';
import { decisionText } from './export.ts';
import { seesWork } from './staff-scope.ts';

interface Asked {
  callId: number;
  cutoffId?: number | undefined;
  actor: Viewer;
  translator: Translator;
  now: Date;
}

type ScoredCall = Pick<ScoreTable, 'callTitle' | 'unit' | 'timeZone' | 'cutoffs'> & {
  partitions: Record<string, string> | null;
};

/** A call that is not published is known by its applications alone. */
async function loadCall(
  platform: Platform,
  { callId, actor, translator }: Asked,
): Promise<ScoredCall | undefined> {
  const { rows } = await sql<ScoredCall>`
    select ${toldIn(translator.language, 'c', 'title')} as "callTitle", c.unit, c.time_zone as "timeZone",
      coalesce((select json_agg(json_build_object('id', k.id, 'end', ${iso('k.ends_at')}) order by k.position)
        from cutoffs k where k.call_id = c.id), '[]') as cutoffs,
      (select json_object_agg(p.id, p.name) from partitions p where p.id in (select cp.partition_id from cutoffs k
        join cutoff_partitions cp on cp.cutoff_id = k.id where k.call_id = c.id)) as partitions
    from calls c where c.id = ${callId} and (c.published
      or exists (select from applications ap where ap.call_id = c.id and ${seesWork(actor)}))`.execute(
    platform.db,
  );
  return rows[0];
}

/** The last cut-off that has ended, else the first. */
function usualCutoff(cutoffs: ScoredCall['cutoffs'], now: Date): number | null {
  const ended = cutoffs.filter(({ end }) => end !== null && Date.parse(end) <= now.getTime());
  return (ended.at(-1) ?? cutoffs[0])?.id ?? null;
}

interface Scored extends Pick<ScoredApplication, 'id' | 'uid' | 'title' | 'pi' | 'panel'> {
  flowVersionId: number;
  assignments: { stepId: string; status: string; answers: Answer[] }[];
  decisions: ApplicationRow['decisions'];
}

/** The applications of a cut-off with the numbers of their reviews, as staff may know them; null for a call that is none. */
async function loadScores(platform: Platform, asked: Asked): Promise<ScoreTable | null> {
  const { callId, actor, translator, now } = asked;
  const call = await loadCall(platform, asked);
  if (call === undefined) return null;
  const known = call.cutoffs.some(({ id }) => id === asked.cutoffId);
  const cutoffId = known ? (asked.cutoffId ?? null) : usualCutoff(call.cutoffs, now);
  const where = sql`ap.call_id = ${callId} and ap.cutoff_id = ${cutoffId} and ${seesWork(actor)}`;
  const versions = await sql<{ id: number }>`
    select distinct ap.flow_version_id as id from applications ap where ${where} order by 1 desc`.execute(
    platform.db,
  );
  const flows = new Map<number, Flow>();
  for (const { id } of versions.rows) {
    const { flow } = await loadFlow(platform, id, now, { reader: translator.language });
    flows.set(id, flow);
  }
  const elements = [...new Set([...flows.values()].flatMap(elementsOfScores))];
  const { rows } = await sql<{ total: number; data: Scored[] }>`
    with page as materialized (
      select ap.id, ap.uid, ap.title, ap.owner_id, ap.flow_version_id, ap.panel, trim(ap.pi_first_name || ' ' || ap.pi_last_name) as pi
      from applications ap where ${where} order by ap.uid limit ${maxScored})
    select (select count(*)::int from applications ap where ${where}) as total, coalesce((
      select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'title', ap.title, 'pi', ap.pi, 'panel', ap.panel,
        'flowVersionId', ap.flow_version_id, 'decisions', ${latestDecisions(actor.userId)}, 'assignments', coalesce((
          select json_agg(json_build_object('stepId', a.step_id, 'status', a.status, 'answers', coalesce((
            select json_agg(answer) from jsonb_array_elements(a.submitted_content -> 'answers') answer
            where answer ->> 'elementId' = any(${elements}::text[])), '[]')) order by a.created_at, a.id)
          from assignments a where a.application_id = ap.id), '[]')) order by ap.uid)
      from page ap), '[]') as data`.execute(platform.db);
  const found = rows[0] ?? { total: 0, data: [] };
  const steps = new Map<string, string>();
  for (const flow of flows.values())
    for (const { id, title } of scoredSteps(flow)) if (!steps.has(id)) steps.set(id, title);
  return {
    ...call,
    partitions: call.partitions ?? {},
    cutoffId,
    steps: [...steps].map(([id, title]) => ({ id, title })),
    total: found.total,
    data: found.data.flatMap(({ flowVersionId, assignments, ...row }) => {
      const flow = flows.get(flowVersionId);
      return flow === undefined ? [] : [{ ...row, ...scoresOf(flow, assignments) }];
    }),
  };
}

export const scores = operation(listScores, async ({ params, query, actor, translator, now }, platform) => {
  const table = await loadScores(platform, { ...params, ...query, actor, translator, now });
  return table ?? refuse('not_found');
});

const decimalCell = (decimal: string | null): Cell => (decimal === null ? null : { decimal });

/** The same table as a file, with a column for each step and each partition. */
export const exportScoreTable = operation(
  exportScores,
  async ({ params, query, actor, translator, now }, platform) => {
    const { format, ...of } = query;
    const table = await loadScores(platform, { ...params, ...of, actor, translator, now });
    if (table === null) return refuse('not_found');
    const { translate } = translator;
    const say = (name: 'average' | 'spread' | 'in' | 'needed', step: string) =>
      translate(message(`lists.scores.file.${name}`, { step }));
    const partitions = Object.entries(table.partitions);
    const head = [
      translate(message('lists.column.id')),
      translate(message('lists.export.project')),
      translate(message('lists.column.firstName')),
      translate(message('lists.scores.panel')),
      ...table.steps.flatMap(({ title }) => [
        title,
        say('average', title),
        say('spread', title),
        say('in', title),
        say('needed', title),
      ]),
      translate(message('lists.scores.rank')),
      ...partitions.map(([, partition]) =>
        translate(message('lists.scores.file.asked', { partition, unit: table.unit })),
      ),
      translate(message('lists.column.decision')),
    ];
    async function* cells(): AsyncGenerator<Cell[]> {
      for (const row of table?.data ?? [])
        yield [
          row.uid,
          row.title,
          row.pi,
          row.panel,
          ...(table?.steps ?? []).flatMap(({ id }): Cell[] => {
            const of = row.scores.find(({ stepId }) => stepId === id);
            if (of === undefined) return [null, null, null, null, null];
            return [
              of.values.join('; '),
              decimalCell(of.mean),
              decimalCell(of.spread),
              { decimal: String(of.values.length) },
              { decimal: String(of.needed) },
            ];
          }),
          decimalCell(row.rank),
          ...partitions.map(([id]) => {
            const amounts = row.asked.filter((one) => one.partitionId === id);
            return decimalCell(amounts[0]?.amount ?? null);
          }),
          decisionText(row.decisions, translator),
        ];
    }
    const title = translate(message('lists.scores.title'));
    return {
      stream: await writeTable(format, title, head, cells()),
      contentType: contentTypes[format],
      filename: `${title.toLowerCase()}-${now.toISOString().slice(0, 10)}.${format}`,
    };
  },
);
