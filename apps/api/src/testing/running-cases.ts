import { sql } from 'kysely';
import { nobodysNumber, nobodysUuid, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';
import { failedAction } from './workflow-cases.ts';

const reason = 'The mail server is back';
const chained = 'writes into the chain of the audit log';

async function failedEmail({ test }: World, state: 'failed' | 'sent' = 'failed'): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (id, key, kind, recipient, template, state, attempts, message_id, planned_at, error)
    values (gen_random_uuid(), gen_random_uuid()::text, 'mail', 'nobody@example.org', 'password_changed', ${state}, 75,
      gen_random_uuid()::text, now(), 'no such mailbox') returning id`.execute(test.db);
  return { id: rows[0]?.id ?? '' };
}

async function failedJob({ test }: World): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('compare_files', '{}'::json, max_attempts => 3)`.execute(
    test.db,
  );
  const id = rows[0]?.id ?? '';
  await sql`update graphile_worker._private_jobs set attempts = 3 where id = ${id}::bigint`.execute(test.db);
  return { id };
}

const openAction = async (world: World) => ({ id: (await failedAction(world)).actionId });

const archiveOf = (content: string, filename = 'export.json') => {
  const form = new FormData();
  form.set('files', new Blob([content]), filename);
  return { form };
};

/** Puts an archive file into a state. */
async function archiveFile({ test }: World, state = 'checked'): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from archive_imports)
    select gen_random_uuid() as id`.execute(test.db);
  const id = rows[0]?.id ?? '';
  await sql`insert into archive_imports (id, filename, size_bytes, sha256, state, uploaded_at, changed_at, report)
    values (${id}, 'export.json', 2, '\\x00', ${state}, now(), now(),
      '[{"row": 1, "number": null, "why": {"id": "archive.record.object"}, "refused": true}]')`.execute(
    test.db,
  );
  return { id };
}

/** How the portal is running. */
export const runningCases: Readonly<Record<string, RouteCase>> = {
  'GET /admin/first-steps': { caller: 'admin', good: () => ({}), statements: 2, bad: [] },
  'GET /admin/running': { caller: 'admin', good: () => ({}), statements: 4, bad: [] },
  'POST /admin/emails': {
    caller: 'admin',
    good: () => ({ body: { search: 'nobody@', state: 'failed', page: 0, pageSize: 10 } }),
    statements: 3,
    bad: [],
  },
  'POST /admin/emails/:id/again': {
    caller: 'admin',
    good: async (world) => ({ params: await failedEmail(world), body: { reason } }),
    statements: 8,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nobody’s', 404, (_world, good) => ({ ...good, params: { id: nobodysUuid } })],
      [
        'one that was sent',
        409,
        async (world, good) => ({ ...good, params: await failedEmail(world, 'sent') }),
      ],
      ['no reason', 400, (_world, good) => ({ ...good, body: { reason: ' ' } })],
    ],
  },
  'POST /admin/jobs/:id/again': {
    caller: 'admin',
    good: async (world) => ({ params: await failedJob(world), body: { reason } }),
    statements: 6,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nobody’s', 404, (_world, good) => ({ ...good, params: nobodysNumber })],
      ['no reason', 400, (_world, good) => ({ ...good, body: { reason: ' ' } })],
    ],
  },
  'POST /admin/actions': {
    caller: 'admin',
    good: async (world) => {
      await failedAction(world);
      return { body: { state: 'failed', page: 0, pageSize: 10 } };
    },
    statements: 3,
    bad: [],
  },
  'POST /admin/actions/:id/again': {
    caller: 'admin',
    good: async (world) => ({ params: await openAction(world), body: { alike: false, reason } }),
    statements: 10,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nobody’s', 404, (_world, good) => ({ ...good, params: nobodysNumber })],
      ['no reason', 400, (_world, good) => ({ ...good, body: { alike: true, reason: ' ' } })],
    ],
  },
  'GET /admin/archive-import': { caller: 'admin', good: () => ({}), statements: 2, bad: [] },
  'POST /admin/archive-import': {
    caller: 'admin',
    good: async (world) => {
      await sql`delete from archive_imports`.execute(world.test.db);
      return archiveOf('[]');
    },
    statements: 6,
    moreBecause: 'takes the place of a file before, one upload at a time',
    bad: [
      ['no file', 400, () => ({ form: new FormData() })],
      [
        'a file while another is imported',
        409,
        async (world) => {
          await archiveFile(world, 'importing');
          return archiveOf('[]');
        },
      ],
    ],
  },
  'POST /admin/archive-import/:id/import': {
    caller: 'admin',
    good: async (world) => ({ params: await archiveFile(world), body: {} }),
    statements: 7,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nobody’s', 404, (_world, good) => ({ ...good, params: { id: nobodysUuid } })],
      [
        'one that was imported',
        409,
        async (world, good) => ({ ...good, params: await archiveFile(world, 'imported') }),
      ],
    ],
  },
};
