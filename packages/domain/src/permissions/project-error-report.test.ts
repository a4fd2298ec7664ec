import { assert, constantFrom, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { errorReport, projectErrorReport } from './project-error-report.ts';

const person = 'ana.diaz@example.org';
const requestId = '0190a0a0-0000-4000-8000-00000000beef';

it('lets out what is on the list, in the form that it must have, and nothing that a library adds', () => {
  const given = {
    event_id: 'e',
    timestamp: 1,
    platform: 'node',
    release: 'clearcall@1.7.0',
    environment: 'production',
    level: 'fatal',
    message: person,
    user: { email: person, ip_address: '192.0.2.7' },
    request: { url: `https://portal/x?mail=${person}`, headers: { cookie: person }, data: person },
    breadcrumbs: [{ message: person }],
    contexts: { state: { answers: person } },
    extra: { person },
    server_name: 'ana-laptop',
    transaction: person,
    fingerprint: [person],
    tags: { requestId, part: 'api', route: '/users/:id', task: 'send_mail', email: person },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: `${person} is not iterable`,
          mechanism: { data: person },
          stacktrace: {
            frames: [
              {
                filename: '/home/ana/clearcall/apps/api/src/app.ts?x=1',
                function: 'Object.handle',
                lineno: 3,
                colno: 4,
                vars: { person },
                context_line: person,
                abs_path: '/home/ana/clearcall/apps/api/src/app.ts',
              },
              { filename: `https://portal/users/${person}`, function: person },
              { filename: 'https://portal/assets/frame-B2a_9.js', function: 'Ze', lineno: 1, colno: 90 },
              { filename: 'node:internal/timers', lineno: 5 },
            ],
          },
        },
        { type: person, value: 'ECONNREFUSED' },
      ],
    },
  };
  expect(projectErrorReport(given)).toEqual({
    event_id: 'e',
    timestamp: 1,
    platform: 'node',
    level: 'error',
    release: 'clearcall@1.7.0',
    environment: 'production',
    tags: { requestId, part: 'api', route: '/users/:id', task: 'send_mail' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: '',
          stacktrace: {
            frames: [
              { filename: 'apps/api/src/app.ts', function: 'Object.handle', lineno: 3, colno: 4 },
              { filename: 'elsewhere', function: '?' },
              { filename: 'assets/frame-B2a_9.js', function: 'Ze', lineno: 1, colno: 90 },
              { filename: 'node:internal/timers', function: '?', lineno: 5 },
            ],
          },
        },
        { type: 'Error', value: 'ECONNREFUSED', stacktrace: { frames: [] } },
      ],
    },
  });
});

/** As the libraries do it: each line that looks like a place becomes one. */
const parse = (stack: string) =>
  [...stack.matchAll(/^\s+at (.+) \((.+):(\d+):(\d+)\)$/gm)].map(
    ([, name = '', filename = '', lineno, colno]) => ({
      function: name,
      filename,
      lineno: Number(lineno),
      colno: Number(colno),
    }),
  );

it('takes no word of a message for a place in the code, whatever it says', () => {
  const words = record({ name: constantFrom('Ana', 'Zoe'), rest: string() });
  assert(
    property(words, ({ name, rest }) => {
      const error = new RangeError(`${rest}\n    at ${name} (apps/${name}.ts:1:1)\n${rest}`);
      const report = projectErrorReport(errorReport(error, { requestId, task: undefined }, parse));
      expect(JSON.stringify(report)).not.toContain(name);
      expect(report.exception.values[0]?.type).toBe('RangeError');
      expect(report.exception.values[0]?.stacktrace.frames.length).toBeGreaterThan(0);
      expect(report.tags).toEqual({ requestId });
    }),
  );
});

it('reports what is thrown and is no error, without it', () => {
  const report = projectErrorReport(errorReport({ email: person }, {}, parse));
  expect(JSON.stringify(report)).not.toContain('ana');
  expect(report.exception.values).toHaveLength(1);
});

it('lets a mark, a code and a place out only when the whole of it has the form', () => {
  const spoiled = (text: string) => [` ${text}`, `${text} `, `${person} ${text}`, `${text}/${person}`];
  const marks = { requestId, part: 'worker', route: '/users/:id', task: 'send_mail' };
  for (const [name, right] of Object.entries(marks)) {
    expect(projectErrorReport({ tags: { [name]: right } }).tags).toEqual({ [name]: right });
    for (const wrong of [...spoiled(right), '', 7, null, undefined, [right], { toString: () => right }])
      expect(projectErrorReport({ tags: { [name]: wrong } }).tags).toEqual({});
  }
  const valuesOf = (texts: string[]) =>
    projectErrorReport({ exception: { values: texts.map((value) => ({ value })) } }).exception.values.map(
      ({ value }) => value,
    );
  expect(valuesOf(['23505', ...spoiled('23505')])).toEqual(['23505', '', '', '', '']);
  const filesOf = (names: (string | undefined)[]) =>
    projectErrorReport({
      exception: { values: [{ stacktrace: { frames: names.map((filename) => ({ filename })) } }] },
    }).exception.values[0]?.stacktrace.frames.map(({ filename }) => filename);
  const builtIns = ['node:fs', 'native', '<anonymous>'];
  expect(filesOf(builtIns)).toEqual(builtIns);
  expect(filesOf(builtIns.flatMap(spoiled))).toEqual(builtIns.flatMap(spoiled).map(() => 'elsewhere'));
  expect(filesOf([undefined, 'apps/api/src/app.ts', 'apps/api/src/app.ts (Ana Diaz)', 'xapps/a.ts'])).toEqual(
    ['elsewhere', 'apps/api/src/app.ts', 'elsewhere', 'elsewhere'],
  );
});

it('is there for a report of nothing, and takes a code for one only where it is a text', () => {
  const nothing = projectErrorReport({});
  expect([nothing.tags, nothing.exception]).toEqual([{}, { values: [] }]);
  const bare = projectErrorReport({ exception: { values: [{}] } });
  expect(bare.exception.values).toEqual([{ type: 'Error', value: '', stacktrace: { frames: [] } }]);
  const codes = [{ code: 'ECONNRESET' }, { code: 42 }, {}].map(
    (more) =>
      errorReport(Object.assign(new Error('x'), more), { part: 'api' }, parse).exception.values[0]?.value,
  );
  expect(codes).toEqual(['ECONNRESET', '', '']);
  expect(errorReport(new Error('x'), { part: 'api', task: undefined }, parse).tags).toStrictEqual({
    part: 'api',
  });
  const stackless = Object.assign(new Error('x'), { stack: undefined });
  expect(
    errorReport(stackless, {}, (stack) => [{ filename: stack }]).exception.values[0]?.stacktrace,
  ).toEqual({
    frames: [{ filename: '' }],
  });
});
