import { listSteps } from '@clearcall/contract/lists.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { sql } from 'kysely';
import { toldAs } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isStepTold, openWork, stepTitle, toFill, workReader } from '../list-sql.ts';
import { whereInScope } from '../scope-sql.ts';
import { isOfStaff, loadReach } from '../search.ts';

/** Steps with open work in a list, as its filter offers them: the same steps as in the column of steps. */
export const steps = operation(listSteps, async ({ query, actor, now, translator }, { db }) => {
  const { role = 'applicant' } = query;
  const { clauses, rules } = await loadReach(db, actor, role);
  const of = workReader(actor, role, isOfStaff(clauses), now);
  const title = stepTitle(translator.language);
  const { rows } = await sql<{ title: string; told: Told; applications: number }>`
    select one.title, ${toldAs({ title: sql`case when bool_and(one.is_told) then ${sql.lit(translator.language)} end` })} as told,
       count(distinct one.id)::int as applications from (
      select ${title} as title, ${isStepTold(translator.language)} as is_told, f.position, ap.id from assignments l join applications ap on ${openWork(of)}
        join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = l.step_id
      where ${whereInScope(clauses, rules)}
      ${
        of.assigns
          ? sql`union all select ${title}, ${isStepTold(translator.language)}, f.position, r.id
              from (${toFill(of, sql`applications ap left join cutoffs k on k.id = ap.cutoff_id`)}) r
              join applications p on p.id = r.id
              join flow_steps f on f.flow_version_id = p.flow_version_id and f.step_id = r.step_id`
          : sql``
      }) one
    group by one.title order by min(one.position), one.title`.execute(db);
  return { steps: rows };
});
