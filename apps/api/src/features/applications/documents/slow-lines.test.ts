import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  pdfOf,
  rowsOfApplications,
  uploadOf,
} from '../../../testing/factories.ts';
import { checksOf } from './checks.ts';

const now = '2026-11-21T12:00:00.000Z';
let app: TestApp;
let call: Awaited<ReturnType<typeof createCall>>;
beforeAll(async () => {
  app = await buildTestApp({ now, config: { requestTimeoutMs: 200, uploadWindowMs: 300 } });
  // How files come in is the matter here, not what becomes of them.
  await checksOf(app.platform).stop();
  await createSurroundings(app.db);
  call = await createCall(app);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends a file in pieces, one after each pause; the second one once the server has begun to read the body. */
async function sendSlowly(
  draft: Draft,
  {
    pieceBytes,
    pauseMs = 50,
    key = randomUUID(),
    meanwhile = () => {},
    afterSecond = () => {},
  }: {
    pieceBytes: number;
    pauseMs?: number;
    key?: string;
    /** Once the server knows who sends and as of when, and has begun to read the body. */
    meanwhile?: () => void;
    afterSecond?: () => void;
  },
): Promise<{ status: number; body: { code?: string; document?: { sizeBytes: number } } }> {
  const bytes = Uint8Array.from([...(await pdfOf(2)), ...Buffer.alloc(600_000, ' ')]);
  const form = new Response(uploadOf(bytes, { elementId: 'case' }));
  const body = Buffer.from(await form.arrayBuffer());
  const { port } = app.app.server.address() as AddressInfo;
  const bodyIsRead = once(app.app.server, 'request').then(([request]) => once(request, 'resume'));
  return new Promise((resolve, reject) => {
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v2/assignments/${draft.assignmentId}/upload`,
      headers: {
        authorization: `Bearer ${draft.token}`,
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': body.length,
        'idempotency-key': key,
      },
    });
    let over = false;
    sending.on('error', reject);
    sending.on('response', async (answer) => {
      over = true;
      const text = await new Response(answer as unknown as ReadableStream).text();
      sending.on('error', () => undefined);
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
    });
    // After the timers of a turn: what is sent now is read in the next turn, after its timers.
    const later = (at: number) => setTimeout(() => setImmediate(() => next(at)), pauseMs);
    const next = (at: number) => {
      if (over) return;
      sending.write(body.subarray(at, at + pieceBytes));
      if (at === pieceBytes) afterSecond();
      if (at + pieceBytes >= body.length) sending.end();
      else later(at + pieceBytes);
    };
    sending.write(body.subarray(0, pieceBytes));
    void bodyIsRead.then(() => {
      meanwhile();
      later(pieceBytes);
    });
  });
}

const filesStored = async () =>
  (
    await readdir(join(app.platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  ).filter((entry) => entry.isFile()).length;

it('keeps a file that took many times as long as other requests may', async () => {
  const draft = await createDraft(app, call.id);
  const startMs = performance.now();
  const { status, body } = await sendSlowly(draft, { pieceBytes: 70_000 });
  expect([status, body.document?.sizeBytes]).toEqual([200, (await pdfOf(2)).length + 600_000]);
  expect(performance.now() - startMs).toBeGreaterThan(400);
});

it('keeps nothing of a file that only trickles, and takes it under the same key on a better line', async () => {
  const draft = await createDraft(app, call.id);
  const before = [await rowsOfApplications(app), await filesStored()];
  const key = randomUUID();
  const slow = await sendSlowly(draft, { pieceBytes: 1_000, pauseMs: 20, key });
  expect([slow.status, slow.body.code]).toEqual([408, 'too_slow']);
  await expect.poll(async () => [await rowsOfApplications(app), await filesStored()]).toEqual(before);
  expect((await sendSlowly(draft, { pieceBytes: 300_000, key })).status).toBe(200);
});

it('keeps a file that came along while the server itself had no time to look', async () => {
  const draft = await createDraft(app, call.id);
  const busyUntil = (endMs: number) => {
    while (performance.now() < endMs);
  };
  const { status } = await sendSlowly(draft, {
    pieceBytes: 300_000,
    pauseMs: 200,
    afterSecond: () => busyUntil(performance.now() + 700),
  });
  expect(status).toBe(200);
});

it('counts a file as of its headers while it is whole within a minute, and else as of its end', async () => {
  const send = async (endsAt: string) => {
    app.clock.set('2026-11-30T22:59:30.000Z');
    const draft = await createDraft(app, call.id);
    const deadline = '2026-11-30T23:00:00.000Z';
    await app.db.updateTable('cutoffs').set({ ends_at: deadline }).where('call_id', '=', call.id).execute();
    const { status, body } = await sendSlowly(draft, {
      pieceBytes: 300_000,
      meanwhile: () => app.clock.set(endsAt),
    });
    return [status, body.code ?? null];
  };
  expect(await send('2026-11-30T23:00:30.000Z')).toEqual([200, null]);
  expect(await send('2026-11-30T23:00:30.001Z')).toEqual([409, 'deadline_passed']);
});

it('counts a file as of its headers when a demonstration is moved over the deadline meanwhile', async () => {
  await app.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  app.clock.set(now);
  const deadline = '2026-11-30T23:00:00.000Z';
  await app.db.updateTable('cutoffs').set({ ends_at: deadline }).where('call_id', '=', call.id).execute();
  const draft = await createDraft(app, call.id);
  let moved: Promise<{ status: number }> | undefined;
  const move = () => {
    moved = app.call('POST', '/demo/clock', { body: { to: '2026-12-01T00:00:00Z' } });
  };
  const send = async (meanwhile: () => void) => {
    const { status, body } = await sendSlowly(draft, { pieceBytes: 100_000, meanwhile });
    return [status, body.code ?? null];
  };
  expect(await send(move)).toEqual([200, null]);
  expect((await moved)?.status).toBe(200);
  expect(await send(() => {})).toEqual([409, 'deadline_passed']);
});
