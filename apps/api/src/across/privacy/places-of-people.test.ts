import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { placesOfNobody, placesOfPeople } from './places-of-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('knows every column that refers to a person, and names none that is not there', async () => {
  // References to users, and whatever is called as if it told of somebody.
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'users' and (
      exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.confrelid = 'users'::regclass
          and k.conrelid = to_regclass('public.' || c.table_name) and a.attname = c.column_name)
      or c.column_name ~ '(^|_)(user|users|owner|actor|author|assigner|person|people|reviewer|member|contact)(_|s|$)'
      or c.column_name ~ 'e?mail|recipient|(first|last|full|user)_name|filename|phone|address|iban|swift|holder|birth|device|label'
      or c.column_name ~ '(^|_)(ip|by)$' or c.column_name = 'subject_id')
    order by 1`.execute(app.db);
  const listed = [...Object.keys(placesOfPeople), ...Object.keys(placesOfNobody)].sort();
  const found = rows.map(({ name }) => name).sort();
  expect(
    found.filter((name) => !listed.includes(name)),
    'columns without a promise: add them to places-of-people.ts',
  ).toEqual([]);
  expect(listed.filter((name) => !found.includes(name))).toEqual([]);
});
