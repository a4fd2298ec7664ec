import {
  type OpenRule,
  type ReadershipFacts,
  readershipOf,
  type StepRule,
} from '@clearcall/domain/permissions/readership.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { conflictsJson, releasesJson } from './sql.ts';

interface Readership {
  id: number;
  /** The rules that are stored with it. */
  stored: OpenRule[];
  /** The rules that follow from its facts. */
  rules: OpenRule[];
}

/** Loads applications with their stored readerships and those that follow from their facts, in one statement. */
export async function loadReaderships(db: Db, ids: readonly number[]): Promise<Readership[]> {
  const { rows } = await sql<{
    applications: { id: number; flowVersionId: number; stored: OpenRule[]; facts: ReadershipFacts }[];
    flows: Record<string, StepRule[]>;
  }>`
    with given as materialized (select * from applications where id = any(${[...ids]}::bigint[]))
    select coalesce((select json_agg(json_build_object('id', ap.id, 'flowVersionId', ap.flow_version_id,
        'stored', coalesce((select h.rules from readerships h where h.id = ap.readership_id), '[]'),
        'facts', json_build_object('status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')},
          'releases', ${releasesJson}, 'conflicts', ${conflictsJson}, 'assignments', coalesce((
            select json_agg(json_build_object('stepId', a.step_id, 'ownerId', a.owner_id, 'partitionId', a.partition_id,
              'status', a.status, 'submittedAt', ${iso('a.submitted_at')}, 'submissions', array(
                select ${iso('m.submitted_at')} from submissions m where m.assignment_id = a.id)))
            from assignments a where a.application_id = ap.id), '[]')))) from given ap), '[]') as applications,
      coalesce((select json_object_agg(f.id, (
          select coalesce(json_agg(json_build_object('stepId', r.step_id, 'role', r.role, 'scope', r.scope, 'reader', r.reader,
            'shows', r.shows, 'of', case r.of_kind when 'released' then json_build_object('released', r.of_step)
              else to_json(r.of_kind) end)), '[]') from view_rules r where r.flow_version_id = f.id))
        from flow_versions f where f.id in (select flow_version_id from given)), '{}') as flows`.execute(db);
  const { applications = [], flows = {} } = rows[0] ?? {};
  return applications.map(({ id, flowVersionId, stored, facts }) => ({
    id,
    stored,
    rules: readershipOf(facts, flows[flowVersionId] ?? []),
  }));
}
