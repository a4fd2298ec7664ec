import { endpoints } from '@clearcall/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('describes every operation of the contract', async () => {
  const { status, body } = await test.call('GET', '/openapi.json');
  expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: '/api' }]]);
  const described = Object.entries(body.paths as Record<string, Record<string, unknown>>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
});

it('says who may call, what goes in and what may go wrong', async () => {
  const { body } = await test.call('GET', '/openapi.json');
  const save = body.paths['/v2/assignments/{id}/save'].put;
  expect(save.description).toBe('Whoever is signed in to the user portal may call this.');
  expect(save.security).toEqual([{ bearer: [] }]);
  expect(save.parameters).toEqual([
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: expect.objectContaining({ type: 'string', format: 'uuid' }),
    },
  ]);
  expect(save.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['data'],
    additionalProperties: false,
  });
  expect(Object.keys(save.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
    '429',
    '503',
  ]);
  expect(save.responses['409'].description).toContain('`deadline_passed`: The deadline has passed.');
  const upload = body.paths['/v2/assignments/{id}/upload'].post;
  expect(Object.keys(upload.requestBody.content)).toEqual(['multipart/form-data']);
});
