import * as contract from '@clearcall/contract/administration.ts';
import type { ChangeAction } from '@clearcall/domain/organisation/configuration-change.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { contains } from '../../../platform/db/contains.ts';
import { customPlan } from '../../../platform/db/driver.ts';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';

type Filter = Pick<z.output<typeof contract.searchChanges.body>, 'search' | 'action' | 'period'>;
type Row = z.output<typeof contract.searchChanges.reply>['data'][number];

const daysOf = { week: 7, month: 30, year: 365 } as const;

const nameOf = (row: string): RawBuilder<string> =>
  sql`trim(${sql.ref(`${row}.first_name`)} || ' ' || ${sql.ref(`${row}.last_name`)})`;

/** Changes `c` with their actor `b`, and the person `u`, centre `n`, partition `p` or list `g` that they are about. */
const told = sql`configuration_changes c left join users b on b.id = c.actor_id
  left join users u on c.subject_kind = 'person' and u.id::text = c.subject_id
  left join centres n on c.subject_kind = 'centre' and n.id = c.subject_id
  left join partitions p on c.subject_kind = 'partition' and p.id = c.subject_id
  left join option_groups g on c.subject_kind = 'list' and g.id::text = c.subject_id`;

/** Subjects of changes, with the words by which a search finds them. */
const subjects = sql`(select 'person' as kind, id::text as id, ${nameOf('users')} || ' ' || email::text as words from users
  union all select 'centre', id, name from centres union all select 'partition', id, name from partitions
  union all select 'list', id::text, title from option_groups)`;

/** A word is looked up among people and things first, and the changes by them or about them follow by their indexes. */
const hasWord = (word: string): RawBuilder<unknown> => sql`c.id in (
  select o.id from users b join configuration_changes o on o.actor_id = b.id where ${contains(nameOf('b'), word)}
  union all
  select o.id from ${subjects} s join configuration_changes o on o.subject_kind = s.kind and o.subject_id = s.id
  where ${contains(sql`s.words`, word)})`;

function matches({ search, action, period }: Filter, now: Date): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return sql.join(
    [
      sql`true`,
      ...(action === undefined ? [] : [sql`c.action = ${action}`]),
      ...(period === undefined
        ? []
        : [sql`c.at >= ${new Date(now.getTime() - daysOf[period] * 24 * 3_600_000)}`]),
      ...words.map(hasWord),
    ],
    sql` and `,
  );
}

const columns = sql`c.id::int as id, ${iso('c.at')} as at, case when c.actor_id is not null then ${nameOf('b')} end as by,
  c.action, c.before, c.after, c.reason, jsonb_build_object('kind', c.subject_kind, 'id', c.subject_id,
    'name', coalesce(nullif(${nameOf('u')}, ''), u.email::text, n.name, p.name, g.title, c.subject_id)) as subject`;

const search = operation(contract.searchChanges, async ({ body, now }, { db }) => {
  const { page, pageSize } = body;
  const where = matches(body, now);
  const { rows: data } = await sql<Row>`${sql.raw(customPlan)}
    select ${columns} from ${told} where c.id in (select c.id from configuration_changes c where ${where}
      order by c.id desc limit ${pageSize} offset ${page * pageSize}) order by c.id desc`.execute(db);
  const { rows } = await sql<{ total: number }>`${sql.raw(customPlan)}
    select count(*)::int as total from configuration_changes c where ${where}`.execute(db);
  return { data, total: rows[0]?.total ?? 0 };
});

/** So many are read at once for a file. */
const batch = 1_000;

async function* cells(db: Db, filter: Filter, now: Date): AsyncGenerator<Cell[]> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row & { hash: string }>`
      select ${columns}, encode(c.hash, 'hex') as hash from ${told}
      where ${matches(filter, now)} and c.id > ${after} order by c.id limit ${batch}`.execute(db);
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
