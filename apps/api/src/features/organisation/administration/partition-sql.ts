import type { openCentre } from '@clearcall/contract/organisation.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

type Partition = z.output<(typeof openCentre)['reply']>['partitions'][number];

/** A partition `p` of the centre `n` as lists show it. */
export const partitionJson: RawBuilder<Partition> = sql`jsonb_build_object('id', p.id, 'name', p.name,
  'system', p.system, 'kind', p.kind, 'unit', p.unit, 'disabled', p.disabled,
  'centre', jsonb_build_object('id', n.id, 'name', n.name, 'disabled', n.disabled))`;

/** How many calls offer one of these partitions, and how many submitted applications ask for one. */
export const usedJson = (
  ids: RawBuilder<unknown>,
): RawBuilder<{ calls: number; applications: number }> => sql`jsonb_build_object(
  'calls', (select count(distinct k.call_id)::int from cutoff_partitions cp join cutoffs k on k.id = cp.cutoff_id
    where cp.partition_id = any(${ids})),
  'applications', (select count(*)::int from applications ap where ap.status <> 'draft' and ap.partition_ids && ${ids}))`;
