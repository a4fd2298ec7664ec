import * as contract from '@clearcall/contract/organisation.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import { codeOf } from '@clearcall/domain/values/code-of.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofSubject } from '../../../platform/audit/changes-of.ts';
import { configurationCommand, done, editFields } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { partitionJson, usedJson } from './partition-sql.ts';

type Partition = z.output<(typeof contract.openPartition)['reply']>;
type Row = z.output<(typeof contract.listPartitions)['reply']>['data'][number];

/** The fields of `p` as texts: an amount that is not given is empty. */
const fields = sql`p.system, p.name, p.kind, p.description, p.unit,
  coalesce(trim_scale(p.core_hours_per_unit)::text, '') as "coreHoursPerUnit",
  coalesce(trim_scale(p.gpu_hours_per_unit)::text, '') as "gpuHoursPerUnit",
  coalesce(p.max_nodes_per_job::text, '') as "maxNodesPerJob",
  coalesce(trim_scale(p.yearly_supply)::text, '') as "yearlySupply"`;

const amountColumns = {
  coreHoursPerUnit: 'core_hours_per_unit',
  gpuHoursPerUnit: 'gpu_hours_per_unit',
  maxNodesPerJob: 'max_nodes_per_job',
  yearlySupply: 'yearly_supply',
} as const;

/** The given fields as columns. */
function columnsOf<Given extends Record<string, string | boolean>>(given: Given) {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) =>
      Object.hasOwn(amountColumns, name)
        ? [amountColumns[name as keyof typeof amountColumns], value === '' ? null : value]
        : [name, value],
    ),
  );
}

const list = operation(contract.listPartitions, async (_call, { db }) => {
  const { rows } = await sql<{ partition: Row }>`
    select ${partitionJson} as partition from partitions p join centres n on n.id = p.centre_id
    order by p.disabled or n.disabled, folded(p.name), p.id`.execute(db);
  return { data: rows.map(({ partition }) => partition) };
});

const open = operation(contract.openPartition, async ({ params: { id } }, { db }) => {
  type Read = Omit<Partition, keyof Row | 'used'> & {
    row: Row;
    used: { calls: number; applications: number };
  };
  const { rows } = await sql<Read>`
    select ${partitionJson} as row, p.description, ${fields}, ${usedJson(sql`array[p.id]`)} as used,
      ${newestChanges(ofSubject('partition', sql`p.id`))} as changes
    from partitions p join centres n on n.id = p.centre_id where p.id = ${id}`.execute(db);
  if (rows[0] === undefined) return refuse('not_found');
  const { row, used, ...more } = rows[0];
  return { ...more, ...row, used: { ...used, applications: coarseCount(used.applications) } };
});

const isTaken = async (tx: Db, name: string, own = ''): Promise<boolean> => {
  const { rows } = await sql`
    select from partitions where lower(name) = lower(${name}) and id <> ${own}`.execute(tx);
  return rows.length > 0;
};

/** So that of two partitions with one name at the same moment only one is written. */
const lockNames = (tx: Db) => sql`lock table partitions in share row exclusive mode`.execute(tx);

const create = configurationCommand(contract.createPartition, async (tx, { params, body }) => {
  await lockNames(tx);
  const { rows } = await sql`select from centres where id = ${params.id} for key share`.execute(tx);
  if (rows.length === 0) return refuse('not_found');
  if (await isTaken(tx, body.name)) return refuse('name_taken');
  const ids = await tx.selectFrom('partitions').select('id').execute();
  const id = codeOf(body.name, new Set(ids.map((row) => row.id)));
  const { system, name, kind, description, unit, ...amounts } = body;
  const texts = { system, name, kind, description, unit };
  await tx
    .insertInto('partitions')
    .values({ id, centre_id: params.id, ...texts, ...columnsOf(amounts) })
    .execute();
  return {
    change: { subject: { kind: 'partition', id }, action: 'created', after: { centre: params.id, ...body } },
    reply: { id },
  };
});

interface Stored {
  centreId: string;
  isOffered: boolean;
  fields: Record<keyof z.output<typeof contract.createPartition.body>, string> & { disabled: boolean };
}

async function loadLocked(tx: Db, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored['fields'] & { centreId: string; isOffered: boolean }>`
    select p.centre_id as "centreId", ${fields}, p.disabled,
      exists (select from cutoff_partitions cp where cp.partition_id = p.id) as "isOffered"
    from partitions p where p.id = ${id} for update`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const { centreId, isOffered, ...rest } = rows[0];
  return { centreId, isOffered, fields: rest };
}

const change = configurationCommand(contract.changePartition, async (tx, { params: { id }, body }) => {
  if (body.name !== undefined) await lockNames(tx);
  const stored = await loadLocked(tx, id);
  return editFields({
    subject: { kind: 'partition', id },
    stored: stored?.fields,
    edits: body,
    write: async (after) => {
      // Amounts that calls and applications have stored are in this unit.
      if (after.unit !== undefined && stored?.isOffered === true) return refuse('unit_used');
      if (after.name !== undefined && (await isTaken(tx, after.name, id))) return refuse('name_taken');
      await tx.updateTable('partitions').set(columnsOf(after)).where('id', '=', id).execute();
      return undefined;
    },
  });
});

const remove = configurationCommand(contract.deletePartition, async (tx, { params: { id } }) => {
  const stored = await loadLocked(tx, id);
  if (stored === undefined) return refuse('not_found');
  const { rows } = await sql`
    select from cutoff_partitions where partition_id = ${id}
    union all select from assignments where partition_id = ${id}
    union all select from decisions where partition_id = ${id}
    union all select from applications where partition_ids @> array[${id}] limit 1`.execute(tx);
  if (rows.length > 0) return refuse('partition_used');
  await tx.deleteFrom('partitions').where('id', '=', id).execute();
  const before = { centre: stored.centreId, ...stored.fields };
  return { change: { subject: { kind: 'partition', id }, action: 'deleted', before }, reply: done };
});

export const partitions: readonly Operation[] = [list, open, create, change, remove];
