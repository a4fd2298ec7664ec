import { currentNotices } from '@clearcall/ui/kit/state/notices.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverFor, submit } from './assignment-calls.ts';

const batch = { answers: [], rows: [], groups: [], removed: [] };
/** A server that refuses every save with these words. */
function refuse(more: object): void {
  const body = JSON.stringify({
    statusCode: 422,
    code: 'invalid_value',
    message: ['Title: Too long.'],
    ...more,
  });
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }));
}

const place = { assignmentId: '7', uid: 'X-001', userId: 1, flowVersion: 1 };

describe('a save whose answer cannot be read', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([['{}'], ['[1]'], ['{"data":null,"groups":[]}']])('is tried again: %s', async (body) => {
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }));
    await expect(serverFor(place).save(batch, { keepalive: false, version: undefined })).resolves.toEqual({
      kind: 'unreachable',
    });
  });
});

describe('a save that did not arrive whole, or came to a server that is busy', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([408, 429, 500, 502, 503, 504])('is tried again: %d', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('{"code":"too_slow","message":"Too slow."}', { status }));
    const server = serverFor(place);
    await expect(server.save(batch, { keepalive: false, version: undefined })).resolves.toEqual({
      kind: 'unreachable',
    });
    await expect(server.remove([], undefined)).resolves.toEqual({ kind: 'unreachable' });
  });
});

describe('rows that are removed', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('says that rows are deleted once the server has deleted them', async () => {
    await startTexts(['frame', 'parts'], 'en');
    const said = () => currentNotices().shown.map(({ message }) => message);
    vi.stubGlobal('document', { querySelector: () => null });
    refuse({});
    await serverFor(place).remove([], undefined);
    expect(said()).not.toContain('Deletion Successful');
    const body = JSON.stringify({ groups: [], savedAt: '2026-11-21T12:00:00.000Z' });
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }));
    await expect(serverFor(place).remove([], undefined)).resolves.toMatchObject({ kind: 'done' });
    expect(said()).toContain('Deletion Successful');
  });
});

describe('a save that the server refuses', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('names the fields that are to blame', async () => {
    refuse({
      fields: [
        { flowElementId: 'title', dataGroupId: null },
        { flowElementId: 'name', dataGroupId: 'row-1' },
      ],
    });
    await expect(serverFor(place).save(batch, { keepalive: false, version: undefined })).resolves.toEqual({
      kind: 'refused',
      message: 'Title: Too long.',
      fields: [
        { elementId: 'title', groupId: null },
        { elementId: 'name', groupId: 'row-1' },
      ],
    });
  });

  it.each([[{}], [{ fields: 'title' }], [{ fields: [null, { dataGroupId: null }] }]])(
    'names none when the answer has none that can be read: %j',
    async (body) => {
      refuse(body);
      const outcome = await serverFor(place).save(batch, { keepalive: false, version: undefined });
      expect(outcome).toMatchObject({ kind: 'refused', fields: [] });
    },
  );
});

describe('a submission that needs a reason', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('asks for it where a result changes, and sends it along; elsewhere it stands in the form', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return new Response('{"code":"reason_needed","message":"Give a reason."}', { status: 422 });
    });
    const here = { tell: () => undefined, signal: new AbortController().signal };
    expect(await submit({ id: '7' }, { final: true }, here, { reason: 'Less to give' })).toEqual({
      kind: 'reason_needed',
    });
    expect(await submit({ id: '7' }, {}, here)).toEqual({
      kind: 'failed',
      message: 'Give a reason.',
      isUnanswered: false,
    });
    expect(sent).toEqual([
      { data: [], newGroups: [], reason: 'Less to give' },
      { data: [], newGroups: [] },
    ]);
  });
});

describe('a submission that knows what it is based on', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('names the version, and says if something else was stored since', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return new Response('{"code":"stale_revision","message":"Changed."}', { status: 409 });
    });
    const here = { tell: () => undefined, signal: new AbortController().signal };
    expect(await submit({ id: '7' }, {}, here, { version: 'v1' })).toEqual({ kind: 'behind' });
    expect(sent).toEqual([{ data: [], newGroups: [], version: 'v1' }]);
  });
});

describe('a submission whose files are being checked', () => {
  const countsAt = '2026-11-30T23:59:00.000Z';
  const inCheck = [503, { code: 'files_in_check', message: 'Wait.', submissionAskedAt: countsAt }] as const;
  const busy = [503, { code: 'busy', message: 'Busy.' }] as const;
  const answers = (...all: (readonly [number, object])[]) => {
    const fetch = vi.fn(async () => {
      const [status, body] = all.shift() ?? [500, {}];
      return new Response(JSON.stringify(body), { status });
    });
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is sent again by itself until there is an answer, and says as of when it counts', async () => {
    const fetch = answers(inCheck, busy, inCheck, [409, { code: 'deadline_passed', message: 'Too late.' }]);
    const tell = vi.fn();
    const outcome = submit({ id: '7' }, {}, { tell, signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(2_900);
    expect([fetch.mock.calls.length, tell.mock.calls]).toEqual([1, [[countsAt]]]);
    await vi.advanceTimersByTimeAsync(6_100);
    expect(await outcome).toEqual({ kind: 'failed', message: 'Too late.', isUnanswered: false });
    expect([fetch.mock.calls.length, tell.mock.calls]).toEqual([4, [[countsAt], [countsAt]]]);
  });

  it('is not sent again for somebody who does not want to wait, nor where it never waited', async () => {
    const waiting = answers(inCheck);
    const stop = new AbortController();
    const outcome = submit({ id: '7' }, {}, { tell: () => stop.abort(), signal: stop.signal });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await outcome, waiting.mock.calls.length]).toEqual([{ kind: 'left_waiting' }, 1]);
    answers(busy);
    const { signal } = new AbortController();
    expect(await submit({ id: '7' }, {}, { tell: () => undefined, signal })).toEqual({
      kind: 'failed',
      message: 'Busy.',
      isUnanswered: true,
    });
  });
});
