import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../testing/factories.ts';

const applications = 500;
/** All together more than 32 bits can count. */
const sizeBytes = 8_800_000;
const maxGrownMb = 150;

let app: TestApp;
let pro: SignedIn;
let callId: number;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  const call = await createCall(app, { code: 'REG' });
  callId = call.id;
  pro = await app.login({ role: 'pro' });
  const owner = await app.login();
  // One file lies behind all documents: what is read and sent is 4.4 GB all the same.
  const { key, sha256 } = await app.platform.files.put(Buffer.alloc(sizeBytes, '%PDF-'));
  await sql`
    with made as (
      insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, submitted_at,
        title, pi_first_name, pi_last_name, pi_affiliation, updated_at)
      select 'REG-2026R01-' || n, ${callId}, ${call.flowVersionId}, ${call.cutoffIds[0]}, ${owner.userId}, 'submitted',
        now(), now(), 'Waves', 'Zoë', 'Ångström', 'University of the Lakeside', now()
      from generate_series(1, ${applications}) n returning id),
    work as (
      insert into assignments (id, application_id, step_id, owner_id, role, status, created_at, submitted_at, submitted_content)
      select gen_random_uuid(), made.id, 'APP', ${owner.userId}, 'applicant', 'submitted', now(), now(),
        jsonb_build_object('rows', '[]'::jsonb, 'answers', jsonb_build_array(jsonb_build_object('elementId', 'case',
          'groupId', null, 'values', jsonb_build_array('018f0000-0000-7000-8000-' || lpad(made.id::text, 12, '0')))))
      from made returning id, application_id)
    insert into documents (id, assignment_id, element_id, original_filename, filename, size_bytes, pages, sha256,
      storage_key, uploaded_by, created_at)
    select ('018f0000-0000-7000-8000-' || lpad(application_id::text, 12, '0'))::uuid, id, 'case', 'case.pdf',
      'Scientific case.pdf', ${sizeBytes}, 1, ${sha256}, ${key}, ${owner.userId}, now()
    from work`.execute(app.db);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const port = () => (app.app.server.address() as AddressInfo).port;

/** The end of the central directory of a large zip says how many entries it has, in 64 bits. */
function entriesOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(200);
    readSync(file, tail, 0, tail.length, statSync(path).size - tail.length);
    return Number(tail.readBigUInt64LE(tail.lastIndexOf(Buffer.from('PK\u0006\u0006', 'latin1')) + 32));
  } finally {
    closeSync(file);
  }
}

it('a bundle of 500 applications and 4 GB begins within a second and never stands whole in memory', async ({
  annotate,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const path = join(folder, 'bundle.zip');
  const address = `http://127.0.0.1:${port()}/api/download/call/${callId}?wait=0`;
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const startMs = performance.now();
  try {
    // Read by another process, so that what is measured is ours.
    const args = [
      '-s',
      '-o',
      path,
      '-w',
      '%{time_starttransfer}',
      '-H',
      `Authorization: Bearer ${pro.token}`,
      address,
    ];
    const reader = spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    reader.stdout.on('data', (text) => {
      said += text;
    });
    const [code] = await once(reader, 'close');
    const seconds = (performance.now() - startMs) / 1000;
    const grownMb = (peak - before) / 1e6;
    const { size } = statSync(path);
    await annotate(
      `first byte after ${Math.round(Number(said) * 1000)} ms, grew by ${Math.round(grownMb)} MB, ${(size / 1e9).toFixed(2)} GB in ${Math.round(seconds)} s`,
    );
    expect(code).toBe(0);
    expect(size).toBeGreaterThan(applications * sizeBytes);
    // Read me, and of each application its document and what is missing: its PDF, which nobody makes here.
    expect(entriesOf(path)).toBe(1 + 2 * applications);
    expect(Number(said)).toBeLessThan(1);
    expect(grownMb).toBeLessThan(maxGrownMb);
  } finally {
    clearInterval(timer);
    if (process.env.KEEP_BUNDLE === undefined) rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);

it('a bundle that nobody reads any more ends at once', async () => {
  const socket = connect(port(), '127.0.0.1').pause();
  socket.write(
    `GET /api/download/call/${callId}?wait=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${pro.token}\r\n\r\n`,
  );
  await once(socket.resume(), 'data');
  socket.destroy();
  const { pool } = app.platform.databases.background;
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 10_000 }).toBe(0);
});
