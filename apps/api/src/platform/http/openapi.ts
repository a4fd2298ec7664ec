import { type Endpoint, portalOf } from '@clearcall/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@clearcall/contract/refusals.ts';
import { isRight, rights } from '@clearcall/domain/permissions/administration.ts';
import { z } from 'zod';
import { refusalSentence } from './refuse.ts';

const everywhere: readonly RefusalCode[] = [
  'invalid_input',
  'foreign_page',
  'too_many_requests',
  'body_too_large',
  'busy',
  'out_of_reach',
];

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

function accessText(endpoint: Endpoint): string {
  const { access } = endpoint;
  const portal = portalOf(endpoint);
  if (isRight(access))
    return `People who are logged in to the administration may call this, in one of these roles: ${rights[access].join(', ')}.`;
  if (portal === 'user_portal') return 'Whoever is signed in to the user portal may call this.';
  if (portal === 'admin_portal') return 'Whoever is signed in to the administration may call this.';
  if (access === 'public') return 'Everybody may call this.';
  if (access === 'demo') return 'Exists in the demonstration mode alone; everybody may call it there.';
  if (access === 'signed_in') return 'Whoever is signed in may call this.';
  return 'Staff may call this: whoever has one of the roles that the settings of the organisation name.';
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: described,
  }));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made by the sender: the same request again with it, within a week, gets the same answer and changes nothing.',
  schema: { type: 'string', format: 'uuid' },
};

const upload = {
  type: 'object',
  required: ['files', 'flowElementId'],
  properties: {
    files: { type: 'string', format: 'binary' },
    flowElementId: { type: 'string' },
    groupId: { type: 'string', format: 'uuid' },
  },
};

function requestBody(endpoint: Endpoint): unknown {
  if (endpoint.kind === 'upload') {
    return { required: true, content: { 'multipart/form-data': { schema: upload } } };
  }
  if (endpoint.body === undefined) return undefined;
  const type = endpoint.kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: true, content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } };
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const closed = endpoint.access !== 'public' && endpoint.access !== 'demo';
  const codes = new Set<RefusalCode>([...everywhere, ...endpoint.refusals]);
  if (closed) codes.add('unauthorized').add('portal_forbidden');
  if (endpoint.access === 'staff' || isRight(endpoint.access)) codes.add('forbidden');
  const byStatus = Map.groupBy(codes, (code) => String(refusals[code].status));
  const refused = [...byStatus].map(([status, group]) => [
    status,
    {
      description: group.map((code) => `\`${code}\`: ${refusalSentence(code)}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]);
  if (endpoint.kind === 'redirect') {
    return { 302: { description: 'The browser is sent on.' }, ...Object.fromEntries(refused) };
  }
  const answered =
    endpoint.kind === 'events'
      ? { 'text/event-stream': { schema: schemaOf(endpoint.reply, 'output') } }
      : endpoint.kind === 'file'
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } };
  const later =
    endpoint.later === undefined
      ? {}
      : {
          202: {
            description: 'It is still made: Location says where to ask again.',
            content: { 'application/json': { schema: schemaOf(endpoint.later, 'output') } },
          },
        };
  return { 200: { description: 'Done.', content: answered }, ...later, ...Object.fromEntries(refused) };
}

/** The contract as an OpenAPI 3.1 document: every operation, who may call it, what goes in, out and wrong. */
export function openApi(endpoints: readonly Endpoint[], about: { title: string; version: string }): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      description: accessText(endpoint),
      tags: [endpoint.path.split('/').find((part) => part !== '' && part !== 'v2')],
      parameters: [
        ...parameters('path', endpoint.params),
        ...parameters('query', endpoint.query),
        ...(endpoint.repeatable ? [idempotencyKey] : []),
      ],
      requestBody: requestBody(endpoint),
      responses: responses(endpoint),
      ...(endpoint.access === 'public' || endpoint.access === 'demo' ? {} : { security: [{ bearer: [] }] }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      ...about,
      description: 'Errors have one form: statusCode, code, message. Times are UTC instants.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['statusCode', 'code', 'message'],
          properties: {
            statusCode: { type: 'integer' },
            code: { type: 'string', enum: Object.keys(refusals) },
            message: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
            issues: {
              description: 'Of `invalid_input`: where the request is not as described, and the word for it.',
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  in: { enum: ['query', 'body'] },
                  at: { type: 'string' },
                  code: { type: 'string' },
                  sentence: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  };
}
