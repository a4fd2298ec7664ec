import { exportScores, listScores, maxScored } from '@clearcall/contract/lists.ts';
import type { ScoreTable } from '@clearcall/domain/applications/score-table.ts';
import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { titleAs } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Flow } from '@clearcall/domain/forms/types.ts';
import { releasedTo, type WithReleases } from '@clearcall/domain/permissions/releases.ts';
import { scope } from '@clearcall/domain/permissions/scope.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { cleanName } from '@clearcall/domain/values/file-name.ts';
import { comparesScores, projectScores } from '@clearcall/domain/workflow/project-scores.ts';
import { elementsOfScores, scoredSteps } from '@clearcall/domain/workflow/score-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { languageOf, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';
import { loadFlow } from '../flow-facts.ts';
import { type Readable, readableFields } from '../readable-fields.ts';
import { loadRuleReach, noRules, whereInScope } from '../scope-sql.ts';
import { membershipsJson } from '../sql.ts';
import { decisionText } from './export.ts';

interface Asked {
  callId: number;
  cutoffId?: number | undefined;
  actor: Viewer;
  translator: Translator;
  now: Date;
}

type ScoredCall = Pick<ScoreTable, 'callTitle' | 'told' | 'unit' | 'timeZone' | 'cutoffs'> & {
  partitions: Record<string, string> | null;
  /** Of all partitions that there are: an award may be on another one. */
  names: Record<string, string> | null;
};

/** Whether somebody who is no member of the staff compares applications of the call. */
async function comparesInCall(platform: Platform, { callId, actor, now }: Asked): Promise<boolean> {
  if (comparesScores(actor, [])) return true;
  const { rows } = await sql<{ flowVersionId: number; stepId: string; status: AssignmentStatus }>`
    select distinct ap.flow_version_id as "flowVersionId", a.step_id as "stepId", a.status
    from assignments a join applications ap on ap.id = a.application_id
    where a.owner_id = ${actor.userId} and ap.call_id = ${callId}`.execute(platform.db);
  const work: Parameters<typeof comparesScores>[1][number][] = [];
  for (const { flowVersionId, stepId, status } of rows) {
    const { flow } = await loadFlow(platform, flowVersionId, now);
    const step = flow.steps.find(({ id }) => id === stepId);
    if (step !== undefined) work.push({ step, status });
  }
  return comparesScores(actor, work);
}

/** A call that is not published is known by its applications alone. */
async function loadCall(
  platform: Platform,
  { callId, translator }: Asked,
  reached: RawBuilder<boolean>,
): Promise<ScoredCall | undefined> {
  const { rows } = await sql<ScoredCall>`
    select ${toldIn(translator.language, 'c', 'title')} as "callTitle", c.unit, c.time_zone as "timeZone",
      ${toldAs({ callTitle: languageOf(translator.language, 'c', 'title') })} as told,
      coalesce((select json_agg(json_build_object('id', k.id, 'end', ${iso('k.ends_at')}) order by k.position)
        from cutoffs k where k.call_id = c.id), '[]') as cutoffs,
      (select json_object_agg(p.id, p.name) from partitions p where p.id in (select cp.partition_id from cutoffs k
        join cutoff_partitions cp on cp.cutoff_id = k.id where k.call_id = c.id)) as partitions,
      (select json_object_agg(p.id, p.name) from partitions p) as names
    from calls c where c.id = ${callId} and (c.published
      or exists (select from applications ap where ap.call_id = c.id and ${reached}))`.execute(platform.db);
  return rows[0];
}

/** The last cut-off that has ended, else the first. */
function usualCutoff(cutoffs: ScoredCall['cutoffs'], now: Date): number | null {
  const ended = cutoffs.filter(({ end }) => end !== null && Date.parse(end) <= now.getTime());
  return (ended.at(-1) ?? cutoffs[0])?.id ?? null;
}

type Scored = WithReleases<Readable> & { uid: string };

/** Facts of the applications of a cut-off for `projectScores`: of submissions the answers to `elements` alone. */
const scoredSql = (
  { actor }: Asked,
  where: RawBuilder<unknown>,
  elements: readonly string[],
): RawBuilder<{ total: number; data: Scored[] }> => sql`
  with page as materialized (
    select ap.id, ap.uid, ap.status, ap.award_declined_at, ap.owner_id, ap.flow_version_id, ap.panel, ap.partition_ids
    from applications ap where ${where} order by ap.uid limit ${maxScored}),
  viewer as materialized (select ${membershipsJson(actor.userId)} as memberships)
  select (select count(*)::int from applications ap where ${where}) as total, coalesce((
    select json_agg(json_build_object('uid', ap.uid, ${readableFields({ memberships: sql`viewer.memberships`, elements })}) order by ap.uid)
    from page ap, viewer), '[]') as data`;

/**
 * The applications of a cut-off with the numbers of their reviews, as the page of each shows them to the reader; a refusal to
 * people who neither rank nor decide, and for a call that does not exist.
 */
async function loadScores(platform: Platform, asked: Asked): Promise<ScoreTable | Refusal> {
  const { callId, actor, translator, now } = asked;
  if (!(await comparesInCall(platform, asked))) return refuse('forbidden');
  const reach = actor.isStaff ? noRules : await loadRuleReach(platform.db, actor, actor.role);
  const reached = sql<boolean>`(ap.owner_id <> ${actor.userId} and ${whereInScope(scope(actor), reach)})`;
  const call = await loadCall(platform, asked, reached);
  if (call === undefined) return refuse('not_found');
  const known = call.cutoffs.some(({ id }) => id === asked.cutoffId);
  const cutoffId = known ? (asked.cutoffId ?? null) : usualCutoff(call.cutoffs, now);
  const where = sql`ap.call_id = ${callId} and ap.cutoff_id = ${cutoffId} and ${reached}`;
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
  const { rows } = await scoredSql(asked, where, elements).execute(platform.db);
  const found = rows[0] ?? { total: 0, data: [] };
  const steps = new Map<string, ScoreTable['steps'][number]>();
  for (const flow of flows.values())
    for (const { id, title, ...step } of scoredSteps(flow))
      if (!steps.has(id)) steps.set(id, { id, title, told: titleAs('title', step) });
  const { names, partitions, ...about } = call;
  const nameOf = (id: string) => names?.[id] ?? id;
  return {
    ...about,
    partitions: partitions ?? {},
    cutoffId,
    steps: [...steps.values()],
    total: found.total,
    data: found.data.flatMap(({ id, uid, flowVersionId, ...application }) => {
      const flow = flows.get(flowVersionId);
      const seen =
        flow === undefined ? null : projectScores(actor, releasedTo(actor.userId, application), flow);
      if (seen === null) return [];
      const decisions = seen.decisions
        .map(({ partitionId, ...decided }) => ({ partition: nameOf(partitionId), ...decided }))
        .sort((one, other) => (one.partition < other.partition ? -1 : 1));
      // In the order of the decisions, so that both lists of an application say the same partitions side by side.
      const requested = seen.asked.toSorted((one, other) =>
        nameOf(one.partitionId) < nameOf(other.partitionId) ? -1 : 1,
      );
      return [{ id, uid, ...seen, asked: requested, decisions }];
    }),
  };
}

export const scores = operation(listScores, async ({ params, query, actor, translator, now }, platform) => {
  return await loadScores(platform, { ...params, ...query, actor, translator, now });
});

/** The day on which the cut-off of a table ends, by the clock of the call; none if it has no end. */
function cutoffDay({ cutoffs, cutoffId, timeZone }: ScoreTable): string[] {
  const end = cutoffs.find(({ id }) => id === cutoffId)?.end ?? null;
  return end === null ? [] : [plainDate(new Date(end), timeZone)];
}

const decimalCell = (decimal: string | null): Cell => (decimal === null ? null : { decimal });

/** The same table as a file, with a column for each step and each partition. */
export const exportScoreTable = operation(
  exportScores,
  async ({ params, query, actor, translator, now }, platform) => {
    const { format, ...of } = query;
    const table = await loadScores(platform, { ...params, ...of, actor, translator, now });
    if (isRefusal(table)) return table;
    const { translate } = translator;
    const say = (name: 'average' | 'spread' | 'in' | 'needed', step: string) =>
      translate(message(`lists.scores.file.${name}`, { step }));
    const partitions = Object.entries(table.partitions);
    const panels = table.data.some(({ panel }) => panel !== null);
    const head = [
      translate(message('lists.column.id')),
      translate(message('lists.column.projectTitle')),
      translate(message('lists.column.firstName')),
      ...(panels ? [translate(message('lists.scores.panel'))] : []),
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
      ...partitions.map(([, partition]) =>
        translate(message('lists.scores.file.awarded', { partition, unit: table.unit })),
      ),
      translate(message('lists.column.decision')),
    ];
    async function* cells({ data, steps }: ScoreTable): AsyncGenerator<Cell[]> {
      for (const row of data)
        yield [
          row.uid,
          row.title,
          row.pi,
          ...(panels ? [row.panel] : []),
          ...steps.flatMap(({ id }): Cell[] => {
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
          ...partitions.map(([, name]) =>
            decimalCell(row.decisions.find(({ partition }) => partition === name)?.amount ?? null),
          ),
          decisionText(row.decisions, translator),
        ];
    }
    const title = translate(message('lists.scores.title'));
    return {
      stream: await writeTable(format, title, head, cells(table)),
      contentType: contentTypes[format],
      filename: `${[title.toLowerCase(), cleanName(table.callTitle), ...cutoffDay(table)].join('-')}.${format}`,
    };
  },
);
