import {
  type ColumnOperator,
  columnNames,
  decisionStates,
  isForStaff,
  listColumns,
  operatorsOf,
} from '@clearcall/domain/applications/list-columns.ts';
import { applicationStatuses } from '@clearcall/domain/applications/statuses.ts';
import type pg from 'pg';
import { openSessions, staffId } from './many.ts';
import { addReader } from './review-operations.ts';
import type { Row } from './row.ts';

const boundMs = 500;
const asks = 5;
/** Of each text: one letter, two, three that nothing holds. */
const pieces = ['e', 'an', 'zqx'];
const orders = [
  { column: 'submissionDate', direction: 'DESC' },
  { column: 'researchTitle', direction: 'ASC' },
];
const readers = [
  { name: 'staff', role: 'pro' },
  { name: 'by a rule of the panel', role: 'panel_chair' },
];

type Listed = Record<string, string> & { uid: string };
interface Asking {
  url: string;
  token: string;
  role: string;
}

async function search({ url, token, role }: Asking, body: object, offset = 0) {
  const begun = performance.now();
  const answer = await fetch(`${url}/api/v2/applications/search?limit=10&offset=${offset}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ role, ...body }),
  });
  const text = await answer.text();
  const ms = performance.now() - begun;
  return { ms, wrong: answer.status === 200 ? null : text, text };
}

/** What is looked for in a column: of texts also one that a listed application has. */
function valuesOf(column: keyof typeof listColumns, row: Listed): readonly string[] {
  const { kind } = listColumns[column];
  switch (kind) {
    case 'text':
    case 'step':
      return [...pieces, (column === 'id' ? row.uid : (row[column] ?? '')).slice(0, 30)].filter(Boolean);
    case 'status':
      return applicationStatuses.filter((status) => status !== 'draft');
    case 'date':
      return [(row.submissionDate ?? '').slice(0, 10)];
    case 'work':
      return ['late'];
    case 'decision':
      return decisionStates;
  }
}

async function slowest(
  asking: Asking,
  column: keyof typeof listColumns,
  op: ColumnOperator,
  values: readonly string[],
): Promise<{ ms: number; of: string }> {
  let worst = { ms: 0, of: '' };
  for (const orderBy of orders)
    for (const value of values) {
      const body = { orderBy, searchBy: [{ column, op, value }] };
      const times: number[] = [];
      for (let at = 0; at < asks; at += 1) {
        const { ms, wrong } = await search(asking, body);
        if (wrong !== null) return { ms: Number.POSITIVE_INFINITY, of: wrong.slice(0, 200) };
        times.push(ms);
      }
      const ms = times.toSorted((one, other) => one - other)[Math.floor(asks / 2)] ?? 0;
      if (ms > worst.ms) worst = { ms, of: `'${value}', by ${orderBy.column}` };
    }
  return worst;
}

/** Every filter of every column, for one client: of each the slowest of some values in two orders, the median of five. */
export async function measureFilters(db: pg.Pool, url: string): Promise<Row[]> {
  const table: Row[] = [];
  for (const { name, role } of readers) {
    const id = role === 'pro' ? await staffId(db) : await addReader(db, role);
    const [token = ''] = await openSessions(db, [id]);
    const asking = { url, token, role };
    const { text } = await search(asking, { orderBy: orders[0] }, 700);
    const [row] = (JSON.parse(text) as { data: Listed[] }).data;
    if (row === undefined) throw new Error(`the list ${name} is too short`);
    for (const column of columnNames.filter((one) => role === 'pro' || !isForStaff(one)))
      for (const op of operatorsOf[listColumns[column].kind]) {
        const { ms, of } = await slowest(asking, column, op, valuesOf(column, row));
        table.push({
          figure: `filter: ${column} ${op}, ${name}`,
          bound: `under ${boundMs} ms`,
          measured: `${ms.toFixed(1)} ms`,
          kept: ms < boundMs,
          peers: of,
        });
      }
  }
  return table;
}
