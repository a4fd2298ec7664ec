import { handedInStatuses, ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { StepToRelease } from '@clearcall/domain/applications/task-board.ts';
import { isReleaseAwaited, type ReleaseFacts } from '@clearcall/domain/permissions/awaited-release.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { languageOf, stepLanguage, stepTitleIn, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadFlow } from '../flow-facts.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { constants } from '../scope-sql.ts';

/** Submissions and decisions that are looked at, the newest applications first, so that a reply stays fast. */
const maxLookedAt = 1_000;

interface Found extends StepToRelease {
  flowVersionId: number;
  place: number;
  applications: (StepToRelease['applications'][number] & ReleaseFacts)[];
}

/**
 * Returns the steps that staff can release and whose release is awaited, with the applications that are ready, by cut-off.
 * The statement finds what was submitted or decided since the last release; `isReleaseAwaited` decides.
 */
export async function loadStepsToRelease(
  platform: Platform,
  viewer: Viewer,
  { now, order, reader }: { now: Date; order: Language[]; reader: ReaderLanguage },
): Promise<StepToRelease[]> {
  if (!viewer.isStaff) return [];
  const handedIn = sql`a.status = any(${constants(handedInStatuses)})`;
  // The database hashes a subquery of pairs; a join is slower.
  const { rows } = await sql<Found>`
    with steps as materialized (
      select f.flow_version_id, f.step_id, f.is_final, f.judges from flow_steps f
      where f.is_final or exists (select from view_rules v where v.flow_version_id = f.flow_version_id and v.of_step = f.step_id)
        or exists (select from flow_steps j where j.flow_version_id = f.flow_version_id and j.step_id = f.judges and j.is_first)),
    news as materialized (
      (select p.id, a.step_id from assignments a join applications p on p.id = a.application_id
        left join step_states e on e.application_id = a.application_id and e.step_id = a.step_id
      where ${handedIn} and a.submitted_at > coalesce(e.released_at, '-infinity') and p.status <> 'withdrawn'
        and (p.flow_version_id, a.step_id) in (select s.flow_version_id, s.step_id from steps s)
      order by a.application_id desc limit ${maxLookedAt})
      union
      (select p.id, s.step_id from decisions d join applications p on p.id = d.application_id
        join steps s on s.flow_version_id = p.flow_version_id
      where d.released_at is null and not exists (select from decisions n where n.application_id = d.application_id
          and n.partition_id = d.partition_id and n.version > d.version)
        and (s.is_final or exists (select from assignments j where j.application_id = p.id and j.step_id = s.judges
          and j.status = 'rejected')) and p.status <> 'withdrawn'
      order by p.id desc limit ${maxLookedAt})),
    ready as materialized (
      select ap.id, ap.uid, coalesce(ap.title, '') as title, ap.status, ap.call_id, ap.cutoff_id, ap.flow_version_id, n.step_id,
        exists (select from assignments j where j.application_id = ap.id and j.step_id = s.judges
          and j.status = 'rejected') as is_rejected,
        exists (select from assignments j where j.application_id = ap.id and j.step_id = s.judges
          and j.status = 'changes_requested') as is_returned
      from news n join applications ap on ap.id = n.id
        join steps s on s.flow_version_id = ap.flow_version_id and s.step_id = n.step_id
      where ${seesWork(viewer)}
        and not exists (select from assignments a where a.application_id = n.id and a.step_id = n.step_id
          and a.status in (${sql.join(ongoingStatuses.map((status) => sql.lit(status)))}))
        and not exists (select from waiting_releases w where w.application_id = n.id and w.step_id = n.step_id))
    select r.call_id as "callId", ${toldIn(reader, 'c', 'title')} as call, ${iso('k.ends_at')} as cutoff,
      r.flow_version_id as "flowVersionId", r.step_id as "flowElementId", f.position as place,
      ${stepTitleIn(order, 'f')} as step,
      ${toldAs({ call: languageOf(reader, 'c', 'title'), step: stepLanguage(order, 'f') })} as told,
      json_agg(json_build_object('id', r.id, 'uid', r.uid, 'title', r.title, 'status', r.status, 'isRejected', r.is_rejected,
        'isReturned', r.is_returned)
        order by r.id) as applications
    from ready r join calls c on c.id = r.call_id left join cutoffs k on k.id = r.cutoff_id
      join flow_steps f on f.flow_version_id = r.flow_version_id and f.step_id = r.step_id
    group by r.call_id, c.id, k.id, r.flow_version_id, r.step_id, f.flow_version_id, f.step_id`.execute(
    platform.db,
  );
  const awaited: Found[] = [];
  for (const row of rows) {
    const { flow } = await loadFlow(platform, row.flowVersionId, now, { reader });
    const applications = row.applications.filter((one) => isReleaseAwaited(flow, row.flowElementId, one));
    if (applications.length > 0) awaited.push({ ...row, applications });
  }
  // Flow versions of one call are one line.
  const groups = Map.groupBy(awaited, (row) => `${row.callId} ${row.cutoff} ${row.flowElementId}`);
  return [...groups.values()]
    .map((group) => {
      const [{ callId, call, cutoff, flowElementId, step, told, place }] = group as [Found];
      const applications = group.flatMap((row) =>
        row.applications.map(({ id, uid, title }) => ({ id, uid, title })),
      );
      return { callId, call, cutoff, flowElementId, step, told, place, applications };
    })
    .toSorted(
      (one, other) =>
        (other.cutoff ?? '').localeCompare(one.cutoff ?? '') ||
        one.callId - other.callId ||
        other.place - one.place,
    )
    .map(({ place: _, ...step }) => step);
}
