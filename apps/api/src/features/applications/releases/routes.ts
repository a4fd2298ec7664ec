import {
  listWaitingReleases,
  releaseMany,
  releaseStep,
  stopRelease,
  type WaitingRelease,
} from '@clearcall/contract/releases.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { stepLanguage, stepTitleIn } from '../../../platform/db/told-in.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { seesWork } from '../lists/staff-scope.ts';
import { oneByOne, unready } from '../workflow/of-many.ts';
import { refused } from '../workflow/replies.ts';
import { planRelease } from './plan-release.ts';

const ofApplication = (id: number | undefined): RawBuilder<boolean> =>
  id === undefined ? sql`true` : sql`w.application_id = ${id}`;

export const releaseRoutes: readonly Operation[] = [
  operation(releaseStep, async ({ params, body, actor, now }, platform) => {
    const { flowElementId: stepId } = body;
    const releaseId = platform.newId();
    const asked = { application: params.id, stepId, actor, now, releaseId, isOfMany: false };
    const planned = await platform.db.transaction().execute((tx) => planRelease(tx, platform, asked));
    if (!planned.ok) return refused(planned);
    const { waiting } = planned;
    return { waiting: waiting && { releaseId: waiting.releaseId, dueAt: waiting.dueAt } };
  }),

  operation(releaseMany, async ({ params, body, actor, now, translator }, platform) => {
    const { flowElementId: stepId, releaseId = platform.newId(), ...selection } = body;
    const outcomes = await oneByOne(platform, { ...params, actor }, selection, async (tx, { id }) => {
      const asked = { application: String(id), stepId, actor, now, releaseId, isOfMany: true };
      const planned = await planRelease(tx, platform, asked);
      if (!planned.ok) return planned.code;
      if (planned.waiting === null) return 'released_before';
      return planned.waiting.isNew ? null : 'waiting';
    });
    if (isRefusal(outcomes)) return outcomes;
    const uidsOf = (wanted: string | null) =>
      outcomes.flatMap(({ uid, code }) => (code === wanted ? [uid] : []));
    return {
      done: uidsOf(null),
      waiting: uidsOf('waiting'),
      releasedBefore: uidsOf('released_before'),
      notReady: unready(
        outcomes.flatMap(({ uid, code }) =>
          code === 'waiting' || code === 'released_before' ? [] : { uid, code },
        ),
        translator,
      ),
    };
  }),

  operation(listWaitingReleases, async ({ query, actor, translator }, platform) => {
    if (!actor.isStaff) return refuse('not_found');
    const order = inOrderFor(translator.language, platform.organisation.language());
    const { rows } = await sql<WaitingRelease>`
      select r.id, r.step, r.title, jsonb_strip_nulls(jsonb_build_object('title', r.language)) as told, ${iso('r.due_at')} as "dueAt", r.applications,
        case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
          end as "releasedBy"
      from (
        select w.release_id as id, w.step_id as step, w.released_by, min(w.due_at) as due_at, count(*)::int as applications,
          min(${stepTitleIn(order, 's')}) as title, min(${stepLanguage(order, 's')}) as language
        from waiting_releases w join applications ap on ap.id = w.application_id
          join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = w.step_id
        where ${seesWork(actor)} and ${ofApplication(query.applicationId)}
        group by w.release_id, w.step_id, w.released_by) r left join users u on u.id = r.released_by
      order by r.due_at, r.id, r.step
    `.execute(platform.db);
    return rows;
  }),

  operation(stopRelease, async ({ params, body, actor, now }, platform) => {
    if (!actor.isStaff) return refuse('not_found');
    return platform.db.transaction().execute(async (tx) => {
      // The application is locked before its release, as by the clock that carries it out.
      const { rows: stopped } = await sql<{ applicationId: number; stepId: string }>`
        with locked as materialized (
          select ap.id from applications ap where ${seesWork(actor)} and ap.id in (
            select w.application_id from waiting_releases w
            where w.release_id = ${params.id}::uuid and ${ofApplication(body.applicationId)})
          order by ap.id for update)
        delete from waiting_releases w using locked where w.application_id = locked.id and w.release_id = ${params.id}::uuid
        returning w.application_id as "applicationId", w.step_id as "stepId"`.execute(tx);
      if (stopped.length === 0) return refuse('release_done');
      await platform.emit(
        tx,
        stopped.map(({ applicationId, stepId }) => ({
          type: 'release_stopped',
          occurredAt: now,
          applicationId,
          actorId: actor.userId,
          detail: { step: stepId },
        })),
      );
      return { stopped: stopped.length };
    });
  }),
];
