import * as contract from '@clearcall/contract/administration.ts';
import type { ChangeAction } from '@clearcall/domain/organisation/configuration-change.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  changeColumns,
  changesFrom,
  namesAndAddress,
  searchedSubjects,
} from '../../../platform/audit/changes-of.ts';
import { contains } from '../../../platform/db/contains.ts';
import { customPlan } from '../../../platform/db/driver.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';

type Filter = Pick<z.output<typeof contract.searchChanges.body>, 'search' | 'settings' | 'action' | 'period'>;
type Row = z.output<typeof contract.searchChanges.reply>['data'][number];

const daysOf = { week: 7, month: 30, year: 365 } as const;

/** A word is looked up among people and things first, and the changes by them or about them follow by their indexes. */
const hasWord = (word: string): RawBuilder<unknown> => sql`log.id in (
  select o.id from users b join configuration_changes o on o.actor_id = b.id
  where ${contains(namesAndAddress, word)} and ${contains(sql`trim(b.first_name || ' ' || b.last_name)`, word)}
  union all
  select o.id from ${searchedSubjects} s join configuration_changes o on o.subject_kind = s.kind and o.subject_id = s.id
  where ${contains(sql`s.words`, word)})`;

function matches({ search, settings, action, period }: Filter, now: Date): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const isFound = sql`(${sql.join(words.map(hasWord), sql` and `)})
    or log.subject_kind = 'setting' and log.subject_id = any(${settings}::text[])`;
  return sql.join(
    [
      sql`true`,
      ...(action === undefined ? [] : [sql`log.action = ${action}`]),
      ...(period === undefined
        ? []
        : [sql`log.at >= ${new Date(now.getTime() - daysOf[period] * 24 * 3_600_000)}`]),
      ...(words.length === 0 ? [] : [sql`(${isFound})`]),
    ],
    sql` and `,
  );
}

const search = operation(contract.searchChanges, async ({ body, now }, { db }) => {
  const { page, pageSize } = body;
  const where = matches(body, now);
  // Words are looked up once, for the page and for the number of changes.
  const kept = sql.raw(body.search === '' ? 'not materialized' : 'materialized');
  const { rows } = await sql<{ total: number; data: Row[] }>`${sql.raw(customPlan)}
    with found as ${kept} (select log.id from configuration_changes log where ${where})
    select (select count(*)::int from found) as total, coalesce((
      select jsonb_agg(to_jsonb(t) order by t.id desc) from (
        select ${changeColumns} from ${changesFrom} where log.id in (
          select id from found order by id desc limit ${pageSize} offset ${page * pageSize})) t), '[]') as data`.execute(
    db,
  );
  const [{ data, total } = { data: [], total: 0 }] = rows;
  return { data, total };
});

/** So many are read at once for a file. */
const batch = 1_000;

async function* cells(db: Db, filter: Filter, now: Date): AsyncGenerator<Cell[]> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row & { hash: string }>`
      select ${changeColumns}, encode(log.hash, 'hex') as hash from ${changesFrom}
      where ${matches(filter, now)} and log.id > ${after} order by log.id limit ${batch}`.execute(db);
    for (const { id, at, by, action, subject, before, after: then, reason, hash } of rows)
      yield [
        { decimal: String(id) },
        at,
        by,
        action satisfies ChangeAction,
        subject.kind,
        subject.id,
        subject.name,
        before && JSON.stringify(before),
        then && JSON.stringify(then),
        reason,
        hash,
      ];
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return;
  }
}

const head = [
  'id',
  'at',
  'by',
  'action',
  'subjectKind',
  'subjectId',
  'subject',
  'before',
  'after',
  'reason',
  'hash',
];

const exportFile = operation(contract.exportChanges, async ({ body, now }, { db }) => ({
  stream: await writeTable(body.format, 'Changes', head, cells(db, body, now)),
  contentType: contentTypes[body.format],
  filename: `changes-${now.toISOString().slice(0, 10)}.${body.format}`,
}));

export const changes: readonly Operation[] = [search, exportFile];
