import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { loadLegacyPage } from './sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  // Records of some kilobytes each, as reviews make them; no statement takes longer than one may.
  for (let from = 1; from <= 100_000; from += 5_000)
    await sql`
    insert into legacy_records (number, submitted, title, callname, machines, people, emails, record)
    select '2010RA' || n, true, 'Waves on rotor ' || n, 'Call ' || n % 40, array['Machine ' || n % 12],
      array['Person ' || n % 5000, 'person' || n % 5000 || '@example.org'], array['person' || n % 5000 || '@example.org']::citext[],
      jsonb_build_object('call', jsonb_build_object('name', 'Call ' || n % 40, 'machines', jsonb_build_array('Machine ' || n % 12),
        'machinePreparatory', '[]'::jsonb), 'regular', jsonb_build_object('contactname', 'Person', 'contact_email', 'x'),
        'preparatory', null, 'fields', '[]'::jsonb,
        'summary', (select string_agg(md5(n::text || i), ' ') from generate_series(1, 80) i))
    from generate_series(${from}::int, ${from + 4_999}::int) n`.execute(app.db);
  await sql`vacuum analyze legacy_records`.execute(app.db);
}, 300_000);
afterAll(() => app.close());

const all = { kind: 'all' } as const;
const one = { kind: 'contact', email: 'person4321@example.org' } as const;

it.each([
  ['the first page of everybody’s', all, { search: '', limit: 10, offset: 0 }, 100_000, 600],
  ['a page in the middle', all, { search: '', limit: 10, offset: 50_000 }, 100_000, 600],
  ['a number', all, { search: '2010RA4321', limit: 10, offset: 0 }, 11, 400],
  ['a person', all, { search: 'person4321@', limit: 10, offset: 0 }, 20, 400],
  ['what is not there', all, { search: 'kraken', limit: 10, offset: 0 }, 0, 400],
  ['the first page of one’s own', one, { search: '', limit: 10, offset: 0 }, 20, 400],
  ['a search in one’s own', one, { search: 'rotor 4321', limit: 10, offset: 0 }, 1, 400],
])(
  'pages and searches of 100,000 records read by an index: %s',
  async (name, scope, query, total, withinMs) => {
    await loadLegacyPage(app.db, scope, query);
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const begun = performance.now();
      const page = await loadLegacyPage(app.db, scope, query);
      times.push(performance.now() - begun);
      expect([page.total, page.data.length]).toEqual([total, Math.min(10, total)]);
    }
    const median = times.sort((a, b) => a - b)[2] ?? 0;
    expect(median, `${name}: ms`).toBeLessThan(withinMs);
  },
);
