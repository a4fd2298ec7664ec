import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearNotices, currentNotices } from '../kit/state/notices.ts';
import { startTexts } from '../kit/text/translate.ts';
import { print, printingOf } from './printouts.ts';

const path = '/api/download/call/7/form?wait=2';
const operation = 'GET /download/call/:id/form';

beforeEach(async () => {
  await startTexts(['frame', 'parts'], 'en');
  clearNotices();
});
afterEach(() => vi.unstubAllGlobals());

it('asks again until it is there, tells how far it is, and takes one press', async () => {
  const answers = [
    new Response(JSON.stringify({ files: 3, filesDone: 1 }), { status: 202 }),
    new Response('%PDF', { headers: { 'content-disposition': `attachment; filename*=UTF-8''Form%20A.pdf` } }),
    new Response(JSON.stringify({ statusCode: 409, code: 'printout_failed', message: 'It failed.' }), {
      status: 409,
    }),
  ];
  const asked: string[] = [];
  const said: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    said.push(printingOf(operation, 7));
    return answers.shift();
  });
  const clicked: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => {} }));
  vi.stubGlobal('document', {
    createElement: () => ({
      click() {
        clicked.push((this as unknown as { download: string }).download);
      },
    }),
    documentElement: { lang: 'en' },
  });
  await Promise.all([print(operation, 7), print(operation, 7)]);
  expect(asked).toEqual([path, path]);
  expect(said).toEqual([
    { files: 0, filesDone: 0 },
    { files: 3, filesDone: 1 },
  ]);
  expect([clicked, currentNotices().shown.map(({ message }) => message)]).toEqual([
    ['Form A.pdf'],
    ['Form A.pdf is ready'],
  ]);
  expect(printingOf(operation, 7)).toBeNull();
  await print(operation, 7);
  expect(printingOf(operation, 7)).toEqual({ failed: 'It failed.' });
});

it('asks by the token of a link without naming it in the address', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push([method, address, body]);
    return new Response(JSON.stringify({ code: 'link_invalid', message: 'Too late.' }), { status: 410 });
  });
  await print('POST /call-previews/form', 'secret');
  expect(asked).toEqual([['POST', '/api/call-previews/form?wait=2', JSON.stringify({ token: 'secret' })]]);
  expect(printingOf('POST /call-previews/form', 'secret')).toEqual({ failed: 'Too late.' });
});
