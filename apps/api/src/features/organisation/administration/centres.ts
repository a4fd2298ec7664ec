import * as contract from '@clearcall/contract/organisation.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import { codeOf } from '@clearcall/domain/values/code-of.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofMembers, ofSubject } from '../../../platform/audit/changes-of.ts';
import { configurationCommand, done, editFields } from '../../../platform/audit/configuration-command.ts';
import { allMemberships, membersOf } from '../../../platform/db/members-of.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { partitionJson, usedJson } from './partition-sql.ts';

type Centre = z.output<(typeof contract.openCentre)['reply']>;
type Row = z.output<(typeof contract.listCentres)['reply']>['data'][number];

const list = operation(contract.listCentres, async (_call, { db }) => {
  const { rows: data } = await sql<Row>`
    select c.id, c.name, c.city, c.country, c.disabled,
      (select count(*)::int from partitions p where p.centre_id = c.id) as partitions,
      (select count(distinct m.user_id)::int from memberships m where m.centre_id = c.id) as people
    from centres c order by c.disabled, folded(c.name), c.id`.execute(db);
  return { data };
});

const open = operation(contract.openCentre, async ({ params: { id } }, { db }) => {
  const { rows } = await sql<{
    centre: Omit<Centre, 'used'> & { used: { calls: number; applications: number } };
  }>`
    select jsonb_build_object('id', c.id, 'name', c.name, 'city', c.city, 'country', c.country, 'contact', c.contact,
      'disabled', c.disabled,
      'partitions', coalesce((select jsonb_agg(${partitionJson} order by p.disabled, folded(p.name), p.id)
        from partitions p join centres n on n.id = p.centre_id where p.centre_id = c.id), '[]'),
      'members', ${membersOf('centre_id', sql`c.id`)},
      'used', ${usedJson(sql`array(select p.id from partitions p where p.centre_id = c.id)`)},
      'changes', ${newestChanges(
        ofSubject('centre', sql`c.id`),
        ofMembers(sql`c.id`),
        sql`select o.id from partitions p join configuration_changes o
          on o.subject_kind = 'partition' and o.subject_id = p.id where p.centre_id = c.id`,
      )}) as centre
    from centres c where c.id = ${id}`.execute(db);
  if (rows[0] === undefined) return refuse('not_found');
  const { used, ...centre } = rows[0].centre;
  return { ...centre, used: { ...used, applications: coarseCount(used.applications) } };
});

const isTaken = async (tx: Db, name: string, own = ''): Promise<boolean> => {
  const { rows } = await sql`
    select from centres where lower(name) = lower(${name}) and id <> ${own}`.execute(tx);
  return rows.length > 0;
};

/** So that of two centres with one name at the same moment only one is written. */
const lockNames = (tx: Db) => sql`lock table centres in share row exclusive mode`.execute(tx);

const create = configurationCommand(contract.createCentre, async (tx, { body }) => {
  await lockNames(tx);
  if (await isTaken(tx, body.name)) return refuse('name_taken');
  const ids = await tx.selectFrom('centres').select('id').execute();
  const id = codeOf(body.name, new Set(ids.map((row) => row.id)));
  await tx
    .insertInto('centres')
    .values({ id, ...body })
    .execute();
  const { name, city, country } = body;
  return {
    change: { subject: { kind: 'centre', id }, action: 'created', after: { name, city, country } },
    reply: { id },
  };
});

const loadLocked = (tx: Db, id: string) =>
  tx
    .selectFrom('centres')
    .select(['name', 'city', 'country', 'contact', 'disabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const change = configurationCommand(contract.changeCentre, async (tx, { params: { id }, body }) => {
  if (body.name !== undefined) await lockNames(tx);
  return editFields({
    subject: { kind: 'centre', id },
    stored: await loadLocked(tx, id),
    edits: body,
    unlogged: ['contact'],
    write: async (after) => {
      if (after.name !== undefined && (await isTaken(tx, after.name, id))) return refuse('name_taken');
      await tx.updateTable('centres').set(after).where('id', '=', id).execute();
      return undefined;
    },
  });
});

const remove = configurationCommand(contract.deleteCentre, async (tx, { params: { id } }) => {
  const centre = await loadLocked(tx, id);
  if (centre === undefined) return refuse('not_found');
  const { rows } = await sql`
    select from partitions where centre_id = ${id}
    union all select from ${allMemberships} where m.centre_id = ${id} limit 1`.execute(tx);
  if (rows.length > 0) return refuse('centre_used');
  await tx.deleteFrom('centres').where('id', '=', id).execute();
  return {
    change: { subject: { kind: 'centre', id }, action: 'deleted', before: { name: centre.name } },
    reply: done,
  };
});

export const centres: readonly Operation[] = [list, open, create, change, remove];
