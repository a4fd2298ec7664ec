import { listLateWork } from '@clearcall/contract/applications.ts';
import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { pendingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/people/person-name.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { iso } from '../../platform/db/iso.ts';
import { lastName } from '../../platform/db/last-name.ts';
import { languageOf, stepLanguage, stepTitleIn, toldAs, toldIn } from '../../platform/db/told-in.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { constants, whereInScope } from './scope-sql.ts';

interface Found {
  total: number;
  data: (Omit<LateWork, 'owner'> & { owner: StoredPerson | null })[];
  calls: z.output<typeof listLateWork.reply>['calls'];
}

/** Totals are exact up to here; one more says 'more than that'. */
const maxCounted = 10_000;
const maxRows = 500;

/**
 * Work past its deadline, work whose owner asks for more time, work that was never answered, and work refused or stopped
 * by a conflict of interest that has no replacement, in whatever application the staff may see. The deadline is that of
 * `assignmentTime`: the own one if it is after the start, else the end of the step's timeframe, else the start of the
 * next; changes that were asked for have only the own one.
 */
export const lateWork = operation(listLateWork, async ({ query, body, actor, now, translator }, platform) => {
  // Everybody else is told the same as of a page that does not exist.
  if (!actor.isStaff) return refuse('not_found');
  const { userId } = actor;
  const reader = translator.language;
  const order = inOrderFor(reader, platform.organisation.language());
  const { lateness, unansweredDays, callId, flowElementId } = body;
  const { rows } = await sql<Found>`
      with waiting as materialized (
        select a.id, a.application_id, a.step_id, a.owner_id, a.role, a.status, a.partition_id, a.revision, ap.call_id, ap.flow_version_id,
          case when a.time_request ->> 'declined' is null then a.time_request end as time_request,
          case when a.deadline_at >= '2000-01-01'
              and (t.starts_at is null or a.deadline_at > t.starts_at or a.status = 'changes_requested') then a.deadline_at
            when a.status <> 'changes_requested' then coalesce(t.ends_at, (select min(n.starts_at) from timeframes n
              where n.call_id = ap.call_id and n.step_id = a.step_id and n.starts_at > t.starts_at)) end as due_at,
          case when a.status = 'assigned' then coalesce((select max(v.created_at) from activities v
            where v.assignment_id = a.id and v.status = 'assigned'), a.created_at) end as asked_at,
          null::timestamptz as ended_at
        from assignments a join applications ap on ap.id = a.application_id
          left join timeframes t on t.cutoff_id = ap.cutoff_id and t.step_id = a.step_id
        where a.status = any(${constants(pendingStatuses)}) and ap.status <> 'draft' and ap.owner_id <> ${userId}
          and ${whereInScope([{ kind: 'submitted', userId }])}
        union all
        select a.id, a.application_id, a.step_id, a.owner_id, a.role, a.status, a.partition_id, a.revision, ap.call_id, ap.flow_version_id,
          null, null, null, e.ended_at
        from assignments a join applications ap on ap.id = a.application_id
          cross join lateral (select coalesce(max(v.created_at), a.created_at) as ended_at from activities v
            where v.assignment_id = a.id and v.status = a.status) e
        where a.status in ('refused', 'conflicted') and ap.status in ('submitted', 'changes_requested')
          and ap.owner_id <> ${userId} and ${whereInScope([{ kind: 'submitted', userId }])}
          and not exists (select from assignments r where r.replaces = a.id)
          and not exists (select from step_states s where s.application_id = a.application_id and s.step_id = a.step_id
            and s.released_at is not null)),
      late as materialized (
        select w.id, w.application_id, w.step_id, w.owner_id, w.role, w.status, w.partition_id, w.revision, w.call_id, w.flow_version_id,
          w.time_request, w.due_at, w.asked_at, w.ended_at, j.overdue
        from waiting w cross join lateral (select coalesce(w.due_at < ${now}::timestamptz, false) as overdue,
          coalesce(w.asked_at < ${now}::timestamptz - make_interval(days => ${unansweredDays}::int), false) as unanswered,
          w.ended_at is not null as unreplaced, w.time_request is not null as asked) j
        where ${lateness === undefined ? sql`(j.overdue or j.unanswered or j.unreplaced or j.asked)` : sql.raw(`j.${lateness}`)}),
      wanted as materialized (
        select l.id, row_number() over (order by l.due_at nulls last, coalesce(l.asked_at, l.ended_at), l.id) as place from late l
        where ${callId === undefined ? sql`true` : sql`l.call_id = ${callId}`}
          and ${flowElementId === undefined ? sql`true` : sql`l.step_id = ${flowElementId}`}),
      page as (
        select l.id, l.application_id, l.step_id, l.owner_id, l.role, l.status, l.partition_id, l.revision, l.call_id, l.flow_version_id,
          l.time_request, l.due_at, l.asked_at, l.ended_at, l.overdue, w.place
        from wanted w join late l on l.id = w.id
        where w.place > ${query.offset}::int and w.place <= ${query.offset + Math.min(query.limit, maxRows)}::int)
      select (select least(count(*), ${maxCounted + 1})::int from wanted) as total,
        coalesce((select json_agg(json_build_object('id', w.id, 'uid', ap.uid, 'projectTitle', ap.title, 'callId', c.id,
          'callTitle', ${toldIn(reader, 'c', 'title')}, 'timeZone', c.time_zone, 'flowElementId', w.step_id,
          'step', coalesce(${stepTitleIn(order, 's')}, w.step_id), 'partition', p.name, 'role', w.role,
          'owner', case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name,
            'lastName', ${lastName('u')}) end,
          'told', ${toldAs({ callTitle: languageOf(reader, 'c', 'title'), step: stepLanguage(order, 's') })},
          'status', w.status, 'deadline', ${iso('w.due_at')}, 'isOverdue', w.overdue,
          'unansweredSince', ${iso('w.asked_at')}, 'endedAt', ${iso('w.ended_at')}, 'timeRequest', w.time_request, 'revision', w.revision) order by w.place)
        from page w join applications ap on ap.id = w.application_id join calls c on c.id = w.call_id
          left join flow_steps s on s.flow_version_id = w.flow_version_id and s.step_id = w.step_id
          left join users u on u.id = w.owner_id left join partitions p on p.id = w.partition_id), '[]') as data,
        coalesce((select json_agg(json_build_object('id', g.id, 'title', g.title, 'told', g.told, 'steps', g.steps) order by folded(g.title), g.id) from (
          select c.id, ${toldIn(reader, 'c', 'title')} as title, ${toldAs({ title: languageOf(reader, 'c', 'title') })} as told,
            json_agg(json_build_object('id', l.step_id, 'title', coalesce(l.title, l.step_id), 'told', l.told) order by folded(l.title), l.step_id) as steps
          from (select distinct on (w.call_id, w.step_id) w.call_id, w.step_id,
              ${stepTitleIn(order, 's')} as title, ${toldAs({ title: stepLanguage(order, 's') })} as told
            from late w left join flow_steps s on s.flow_version_id = w.flow_version_id and s.step_id = w.step_id
            order by w.call_id, w.step_id, w.flow_version_id desc) l join calls c on c.id = l.call_id
          group by c.id) g), '[]') as calls`.execute(platform.db);
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without tables answered nothing');
  return {
    ...found,
    data: found.data.map(({ owner, ...row }) => ({
      ...row,
      owner: owner && { ...owner, lastName: translator.translate(lastNameMessage(owner.lastName)) },
    })),
  };
});
