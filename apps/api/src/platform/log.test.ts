import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
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

it('keeps the sentences of an error without the people and values that they quote', () => {
  const error = new Error(
    '550 <ana@example.org>: unknown. invalid input syntax for type bigint: "Ana Díaz", column "user_id"',
  );
  const [line] = written((log) => log.warn({ err: error }, 'failed')) as {
    err: { message: string; stack: string };
  }[];
  expect(line?.err.message).toBe(
    '550 <[address]>: unknown. invalid input syntax for type bigint: "…", column "user_id"',
  );
  expect(line?.err.stack).not.toMatch(/ana@|Díaz/);
});
