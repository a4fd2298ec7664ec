import { listOverdue } from '@clearcall/contract/lists.ts';
import { assignmentTime } from '@clearcall/domain/deadlines/assignment-time.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import type { AssignmentStatus } from '@clearcall/domain/model/statuses.ts';
import { type CutoffSnapshot, cutoffsOfStep } from '@clearcall/domain/permissions/application-snapshot.ts';
import { type RawBuilder, sql } from 'kysely';
import { customPlan } from '../../../platform/db/driver.ts';
import { iso } from '../../../platform/db/iso.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { timeframesJson } from '../sql.ts';
import { seesWork } from './staff-scope.ts';

interface Row {
  id: string;
  applicationId: number;
  uid: string;
  projectTitle: string;
  callId: number;
  callTitle: string;
  timeZone: string;
  flowElementId: string;
  step: string;
  partition: string | null;
  role: string;
  owner: string | null;
  status: AssignmentStatus;
  ownDeadline: string | null;
  cutoffId: number | null;
  isFirst: boolean;
  late: boolean;
  createdAt: string;
  revision: number;
}

interface Found {
  data: Row[];
  total: number;
  /** By the ids of calls. */
  windows: Record<string, Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[]>;
  calls: { id: number; title: string }[];
  steps: { flowElementId: string; title: string }[];
  roles: string[];
}

const dayMs = 86_400_000;
const maxCounted = 1_000;
/** Of so many the calls, steps and roles are told to filter by. */
const maxNamed = 5_000;

/**
 * What is late of all applications that the caller acts for: open assignments of which the clock has noted that their
 * deadline is over, and those that wait for an answer for some days. Each of the two is read from an index of its own that
 * holds nothing else, in the order of its age, from where the page before ended. Source: Requirements 2, 7.13.
 */
export const overdue = operation(listOverdue, async ({ body, actor, now, translator }, platform) => {
  const { callId, flowElementId, role, days, limit, after } = body;
  const reader = translator.language;
  const order = inOrderFor(reader, platform.organisation.language());
  const since = new Date(now.getTime() - days * dayMs);
  const kinds: RawBuilder<unknown>[] = [
    sql`a.expired_at is not null and a.status in ('draft', 'assigned', 'accepted', 'changes_requested')`,
    // It may have been prepared long before it was asked for.
    sql`a.status = 'assigned' and a.expired_at is null and a.created_at < ${since} and not exists (
      select from activities v where v.assignment_id = a.id and v.status = 'assigned' and v.created_at >= ${since})`,
  ];
  const filters: RawBuilder<unknown>[] = [seesWork(actor)];
  const asked = [...filters];
  if (callId !== undefined) asked.push(sql`ap.call_id = ${callId}`);
  if (flowElementId !== undefined) asked.push(sql`a.step_id = ${flowElementId}`);
  if (role !== undefined) asked.push(sql`a.role = ${role}`);
  const behind =
    after === undefined
      ? []
      : [sql`(a.created_at, a.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`];
  /** Both kinds, the oldest first, up to so many. */
  const found = (what: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[], most: number) =>
    sql`select * from (${sql.join(
      kinds.map(
        (kind) => sql`(select ${what} from assignments a join applications ap on ap.id = a.application_id
          where ${sql.join([kind, ...conditions], sql` and `)} order by a.created_at, a.id limit ${sql.lit(most)})`,
      ),
      sql` union all `,
    )}) both_kinds order by created_at, id limit ${sql.lit(most)}`;
  const columns = sql`a.id, a.created_at, a.application_id, a.step_id, a.role, ap.call_id, ap.flow_version_id`;
  const { rows } = await sql<Found>`${sql.raw(customPlan)}
    with page as materialized (${found(columns, [...asked, ...behind], limit + 1)}),
    named as materialized (${found(columns, filters, maxNamed)})
    select coalesce((select json_agg(json_build_object('id', a.id, 'applicationId', ap.id, 'uid', ap.uid,
        'projectTitle', ap.title, 'callId', ap.call_id, 'callTitle', ${toldIn(reader, 'c', 'title')},
        'timeZone', c.time_zone, 'flowElementId', a.step_id,
        'step', coalesce(in_language(s.titles, ${order}), s.title, a.step_id), 'partition', n.name, 'role', a.role,
        'owner', nullif(trim(u.first_name || ' ' || coalesce(${lastName('u')}, '')), ''), 'status', a.status,
        'ownDeadline', ${iso('a.deadline_at')}, 'cutoffId', ap.cutoff_id, 'isFirst', coalesce(s.is_first, false),
        'late', a.expired_at is not null, 'createdAt', ${iso('a.created_at')}, 'revision', a.revision)
        order by p.created_at, p.id)
      from page p join assignments a on a.id = p.id join applications ap on ap.id = a.application_id
        join calls c on c.id = ap.call_id
        left join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id
        left join partitions n on n.id = a.partition_id left join users u on u.id = a.owner_id), '[]') as data,
      (select count(*)::int from (${found(sql`a.id, a.created_at`, asked, maxCounted + 1)}) counted) as total,
      coalesce((select json_object_agg(w.call_id, w.cutoffs) from (
        select k.call_id, json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')}, 'timeframes', ${timeframesJson}) order by k.starts_at, k.id) as cutoffs
        from cutoffs k where k.call_id = any(array(select distinct call_id from page)) group by k.call_id) w), '{}') as windows,
      coalesce((select json_agg(json_build_object('id', c.id, 'title', ${toldIn(reader, 'c', 'title')}) order by c.id)
        from calls c where c.id = any(array(select distinct call_id from named))), '[]') as calls,
      coalesce((select json_agg(json_build_object('flowElementId', t.step_id, 'title', t.title) order by t.title)
        from (select x.step_id, min(coalesce(in_language(s.titles, ${order}), s.title)) as title
          from (select distinct flow_version_id, step_id from named) x
            join flow_steps s on s.flow_version_id = x.flow_version_id and s.step_id = x.step_id
          group by x.step_id) t), '[]') as steps,
      array(select distinct role from named order by role) as roles
  `.execute(platform.db);
  const [told] = rows;
  if (told === undefined) throw new Error('a statement without tables answered nothing');
  const { data, windows, ...rest } = told;
  const page = data.slice(0, limit);
  const last = data.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(({ ownDeadline, cutoffId, ...row }) => {
      const cutoffs = cutoffsOfStep({ cutoffs: windows[row.callId] ?? [] }, row.flowElementId);
      const timed = { status: row.status, deadline: ownDeadline, isFirst: row.isFirst };
      return { ...row, deadline: assignmentTime(cutoffs, timed, cutoffId, now).deadline };
    }),
    next: last === undefined ? null : { createdAt: last.createdAt, id: last.id },
    ...rest,
  };
});
