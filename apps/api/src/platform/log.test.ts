import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from './log.ts';

function written(write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  write(createLog('info', sink));
  return lines.map((line) => JSON.parse(line));
}

it('writes what is on the list and nothing else', () => {
  const fields = { userId: 7, status: 200, email: 'ana@example.org', body: { password: 'x' }, token: 'y' };
  expect(written((log) => log.info(fields, 'answered'))).toEqual([
    { level: 'info', time: expect.any(String), msg: 'answered', userId: 7, status: 200 },
  ]);
});

it('keeps of an error what helps, not the values that the database names', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ana@example.org) already exists.',
    cause: new Error('below'),
  });
  const [line] = written((log) => log.error({ err: error }, 'failed'));
  expect(line).toMatchObject({
    err: { message: 'duplicate key', code: '23505', cause: { message: 'below' } },
  });
  expect(JSON.stringify(line)).not.toContain('ana@example.org');
});

it.each([
  ['550 <ana@example.org>: unknown', '550 <[address]>: unknown'],
  ['550 "Ana Díaz"@example.org: unknown', '550 "…"[address]: unknown'],
  ['invalid input syntax for type bigint: "ana"', 'invalid input syntax for type bigint: "…"'],
  ['it failed\n    at Ana Díaz', 'it failed'],
  // What is quoted may itself hold quotation marks and lines.
  [
    `Unexpected token 'A', ..."stName": Ana Díaz\n"... is not valid JSON`,
    `Unexpected token 'A', ..."…"... is not valid JSON`,
  ],
])('keeps the sentence of an error without the people and values that it quotes: %s', (text, kept) => {
  const [line] = written((log) => log.warn({ err: new Error(text) }, 'failed')) as {
    err: { message: string; stack: string };
  }[];
  expect(line?.err.message).toBe(kept);
  expect(line?.err.stack).toMatch(/^\s+at .*log\.test\.ts/);
  expect(line?.err.stack).not.toMatch(/ana|Díaz/i);
});

it('repeats nothing that a mail server says', () => {
  const error = Object.assign(new Error('Message failed: 550 5.1.1 Ana Díaz has left'), {
    code: 'EENVELOPE',
    response: '550 5.1.1 Ana Díaz has left',
    responseCode: 550,
  });
  const [line] = written((log) => log.warn({ err: error }, 'failed'));
  expect(line).toMatchObject({ err: { message: 'the mail server answered 550', code: 'EENVELOPE' } });
  expect(JSON.stringify(line)).not.toContain('Díaz');
});

it('keeps what PostgreSQL says of its own tables, and not what it says of data', () => {
  const of = (code: string, message: string) =>
    Object.assign(new Error(message), { severity: 'ERROR', code, hint: 'Ana', where: 'Ana', detail: 'Ana' });
  const lines = written((log) => {
    log.error({ err: of('23505', 'duplicate key value violates unique constraint "users_email_key"') }, 'x');
    log.error({ err: of('22P02', 'invalid input syntax for type uuid: "ana"') }, 'x');
    log.error({ err: of('42601', 'syntax error in tsquery: "ana &"') }, 'x');
  });
  expect(lines).toMatchObject([
    { err: { message: 'duplicate key value violates unique constraint "users_email_key"', code: '23505' } },
    { err: { message: 'invalid input syntax for type uuid: "…"' } },
    { err: { message: 'syntax error in tsquery: "…"' } },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ana\b/i);
});

it('says where a value was not as expected, not what it was, and takes no sentence for a code', () => {
  const result = z
    .object({ rows: z.record(z.string(), z.number()) })
    .safeParse({ rows: { 'Ana Díaz': 'x' } });
  const code = 'invalid_grant: ana@example.org';
  expect(
    written((log) => log.warn({ err: Object.assign(result.error ?? new Error(), { code }), code }, 'x')),
  ).toMatchObject([{ err: { message: 'invalid_type at rows.…' } }]);
  expect(JSON.stringify(written((log) => log.warn({ code }, 'x')))).not.toContain('ana');
});
