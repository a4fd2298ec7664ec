import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  const mail = {
    sender: 'portal@example.org',
    subject: 'Hello',
    text_body: 'Text',
    html_body: '<p>Text</p>',
  };
  await test.db
    .insertInto('kept_mails')
    .values([
      {
        ...mail,
        id: '00000000-0000-4000-8000-000000000001',
        recipient: 'ana@example.org',
        message_id: 'one',
        kept_at: '2026-11-20T10:00:00Z',
      },
      {
        ...mail,
        id: '00000000-0000-4000-8000-000000000002',
        recipient: 'Bo@example.org',
        message_id: 'two',
        kept_at: '2026-11-20T11:00:00Z',
      },
    ])
    .execute();
});
afterAll(() => test.close());

const kept = (id: number, to: string, sentAt: string) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  to,
  from: 'portal@example.org',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
  sentAt,
});
const first = kept(1, 'ana@example.org', '2026-11-20T10:00:00.000Z');
const second = kept(2, 'Bo@example.org', '2026-11-20T11:00:00.000Z');

it('shows the kept mails, newest first', async () => {
  expect(await test.call('GET', '/demo/mails')).toMatchObject({ status: 200, body: [second, first] });
});

it('finds an address whatever its case', async () => {
  expect(await test.call('GET', '/demo/mails?to=bo@EXAMPLE.org')).toMatchObject({
    status: 200,
    body: [second],
  });
});

it('does not exist outside the demonstration', async () => {
  const plain = await buildTestApp({ config: { demo: false } });
  const answer = await plain.call('GET', '/demo/mails');
  await plain.close();
  expect([answer.status, answer.body]).toEqual([
    404,
    { statusCode: 404, code: 'not_found', message: 'Not found' },
  ]);
});
