import { listEvents } from '@clearcall/contract/applications.ts';
import { eventMessage, reasonMessage, unloggedTypes } from '@clearcall/domain/applications/event-texts.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/people/person-name.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { loadInternals } from '../load-internals.ts';

interface Logged {
  id: number;
  type: string;
  at: string;
  by: (StoredPerson & { role: Role }) | null;
  about: StoredPerson | null;
  stepId: string | null;
  partition: string | null;
  reason: string | null;
}

/** What happened to an application, a page of it, the newest first. Of the detail, only what is named here. */
export const list = operation(listEvents, async ({ params, query, actor, now, translator }, platform) => {
  const application = await loadInternals(platform.db, actor, params.id);
  if (application === null) return refuse('not_found');
  const { before, limit } = query;
  // One more than asked for tells whether there is more.
  const { rows } = await sql<Logged>`
    with page as (
      select e.id, e.type, e.assignment_id, e.user_id, e.actor_id, e.detail, e.occurred_at from events e
      where e.application_id = ${application.id} and ${before === undefined ? sql`true` : sql`e.id < ${before}`}
        and e.type <> all(${[...unloggedTypes]}::text[])
      order by e.id desc limit ${limit + 1})
    select e.id, e.type, ${iso('e.occurred_at')} as at,
      case when b.id is not null then jsonb_build_object('id', b.id, 'firstName', b.first_name,
        'lastName', ${lastName('b')}, 'role', b.role) end as by,
      case when u.id <> e.actor_id or e.actor_id is null and u.id is not null then jsonb_build_object('id', u.id,
        'firstName', u.first_name, 'lastName', ${lastName('u')}) end as about,
      coalesce(e.detail ->> 'step', a.step_id) as "stepId",
      coalesce(p.name, e.detail ->> 'partition') as partition, nullif(e.detail ->> 'reason', '') as reason
    from page e left join users b on b.id = e.actor_id left join users u on u.id = e.user_id
      left join assignments a on a.id = e.assignment_id
      left join partitions p on p.id = coalesce(e.detail ->> 'partition', a.partition_id)
    order by e.id desc
  `.execute(platform.db);
  const { staffRoles } = (await platform.organisation()).theme;
  const { flow } = await loadFlow(platform, application.flowVersionId, now, { reader: translator.language });
  const titles = new Map(flow.steps.map(({ id, title }) => [id, title]));
  const shown = rows.slice(0, limit);
  const nameOf = (person: StoredPerson) => ({
    id: person.id,
    firstName: person.firstName,
    lastName: translator.translate(lastNameMessage(person.lastName)),
  });
  return {
    data: shown.map(({ id, type, at, by, about, stepId, partition, reason }) => ({
      id,
      type,
      words: translator.translate(eventMessage(type, by !== null && staffRoles.includes(by.role))),
      at,
      by: by === null ? null : nameOf(by),
      about: about === null ? null : nameOf(about),
      step: stepId === null ? null : (titles.get(stepId) ?? stepId),
      partition,
      reason: reason === null ? null : translator.translate(reasonMessage(reason)),
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
});
