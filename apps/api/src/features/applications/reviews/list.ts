import { listFinishedReviews } from '@clearcall/contract/reviews.ts';
import type { FinishedReview } from '@clearcall/domain/applications/finished-review.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { languageOf, stepLanguage, stepTitleIn, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { noRules, visibleMeaningsSql, whereInScope } from '../scope-sql.ts';
import { isFinished } from './finished.ts';

/**
 * The own finished work, a page of it, the newest first. The application opens by the own work alone, for what else opens
 * it is no business of this list; its title is told by the rules that tell it in every list.
 */
export const list = operation(listFinishedReviews, async ({ query, actor, translator }, platform) => {
  const { userId } = actor;
  const { limit, offset } = query;
  const opens = whereInScope([{ kind: 'assigned_to', userId }], { ...noRules, works: ['any'] });
  const order = inOrderFor(translator.language, platform.organisation.language());
  const { rows } = await sql<{ total: number; data: FinishedReview[] }>`
    with page as materialized (
      select a.id, a.application_id, a.step_id, a.role, a.partition_id, a.submitted_at
      from assignments a join applications ap on ap.id = a.application_id
      where ${isFinished(userId)} order by a.submitted_at desc, a.id desc limit ${limit} offset ${offset}),
    known as materialized (
      select p.id, p.step_id, p.role, p.partition_id, p.submitted_at, ap.id as application_id, ap.uid, ap.title, ap.call_id,
        ap.flow_version_id, o.opens, o.opens and 'project_title' = any(${visibleMeaningsSql(actor)}) as is_titled
      from page p join applications ap on ap.id = p.application_id
        cross join lateral (select ${opens} as opens offset 0) o)
    select (select count(*)::int from assignments a join applications ap on ap.id = a.application_id
        where ${isFinished(userId)}) as total,
      coalesce((select json_agg(json_build_object('id', k.id, 'callTitle', ${toldIn(translator.language, 'c', 'title')},
          'told', ${toldAs({ callTitle: languageOf(translator.language, 'c', 'title'), step: stepLanguage(order, 's') })},
          'step', coalesce(${stepTitleIn(order, 's')}, k.step_id), 'role', k.role, 'partition', n.name,
          'submittedAt', ${iso('k.submitted_at')}, 'released', case when k.opens then exists (
            select from step_states r where r.application_id = k.application_id and r.step_id = k.step_id
              and r.released_at is not null) end,
          'uid', case when k.opens then k.uid end,
          'projectTitle', case when k.is_titled then k.title end) order by k.submitted_at desc, k.id desc)
        from known k join calls c on c.id = k.call_id
          left join flow_steps s on s.flow_version_id = k.flow_version_id and s.step_id = k.step_id
          left join partitions n on n.id = k.partition_id), '[]') as data
  `.execute(platform.db);
  return rows[0] ?? { data: [], total: 0 };
});
