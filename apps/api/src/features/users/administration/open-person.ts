import { openPerson } from '@clearcall/contract/administration.ts';
import { ongoingStatuses, submittedStatuses } from '@clearcall/domain/applications/statuses.ts';
import {
  chiefRoles,
  coarseCount,
  whyNotChange,
  whyNotGiveRole,
  whyNotLock,
} from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofSubject } from '../../../platform/audit/changes-of.ts';
import { iso } from '../../../platform/db/iso.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { membershipsOfPerson } from './people-choices.ts';
import { stateOf } from './search-people.ts';

type Person = z.output<typeof openPerson.reply>;
type Read = Omit<Person, 'whyNot' | 'work'> & {
  work: Record<keyof Person['work'], number>;
  chiefs: number[];
};

/** One account as the administration has it. One statement. */
export const openOne = operation(openPerson, async ({ params: { id }, actor, now }, { db }) => {
  const others = sql`from assignments a join applications ap on ap.id = a.application_id
    where a.owner_id = u.id and ap.owner_id <> u.id`;
  const { rows } = await sql<{ person: Read }>`
    select jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
      'role', u.role, 'state', ${stateOf}, 'lastLoginAt', ${iso('u.last_login_at')}, 'createdAt', ${iso('u.created_at')},
      'memberships', ${membershipsOfPerson}, 'fields', u.fields, 'tags', u.tags, 'temporary', u.temporary,
      'mandateStart', u.mandate_start_date, 'mandateEnd', u.mandate_end_date,
      'invitation', (select jsonb_build_object('sentAt', ${iso('t.created_at')}, 'endsAt', ${iso('t.expires_at')})
        from mail_tokens t where t.user_id = u.id and t.purpose = 'invite' and t.used_at is null and u.status = 'locked'
        order by t.created_at desc limit 1),
      'sessions', (select count(distinct s.family_id)::int from sessions s
        where s.user_id = u.id and s.ended_at is null and s.replaced_at is null and s.expires_at > ${now}),
      'work', jsonb_build_object(
        'applications', (select count(*)::int from applications ap where ap.owner_id = u.id and ap.status <> 'draft'),
        'open', (select count(*)::int ${others} and a.status = any(${[...ongoingStatuses]}::text[])),
        'leads', (select count(*)::int ${others} and a.is_lead and a.status = any(${[...ongoingStatuses]}::text[])),
        'done', (select count(*)::int ${others} and a.status = any(${[...submittedStatuses]}::text[]))),
      'chiefs', (select coalesce(jsonb_agg(c.id), '[]') from users c
        where c.role = any(${[...chiefRoles]}::text[]) and c.status = 'active'),
      'changes', ${newestChanges(ofSubject('person', sql`u.id`))}) as person
    from users u where u.id = ${id} and u.status <> 'closed'`.execute(db);
  if (rows[0] === undefined) return refuse('not_found');
  const { work, chiefs, ...person } = rows[0].person;
  const facts = { actor: { id: actor.userId, role: actor.role }, person, chiefs };
  return {
    ...person,
    work: {
      applications: coarseCount(work.applications),
      open: coarseCount(work.open),
      leads: coarseCount(work.leads),
      done: coarseCount(work.done),
    },
    whyNot: {
      change: whyNotChange(facts),
      // To the role that they have: what every other one is refused with as well.
      giveRole: whyNotGiveRole(facts, 'user'),
      lock: whyNotLock(facts),
    },
  };
});
