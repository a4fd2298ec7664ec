import * as contract from '@clearcall/contract/administration.ts';
import type { ChangeAction } from '@clearcall/domain/organisation/configuration-change.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { changeColumns, changesFrom, searchedSubjects } from '../../../platform/audit/changes-of.ts';
import { foldedContains } from '../../../platform/db/contains.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { type Cell, contentTypes, writeTable } from '../../../platform/tables/write-table.ts';

type Filter = Pick<z.output<typeof contract.searchChanges.body>, 'search' | 'settings' | 'action' | 'period'>;
type Row = z.output<typeof contract.searchChanges.reply>['data'][number];

const daysOf = { week: 7, month: 30, year: 365 } as const;

/**
 * The ids of the changes whose administrator or subject has each of the words. A mask has a bit for each word: people and
 * things are looked up by any of the words, and their changes follow by an index where the masks have all words together.
 */
function withWords(words: readonly string[], settings: readonly string[], kept: RawBuilder<unknown>) {
  const all = sql`${'1'.repeat(words.length)}::varbit`;
  const any = (text: RawBuilder<string>) =>
    sql.join(
      words.map((word) => foldedContains(text, word)),
      sql` or `,
    );
  const mask = (text: RawBuilder<string>) =>
    sql.join(
      words.map((word) => sql`(${foldedContains(text, word)})::int::bit(1)`),
      sql` || `,
    );
  return sql`
    with actors as materialized (
      select b.id, ${mask(sql`folded(trim(b.first_name || ' ' || b.last_name))`)} as mask from users b
      where (${any(sql`b.folded_name`)}) and exists (select from configuration_changes o where o.actor_id = b.id)),
    subjects as materialized (
      select s.kind, s.id, ${mask(sql`s.words`)} as mask from ${searchedSubjects} s where ${any(sql`s.words`)})
    select log.id from actors a join configuration_changes log on log.actor_id = a.id where a.mask = ${all} and ${kept}
    union
    select log.id from subjects s
      join configuration_changes log on log.subject_kind = s.kind and log.subject_id = s.id
      left join actors a on a.id = log.actor_id
    where (s.mask = ${all} or exists (select from actors c where c.mask | s.mask = ${all}))
      and (s.mask = ${all} or a.mask | s.mask = ${all}) and ${kept}
    union
    select log.id from configuration_changes log
    where log.subject_kind = 'setting' and log.subject_id = any(${settings}::text[]) and ${kept}`;
}

/** The ids of the changes that a search finds. */
function found({ search, settings, action, period }: Filter, now: Date): RawBuilder<unknown> {
  const words = [...new Set(search.split(/\s+/))].filter((word) => word !== '');
  const kept = sql.join(
    [
      sql`true`,
      ...(action === undefined ? [] : [sql`log.action = ${action}`]),
      ...(period === undefined
        ? []
        : [sql`log.at >= ${new Date(now.getTime() - daysOf[period] * 24 * 3_600_000)}`]),
    ],
    sql` and `,
  );
  return words.length === 0
    ? sql`select log.id from configuration_changes log where ${kept}`
    : withWords(words, settings, kept);
}

const search = operation(contract.searchChanges, async ({ body, now }, { db }) => {
  const { page, pageSize } = body;
  // Words are looked up once, for the page and for the number of changes.
  const kept = sql.raw(body.search === '' ? 'not materialized' : 'materialized');
  const { rows } = await sql<{ total: number; data: Row[] }>`
    with found as ${kept} (${found(body, now)})
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
      where log.id in (${found(filter, now)}) and log.id > ${after} order by log.id limit ${batch}`.execute(
      db,
    );
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
