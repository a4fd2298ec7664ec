import type { Element, Flow } from '@clearcall/domain/forms/types.ts';
import {
  type LaterFacts,
  labelOf,
  laterCells,
  laterColumns,
} from '@clearcall/domain/permissions/later-columns.ts';
import { type ReleaseFacts, releasesFor } from '@clearcall/domain/permissions/releases.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { loadFlow } from '../features/applications/flow-facts.ts';
import { conflictsJson, earlierJson, membershipsJson, releasesJson } from '../features/applications/sql.ts';
import type { LaterParts } from '../features/calls/reports/make.ts';
import { iso } from '../platform/db/iso.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Platform } from '../platform/platform.ts';

interface LoadedLater extends Omit<LaterFacts, 'releasedAt' | 'later'>, ReleaseFacts {
  id: number;
  flowVersionId: number;
  later: (LaterFacts['later'][number] & { ownerId: number | null })[];
}

/** What the rules of view ask of some applications, and what was handed in of their later steps. */
export async function loadLaterFacts(
  db: Db,
  ids: readonly number[],
  viewerId: number,
): Promise<(LaterFacts & { id: number; flowVersionId: number })[]> {
  const { rows } = await sql<LoadedLater>`
    select ap.id, ap.flow_version_id as "flowVersionId", ap.owner_id as "ownerId", ap.status,
      ${iso('ap.award_declined_at')} as "awardDeclinedAt", ap.panel,
      coalesce((select json_agg(json_build_object('ownerId', a.owner_id, 'role', a.role, 'status', a.status))
        from assignments a where a.application_id = ap.id and a.owner_id = ${viewerId}), '[]') as assignments,
      ${releasesJson} as releases, ${conflictsJson} as conflicts,
      coalesce((select json_agg(distinct p.centre_id) from partitions p
        where p.id = any(ap.partition_ids)), '[]') as "centreIds",
      ${membershipsJson(viewerId)} as viewer,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'stepId', a.step_id, 'ownerId', a.owner_id, 'status', a.status,
          'partitionId', a.partition_id, 'centreId', (select p.centre_id from partitions p where p.id = a.partition_id),
          'labelNumber', a.label_number, 'submitted', a.submitted_content,
          'submittedAt', ${iso('a.submitted_at')}, 'earlier', ${earlierJson}))
        from assignments a
        where a.application_id = ap.id and a.submitted_content is not null and a.step_id <> (
          select d ->> 'id' from flow_versions f, jsonb_array_elements(f.document -> 'steps') d
          where f.id = ap.flow_version_id order by (d ->> 'order')::numeric limit 1)), '[]') as later
    from applications ap where ap.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map((row) => {
    const { releasedAt, keptFor } = releasesFor(viewerId, row);
    return { ...row, releasedAt, later: row.later.map((one) => ({ ...one, keptFor: keptFor(one) })) };
  });
}

/** What the later steps add to the applications report of a call, for one reader and in their words. */
export async function laterParts(
  platform: Platform,
  db: Db,
  { callId, viewer, translator, now }: { callId: number; viewer: Viewer; translator: Translator; now: Date },
): Promise<LaterParts> {
  const { translate, language: reader } = translator;
  const versions = await sql<{ id: number }>`
    select f.id from flow_versions f where f.call_id = ${callId} order by f.version`.execute(db);
  const flows = new Map<number, { flow: Flow; lists: Parameters<typeof labelOf>[1] }>();
  for (const { id } of versions.rows) {
    const { flow, readable } = await loadFlow(platform, id, now, { via: db, reader });
    flows.set(id, { flow, lists: readable });
  }
  const partitions = new Map(
    (await sql<{ id: string; name: string }>`select id, name from partitions`.execute(db)).rows.map(
      ({ id, name }) => [id, name],
    ),
  );
  const columns = laterColumns(
    viewer,
    [...flows.values()].map(({ flow }) => flow),
  );
  const partition = (id: string): string => partitions.get(id) ?? id;
  const ticked = { true: translate(message('forms.yes')), false: translate(message('forms.no')) };
  const valueIn =
    (lists: Parameters<typeof labelOf>[1]) =>
    (element: Element, value: string): string => {
      switch (element.type) {
        case 'select-partition':
        case 'partitions':
          return partition(value);
        case 'checkbox':
        case 'toggle':
          return value === 'true' ? ticked.true : ticked.false;
        default:
          return labelOf(element, lists, value);
      }
    };
  return {
    head: columns.map(({ title }) => title),
    async cellsOf(ids) {
      if (columns.length === 0) return new Map();
      const facts = await loadLaterFacts(db, ids, viewer.userId);
      return new Map(
        facts.map(({ id, flowVersionId, ...about }) => {
          const { flow, lists = {} } = flows.get(flowVersionId) ?? {};
          if (flow === undefined) throw new Error(`flow version ${flowVersionId} is missing`);
          return [id, laterCells(viewer, about, flow, columns, { value: valueIn(lists), partition })];
        }),
      );
    },
  };
}
