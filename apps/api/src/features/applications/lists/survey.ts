import { surveyApplications } from '@clearcall/contract/lists.ts';
import { handedInStatuses, ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { isReleaseAwaited, type ReleaseFacts } from '@clearcall/domain/permissions/awaited-release.ts';
import { sql } from 'kysely';
import { languageOf, stepLanguage, stepTitleIn, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { flowOf, loadFlows } from '../asked-of-applications.ts';
import { seesWork } from './staff-scope.ts';

/** An application in which a step can be released. */
type Releasable = ReleaseFacts & { id: number; flowVersionId: number };

interface SurveyedCall {
  id: number;
  title: string;
  told: Told;
  applications: { id: number; uid: string; title: string }[];
  steps: {
    flowElementId: string;
    title: string;
    told: Told;
    roles: string[];
    perPartition: boolean;
    open: number[];
    ready: number;
    unawaited: number[];
    waiting: number;
    releasedBefore: number;
  }[];
  partitions: { id: string; name: string }[];
}

type Step = SurveyedCall['steps'][number];
type FoundCall = Omit<SurveyedCall, 'steps'> & {
  steps: (Omit<Step, 'ready' | 'unawaited'> & { releasable: Releasable[] })[];
};

/**
 * Before somebody does the same to many: of which calls they are, which steps these have, and in how many of them a step is
 * open, can be released, was released or waits for its release. One statement, by the ids that are given; `isReleaseAwaited`
 * decides which releases are offered, as on the dashboard.
 */
export const survey = operation(surveyApplications, async ({ body, actor, translator, now }, platform) => {
  const reader = translator.language;
  const order = inOrderFor(reader, platform.organisation.language());
  const { rows } = await sql<FoundCall>`
    with chosen as materialized (
      select ap.id, ap.uid, ap.title, ap.status, ap.call_id, ap.flow_version_id, ap.partition_ids from applications ap
      where ap.id = any(${body.applicationIds}::bigint[]) and ${seesWork(actor)}),
    steps as materialized (
      select f.id as flow_version_id, f.call_id, step ->> 'id' as step_id, (step ->> 'order')::numeric as place,
        coalesce((step ->> 'final')::boolean, false) as is_final, step ->> 'ownerRole' as owner_role,
        step ->> 'judges' as judges,
        coalesce((step ->> 'perPartition')::boolean, false) as per_partition,
        coalesce(step -> 'permissions' -> 'assignable', '[]') as assignable
      from flow_versions f, jsonb_array_elements(f.document -> 'steps') step
      where f.id = any(array(select distinct flow_version_id from chosen))),
    worked as materialized (
      select a.application_id, a.step_id, bool_or(a.status = any(${[...ongoingStatuses]}::text[])) as is_open,
        max(a.submitted_at) filter (where a.status = any(${[...handedInStatuses]}::text[])) as handed_in_at,
        bool_or(a.status = 'rejected') as is_rejected, bool_or(a.status = 'changes_requested') as is_returned
      from assignments a where a.application_id = any(array(select id from chosen))
      group by a.application_id, a.step_id),
    each_one as (
      select o.id, o.status, o.call_id, s.step_id, s.place, s.flow_version_id, w.is_open is true as is_open,
        coalesce(j.is_rejected, false) as is_rejected, coalesce(j.is_returned, false) as is_returned,
        e.released_at is not null as is_released, r.step_id is not null as is_waiting,
        coalesce(w.handed_in_at > coalesce(e.released_at, '-infinity'), false)
          or coalesce(s.is_final or j.is_rejected, false) and exists (
            select from decisions d where d.application_id = o.id and d.released_at is null and not exists (
              select from decisions n where n.application_id = d.application_id
                and n.partition_id = d.partition_id and n.version > d.version)) as has_news
      from chosen o join steps s on s.flow_version_id = o.flow_version_id
        left join worked w on w.application_id = o.id and w.step_id = s.step_id
        left join worked j on j.application_id = o.id and j.step_id = s.judges
        left join step_states e on e.application_id = o.id and e.step_id = s.step_id
        left join waiting_releases r on r.application_id = o.id and r.step_id = s.step_id),
    stood as (
      select call_id, step_id, min(place) as place, max(flow_version_id) as flow_version_id,
        coalesce(json_agg(id order by id) filter (where is_open), '[]') as open,
        coalesce(json_agg(json_build_object('id', id, 'flowVersionId', flow_version_id, 'status', status,
          'isRejected', is_rejected, 'isReturned', is_returned) order by id) filter (where has_news and not is_open and not is_waiting), '[]') as releasable,
        count(*) filter (where has_news and not is_open and is_waiting)::int as waiting,
        count(*) filter (where is_released and not has_news)::int as released_before
      from each_one group by call_id, step_id)
    select c.id, ${toldIn(reader, 'c', 'title')} as title,
      ${toldAs({ title: languageOf(reader, 'c', 'title') })} as told,
      (select json_agg(json_build_object('id', o.id, 'uid', o.uid, 'title', o.title) order by o.id)
        from chosen o where o.call_id = c.id) as applications,
      coalesce((select json_agg(json_build_object('flowElementId', t.step_id,
          'title', ${stepTitleIn(order, 'f')}, 'told', ${toldAs({ title: stepLanguage(order, 'f') })}, 'perPartition', s.per_partition,
          'roles', case when s.owner_role = 'applicant' then '[]' else (
            select json_agg(distinct role) from jsonb_array_elements_text(s.assignable || to_jsonb(s.owner_role)) role) end,
          'open', t.open, 'releasable', t.releasable, 'waiting', t.waiting, 'releasedBefore', t.released_before)
          order by t.place, t.step_id)
        from stood t join flow_steps f on f.flow_version_id = t.flow_version_id and f.step_id = t.step_id
          join steps s on s.flow_version_id = t.flow_version_id and s.step_id = t.step_id
        where t.call_id = c.id), '[]') as steps,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by folded(p.name), p.id) from partitions p
        join centres n on n.id = p.centre_id where not (p.disabled or n.disabled) and p.id in (select unnest(o.partition_ids) from chosen o where o.call_id = c.id)), '[]') as partitions
    from calls c where c.id = any(array(select distinct call_id from chosen)) order by c.id
  `.execute(platform.db);
  const releasable = rows.flatMap(({ steps }) => steps.flatMap((step) => step.releasable));
  const flows = await loadFlows(platform, releasable, { now, reader });
  const told = ({ releasable: found, ...step }: FoundCall['steps'][number]): Step => {
    const isAwaited = (one: Releasable) => isReleaseAwaited(flowOf(one, flows).flow, step.flowElementId, one);
    const unawaited = found.filter((one) => !isAwaited(one)).map(({ id }) => id);
    return { ...step, ready: found.length - unawaited.length, unawaited };
  };
  return { calls: rows.map((one) => ({ ...one, steps: one.steps.map(told) })) };
});
