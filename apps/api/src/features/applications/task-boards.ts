import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { Answer, Element, Step } from '@clearcall/domain/forms/types.ts';
import { actsFor, type Role } from '@clearcall/domain/model/roles.ts';
import { goneStatuses, handedInStatuses, ongoingStatuses } from '@clearcall/domain/model/statuses.ts';
import type { TaskBoard, TaskRow } from '@clearcall/domain/model/task-board.ts';
import { isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { askedAmounts, askingElements } from '@clearcall/domain/workflow/asked-amounts.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { type CompiledFlow, loadFlow } from './flow-facts.ts';
import {
  constants,
  isOpenByRule,
  openReaderships,
  ownPartitions,
  visibleMeaningsSql,
  withoutConflict,
} from './scope-sql.ts';

type Kind = TaskBoard['kind'];

/** Rows of a board that a reply holds; `total` counts all. */
const maxRows = 50;
/** Applications of each kind that are looked at, so that a reply stays fast however many wait. */
const maxLookedAt = 1_000;

const boardsOf: Partial<Record<Role, readonly Kind[]>> = {
  panel_chair: ['assign', 'panel'],
  ac_chair: ['assign', 'decide'],
  finance_manager: ['payments'],
};

/** Boards on the dashboard of a role; none for people who have their own applications alone. */
const kindsFor = ({ role }: Viewer): readonly Kind[] =>
  isViewRole(role) ? (boardsOf[role] ?? ['assign']) : [];

interface Content {
  answers: Answer[];
}

interface FoundRow
  extends Pick<
    TaskRow,
    | 'uid'
    | 'flowElementId'
    | 'step'
    | 'takeId'
    | 'projectTitle'
    | 'firstName'
    | 'lastName'
    | 'unit'
    | 'submitted'
    | 'needed'
    | 'hasLead'
    | 'isDone'
  > {
  kind: Kind;
  total: number;
  flowVersionId: number;
  /** Partition that the row is about, or null for all that the application asks for. */
  partitionId: string | null;
  partitionIds: string[];
  /** Meanings of the first step that the reader may read; null for staff, who read all. */
  visible: string[] | null;
  application: Content | null;
  rankings: { stepId: string; ownerId: number; content: Content }[];
  payment: Content | null;
  left: Record<string, string>;
}

/** Empty tables stand for boards that the reader does not have: the planner leaves them out. */
const rowsIf = (wanted: boolean, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  wanted ? rows : sql`select null::text, null::bigint, null::text, null::text, null::uuid, false where false`;

/**
 * Applications under review, how far each of their steps is, and which step is next: all before it is done, and people
 * are missing. A reply of the applicant that is open holds up the step after it. One statement for all boards.
 */
function boardsSql({
  viewer,
  kinds,
  now,
  order,
}: {
  viewer: Viewer;
  kinds: readonly Kind[];
  now: Date;
  order: Language[];
}): RawBuilder<FoundRow> {
  const { userId, role, isStaff } = viewer;
  const inCentre = actsFor[role] === 'centre';
  const isLive = sql`a.status <> all(${constants(goneStatuses)})`;
  const isDone = sql`a.status = any(${constants(handedInStatuses)})`;
  const isOngoing = sql`a.status = any(${constants(ongoingStatuses)})`;
  return sql<FoundRow>`
    with meant as materialized (${openReaderships(viewer)}),
    review as materialized (
      select ap.id, ap.flow_version_id, ap.partition_ids from applications ap left join cutoffs k on k.id = ap.cutoff_id
      where ap.status = 'submitted' and ap.owner_id <> ${userId} and ${withoutConflict(userId)}
        -- The review begins at the cut-off.
        and (k.ends_at is null or k.ends_at < ${now}::timestamptz)
        and ${isStaff ? sql`true` : isOpenByRule(viewer, sql`meant`)}
        ${
          kinds.some((kind) => kind !== 'assign')
            ? sql``
            : sql`and (select exists (select from flow_steps f where ${role}::text = any(f.assigned_by)))`
        }
        -- Outside of the staff, what was decided and not released counts for nothing.
        and not exists (select from decisions d where d.application_id = ap.id
          ${isStaff ? sql`` : sql`and d.released_at is not null`})),
    -- Nobody works on them, or on a step that may need more people than it has, or that decides.
    open as materialized (
      select o.id, o.flow_version_id, o.partition_ids from review o where o.id in (
        (select i.id from review i where not exists (
          select from assignments a where a.application_id = i.id and ${isOngoing}) order by i.id limit ${maxLookedAt})
        union (select a.application_id from assignments a join review i on i.id = a.application_id
            join flow_steps f on f.flow_version_id = i.flow_version_id and f.step_id = a.step_id
          where ${isOngoing} and (f.needs > 1 or f.per_partition or f.is_final) order by a.application_id limit ${maxLookedAt})
        ${kinds.includes('panel') ? sql`union (select i.id from review i order by i.id desc limit ${maxLookedAt})` : sql``})),
    chain as materialized (
      select f.flow_version_id, f.step_id, f.position, f.needs, f.per_partition, f.is_final, f.is_first, f.kind,
        f.assigned_by, coalesce(lag(f.judges is not null) over way, false) as after_check, lag(f.step_id) over way as before, lag(f.needs) over way as before_needs,
        lag(f.per_partition) over way as after_partitions
      from flow_steps f where f.flow_version_id = any(array(select distinct flow_version_id from open))
        and (f.is_first or f.owner_role <> 'applicant')
        and f.position <= coalesce((select min(e.position) from flow_steps e
          where e.flow_version_id = f.flow_version_id and e.is_final), f.position)
      window way as (partition by f.flow_version_id order by f.position)),
    worked as materialized (
      select a.application_id, a.step_id, count(*) filter (where ${isDone})::int as done,
        count(*) filter (where ${isOngoing})::int as ongoing, bool_or(a.is_lead) as has_lead,
        coalesce(bool_or(a.owner_id = ${userId}), false) as mine,
        array_agg(a.partition_id) as partitions, array_agg(a.partition_id) filter (where a.verdict = 'dropped') as dropped
      from open o join assignments a on a.application_id = o.id where ${isLive}
      group by a.application_id, a.step_id),
    busy as materialized (
      select w.application_id, min(f.position) as first from worked w join open o on o.id = w.application_id
        join flow_steps f on f.flow_version_id = o.flow_version_id and f.step_id = w.step_id
      where w.ongoing > 0 group by w.application_id),
    reached as materialized (
      select o.id, o.flow_version_id, o.partition_ids, coalesce(w.mine, false) as mine, c.step_id, c.position, c.kind, c.is_final, c.per_partition, c.needs, c.assigned_by,
        coalesce(w.done, 0) as done, coalesce(w.ongoing, 0) as ongoing, coalesce(w.partitions, '{}') as partitions,
        coalesce(b.dropped, '{}') as dropped, coalesce(w.has_lead, false) as has_lead,
        coalesce(b.done >= c.before_needs, false) and c.position <= coalesce(y.first, c.position)
          ${isStaff ? sql`` : sql`and not c.after_check`}
          and (not c.after_partitions or o.partition_ids <@ b.partitions)
          as is_next
      from open o join chain c on c.flow_version_id = o.flow_version_id
        left join worked w on w.application_id = o.id and w.step_id = c.step_id
        left join worked b on b.application_id = o.id and b.step_id = c.before
        left join busy y on y.application_id = o.id
      where not c.is_first),
    listed (kind, id, step_id, partition_id, take_id, is_done) as (
      ${rowsIf(
        kinds.includes('assign'),
        sql`
        select 'assign', r.id, r.step_id, p.id, null::uuid, false from reached r
          cross join lateral (select null::text as id where not r.per_partition
            union all select id from unnest(r.partition_ids) id where r.per_partition
              and id <> all(r.partitions) and id <> all(r.dropped)
              ${inCentre ? sql`and id = any(${ownPartitions(userId)})` : sql``}) p
        where r.is_next and ${role}::text = any(r.assigned_by) and (r.per_partition or r.done + r.ongoing < r.needs)
        union all
        select 'assign', a.application_id, a.step_id, a.partition_id, a.id, false
        from assignments a join applications ap on ap.id = a.application_id
          join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
        where ${inCentre} and a.owner_id is null and a.status = 'assigned'
          and a.partition_id = any(${ownPartitions(userId)}) and ap.owner_id <> ${userId} and ap.status <> 'draft'
          and ${withoutConflict(userId)} and ${role}::text = any(f.roles || f.assigned_by)`,
      )}
      union all ${rowsIf(
        kinds.includes('panel'),
        sql`
        (select distinct on (r.id) 'panel', r.id, r.step_id, null::text, null::uuid, false from reached r
        where (r.done + r.ongoing > 0 or r.is_next) and (r.mine or exists (select from view_rules v
          where v.flow_version_id = r.flow_version_id and v.step_id = r.step_id and v.role = ${role}
            and v.scope in ('panel', 'call') and v.of_kind in ('always', 'submitted')))
        order by r.id, r.position desc)`,
      )}
      union all ${rowsIf(
        kinds.includes('decide'),
        sql`
        select 'decide', r.id, r.step_id, null::text, null::uuid, false from reached r
        where r.is_final and (r.ongoing > 0 or r.is_next and r.done = 0)`,
      )}
      union all ${rowsIf(
        kinds.includes('payments'),
        sql`
        select 'payments', a.application_id, a.step_id, null::text, case when a.owner_id is null then a.id end, ${isDone}
        from assignments a join applications ap on ap.id = a.application_id
          join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
        where f.kind = 'payment' and (a.owner_id = ${userId} and ${isLive}
          or a.owner_id is null and a.status = 'assigned' and ${role}::text = any(f.roles))
          and ap.owner_id <> ${userId} and ${withoutConflict(userId)}`,
      )}),
    page as materialized (
      select l.kind, l.id, l.step_id, l.partition_id, l.take_id, l.is_done, count(*) over (partition by l.kind)::int as total,
        row_number() over (partition by l.kind order by l.is_done, l.id, l.partition_id) as place from listed l)
    select g.kind, g.total, ap.uid, ap.flow_version_id as "flowVersionId", g.step_id as "flowElementId",
      coalesce(in_language(f.titles, ${order}), f.title) as step, g.take_id as "takeId", g.partition_id as "partitionId",
      g.is_done as "isDone", ap.partition_ids as "partitionIds", ap.title as "projectTitle",
      ap.pi_first_name as "firstName", ap.pi_last_name as "lastName", c.unit,
      ${isStaff ? sql`null::text[]` : visibleMeaningsSql(viewer)} as visible,
      coalesce(case g.kind when 'assign' then r.done + r.ongoing else v.done end, 0) as submitted, coalesce(v.needs, f.needs) as needed, r.has_lead as "hasLead",
      (select a.submitted_content from assignments a join flow_steps s on s.flow_version_id = ap.flow_version_id
          and s.step_id = a.step_id and s.is_first where a.application_id = ap.id and g.kind <> 'payments' limit 1) as application,
      coalesce((select json_agg(json_build_object('stepId', a.step_id, 'ownerId', a.owner_id, 'content', a.submitted_content)
        order by a.is_lead desc, a.submitted_at)
        from assignments a join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id and s.has_rank
        where a.application_id = ap.id and g.kind in ('panel', 'decide') and ${isDone}), '[]') as rankings,
      case when g.kind = 'payments' and g.is_done then (select a.submitted_content from assignments a
        where a.application_id = ap.id and a.step_id = g.step_id and a.owner_id = ${userId} and ${isDone} limit 1) end as payment,
      case when g.kind = 'decide' then pools_left(ap.id) else '{}' end as left
    from page g join applications ap on ap.id = g.id join calls c on c.id = ap.call_id
      left join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = g.step_id
      left join reached r on r.id = g.id and r.step_id = g.step_id
      left join lateral (select e.done, e.needs from reached e
        where e.id = g.id and e.kind = 'scientific_review' and g.kind in ('panel', 'decide') limit 1) v on true
    where g.place <= ${maxRows} order by g.kind, g.place`;
}

const meaningOf = ({ indexes }: CompiledFlow, stepId: string, meaning: string): Element | null =>
  indexes.get(stepId)?.meanings.get(meaning)?.element ?? null;

const answerTo = (element: Element | null, content: Content | null): string | null =>
  element === null
    ? null
    : (content?.answers.find(({ elementId }) => elementId === element.id)?.values[0] ?? null);

/** Amounts are for the same readers as the partitions that they belong to, or they are not told. */
function opensWithPartition(flow: CompiledFlow, first: Step, amountId: string): boolean {
  const partition = meaningOf(flow, first.id, 'partition');
  const amount = flow.indexes.get(first.id)?.elements.get(amountId)?.element;
  return (
    partition !== null &&
    amount?.config.audience === partition.config.audience &&
    amount?.config.preview === partition.config.preview
  );
}

function askedOf(row: FoundRow, flow: CompiledFlow, names: Record<string, string>): TaskRow['asked'] {
  const first = firstStep(flow.flow);
  const mayRead = row.visible === null || row.visible.includes('partition');
  const elements = first === null ? null : askingElements(first);
  const readable =
    first === null || elements === null
      ? []
      : elements.amounts.filter(
          ({ element }) => row.visible === null || opensWithPartition(flow, first, element),
        );
  const asked =
    mayRead && elements !== null && row.application !== null
      ? askedAmounts({ ...elements, amounts: readable }, row.application.answers)
      : [];
  const shown = row.partitionId === null ? (mayRead ? row.partitionIds : []) : [row.partitionId];
  return shown.map((id) => ({
    partition: names[id] ?? id,
    amount: asked.find(({ partitionId }) => partitionId === id)?.amount ?? null,
    left: row.left[id] ?? null,
  }));
}

/** Rank by the panel, where the reader gave it or a rule for all with the role of the reader opens the form. */
function rankOf({ rankings }: FoundRow, flow: CompiledFlow, viewer: Viewer): string | null {
  for (const { stepId, ownerId, content } of rankings) {
    const step = flow.flow.steps.find(({ id }) => id === stepId);
    const element = meaningOf(flow, stepId, 'rank');
    const isOpen = step?.permissions.view.some(
      ({ role, scope, of, audience }) =>
        role === viewer.role &&
        scope === 'call' &&
        (of === 'submitted' || of === 'always') &&
        audience.includes(element?.config.audience ?? 'public'),
    );
    const rank = answerTo(element, content);
    if (rank !== null && (ownerId === viewer.userId || isOpen)) return rank;
  }
  return null;
}

/** What the role of the reader has to see to beside the own pending actions. No statement for applicants, else one. */
export async function loadBoards(
  platform: Platform,
  viewer: Viewer,
  {
    now,
    order,
    reader,
    names,
  }: { now: Date; order: Language[]; reader: ReaderLanguage; names: Record<string, string> },
): Promise<TaskBoard[]> {
  const kinds = kindsFor(viewer);
  if (kinds.length === 0) return [];
  const { rows } = await boardsSql({ viewer, kinds, now, order }).execute(platform.db);
  const flows = new Map<number, CompiledFlow>();
  for (const { flowVersionId } of rows)
    if (!flows.has(flowVersionId))
      flows.set(flowVersionId, await loadFlow(platform, flowVersionId, now, { reader }));
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const [first] = own;
    return first === undefined
      ? []
      : [
          {
            kind,
            total: first.total,
            rows: inOrder(
              kind,
              own.map((row) => projectRow(row, { flows, viewer, names })),
            ),
          },
        ];
  });
}

function projectRow(
  row: FoundRow,
  {
    flows,
    viewer,
    names,
  }: { flows: ReadonlyMap<number, CompiledFlow>; viewer: Viewer; names: Record<string, string> },
): TaskRow {
  const flow = flows.get(row.flowVersionId);
  if (flow === undefined) throw new Error(`flow version ${row.flowVersionId} is missing`);
  const shown = (meaning: string, text: string) =>
    row.visible === null || row.visible.includes(meaning) ? text : '';
  const step = flow.flow.steps.find(({ id }) => id === row.flowElementId);
  const total = meaningOf(flow, row.flowElementId, 'payment_total');
  return {
    uid: row.uid,
    flowElementId: row.flowElementId,
    step: row.step,
    takeId: row.takeId,
    projectTitle: shown('project_title', row.projectTitle),
    firstName: shown('pi_first_name', row.firstName),
    lastName: shown('pi_last_name', row.lastName),
    asked: askedOf(row, flow, names),
    unit: row.kind === 'payments' ? (total?.config.unit ?? '') : row.unit,
    submitted: row.submitted,
    needed: row.needed,
    rank: rankOf(row, flow, viewer),
    hasLead: step?.config.hasLead === true ? (row.hasLead ?? false) : null,
    payee: answerTo(meaningOf(flow, row.flowElementId, 'payee'), row.payment),
    sum: answerTo(total, row.payment),
    isDone: row.isDone,
  };
}

/** Committees decide by rank; what has none yet comes last. */
function inOrder(kind: Kind, rows: TaskRow[]): TaskRow[] {
  if (kind !== 'decide' && kind !== 'panel') return rows;
  const place = ({ rank }: TaskRow) => (rank === null ? Number.MAX_SAFE_INTEGER : Number(rank));
  return rows.toSorted((one, other) => place(one) - place(other));
}
