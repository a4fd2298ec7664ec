import * as contract from '@clearcall/contract/call-administration.ts';
import { whyNotArchive, whyNotDelete } from '@clearcall/domain/calls/archive-call.ts';
import { type CallDetail, callLinksSchema } from '@clearcall/domain/calls/call.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { hasRight, rights } from '@clearcall/domain/permissions/administration.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofSubject } from '../../../platform/audit/changes-of.ts';
import { iso } from '../../../platform/db/iso.ts';
import {
  languagesOf,
  stepLanguage,
  stepTitleIn,
  toldAs,
  toldIn,
  toldJsonIn,
} from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { documentsJson } from '../sql.ts';
import { type CallRow, headColumns, headOf, standingOf } from './call-sql.ts';

type Opened = z.output<(typeof contract.openCall)['reply']>;
type Row = CallRow &
  Pick<
    Opened,
    | 'description'
    | 'info'
    | 'facts'
    | 'unit'
    | 'uidPattern'
    | 'partitions'
    | 'steps'
    | 'keptVersions'
    | 'documents'
    | 'changes'
  > & {
    textsTold: CallDetail['told'] | null;
    downloadRoles: string[];
    links: Record<string, unknown>;
    offers: Pick<Opened['cutoffs'][number], 'id' | 'closed' | 'partitions' | 'timeframes'>[];
  };

const decimal = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

const offersJson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'closed', k.closed_at is not null,
  'partitions', coalesce((select jsonb_agg(jsonb_build_object('partitionId', cp.partition_id, 'disabled', cp.disabled,
      'min', ${decimal('cp.min')}, 'max', ${decimal('cp.max')}, 'fixed', ${decimal('cp.fixed')}, 'pool', ${decimal('cp.pool')})
      order by cp.partition_id)
    from cutoff_partitions cp where cp.cutoff_id = k.id), '[]'),
  'timeframes', coalesce((select jsonb_agg(jsonb_build_object('stepId', t.step_id, 'start', ${iso('t.starts_at')},
      'end', ${iso('t.ends_at')}) order by t.starts_at, t.step_id)
    from timeframes t where t.cutoff_id = k.id), '[]')))
  from cutoffs k where k.call_id = c.id), '[]')`;

const partitionsJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'centre', n.name,
    'disabled', p.disabled or n.disabled) order by folded(p.name), p.id)
  from partitions p join centres n on n.id = p.centre_id where p.id in (
    select cp.partition_id from cutoff_partitions cp join cutoffs k on k.id = cp.cutoff_id where k.call_id = c.id)), '[]')`;

/** One call as it is now, also one that visitors do not see. */
export const open = operation(
  contract.openCall,
  async ({ params: { id }, now, actor, translator: { language } }, { db, organisation }) => {
    const order = inOrderFor(language, organisation.language());
    const { rows } = await sql<Row>`
      select ${headColumns(language, now)}, ${toldIn(language, 'c', 'description')} as description,
        ${toldIn(language, 'c', 'info')} as info, ${toldJsonIn(language, 'c', 'facts')} as facts, c.unit,
        ${toldJsonIn(language, 'c', 'links')} as links, ${languagesOf(language, 'c')} as "textsTold",
        c.uid_pattern as "uidPattern", c.download_roles as "downloadRoles", ${documentsJson(language)} as documents,
        ${offersJson} as offers, ${partitionsJson} as partitions,
        coalesce((select jsonb_agg(jsonb_build_object('id', s.step_id, 'title', ${stepTitleIn(order, 's')},
            'told', ${toldAs({ title: stepLanguage(order, 's') })}, 'ownerRole', s.owner_role,
            'assignedBy', s.assigned_by) order by s.position, s.step_id)
          from flow_steps s where s.flow_version_id = (
            select f.id from flow_versions f where f.call_id = c.id order by f.version desc limit 1)), '[]') as steps,
        coalesce((select jsonb_agg(jsonb_build_object('cutoffId', k.id, 'version', f.version))
          from cutoffs k join flow_versions f on f.id = k.flow_version_id where k.call_id = c.id), '[]') as "keptVersions",
        ${newestChanges(ofSubject('call', sql`c.id`))} as changes
      from calls c where c.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return refuse('not_found');
    const { staffRoles } = (await organisation()).theme;
    const mayChange = hasRight(actor.role, 'change_calls');
    const { told: _title, ...head } = headOf(row, now);
    return {
      ...head,
      ...(row.textsTold === null ? {} : { told: row.textsTold }),
      description: row.description,
      info: row.info,
      facts: row.facts,
      unit: row.unit,
      uidPattern: row.uidPattern,
      archivedAt: row.archivedAt,
      cutoffs: head.cutoffs.map((cutoff) => ({
        ...cutoff,
        closed: false,
        partitions: [],
        timeframes: [],
        ...row.offers.find((offer) => offer.id === cutoff.id),
      })),
      partitions: row.partitions,
      steps: row.steps,
      keptVersions: row.keptVersions,
      rights: {
        see: [...rights.read_calls],
        download: row.downloadRoles,
        release: staffRoles.filter((role) => mayUsePortal('user_portal', role)),
      },
      links: callLinksSchema.parse(row.links),
      documents: row.documents,
      whyNot: {
        archive: mayChange ? whyNotArchive(standingOf(row, now)) : ('forbidden' as const),
        delete: mayChange ? whyNotDelete(row) : ('forbidden' as const),
      },
      changes: row.changes,
    };
  },
);
