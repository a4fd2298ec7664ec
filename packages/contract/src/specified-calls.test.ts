import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './routes.ts';

const contract: readonly Endpoint[] = endpoints;

/** The names of what goes in or comes out; of a list those of one of it. */
function namesIn(schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (schema === undefined) return [];
  const { anyOf, items, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const of = [plain, ...(anyOf ?? []), ...(typeof items === 'object' ? [items].flat() : [])];
  return [
    ...new Set(of.flatMap((part) => (typeof part === 'object' ? Object.keys(part.properties ?? {}) : []))),
  ];
}

const profileFields =
  'firstName lastName title gender nationality dateOfBirth phoneNumber homeAddress website linkedin researchgate scholar scopus link1 link2 bankName bankHolderName swiftCode iban bankAddress bankRouting bankRemarks fields isReviewer acceptMailingList';

/**
 * Section 7 of docs/requirements/1-shell-accounts-calls.md: what is sent, and what the page needs of the answer. What
 * was settled later is in brackets.
 */
it.each([
  ['POST /users/login', 'email password app', 'token user'],
  ['POST /users/refresh', 'app', 'token'],
  [
    'PUT /users/register',
    'firstName lastName email password (challengeId answer acceptedTerms oneName return)',
    '',
  ],
  ['POST /users/register/confirmation', 'email token', ''],
  ['POST /users/email/confirmation', 'id email token', ''],
  ['POST /users/forgot', 'email (return)', ''],
  ['PATCH /users/reset', 'email password token', ''],
  ['POST /users/logout', 'app (of)', ''],
  ['POST /users', '', 'id'],
  ['GET /users/roles', '', 'role label short'],
  ['GET /users/application/:id', '', 'id'],
  [
    'POST /users/suggestions',
    'search roles applicationId page pageSize (flowElementId partitionId)',
    'data total',
  ],
  ['GET /users/:id', '', `id email status lastLogin role temporary mandateStartDate tags ${profileFields}`],
  ['PATCH /users/:id', `${profileFields} (language mailPace oneName)`, ''],
  ['PATCH /users/email', 'email password', ''],
  ['PATCH /users/password', 'oldPassword newPassword verifyPassword', ''],
  ['GET /v2/calls/published', '', 'data total'],
  ['GET /v2/calls/:id/role', '', 'role canDownloadBundle'],
  ['GET /v2/applications/count/:callId', '', 'total submitted'],
  ['POST /v2/applications', 'callId', 'uid'],
  ['GET /download/call/:id', '(wait)', ''],
  ['GET /download/call/:id/applications/csv', '', ''],
  ['GET /download/call/pdf/:id', '(wait)', ''],
  ['GET /cines', 'limit offset search', 'data total'],
  ['GET /cines/:id', '', 'number submitted call regular preparatory fields'],
  ['GET /cines/file/:id', '', ''],
  ['GET /cines/proposal/:id', '', ''],
  ['GET /v2/options', 'id offset limit (tags older)', 'data total'],
  ['POST /users/invite', '(email firstName lastName)', ''],
  ['PATCH /users/invite/password', 'email password token (firstName lastName acceptedTerms)', ''],
])('%s takes %j and answers with %j', (operation, sent, answered) => {
  const found = contract.find(({ method, path }) => `${method} ${path}` === operation);
  const taken = [...namesIn(found?.body, 'input'), ...namesIn(found?.query, 'input')];
  const names = sent.replace(/[()]/g, '').split(' ');
  expect(taken.toSorted()).toEqual(names.filter((name) => name !== '').toSorted());
  const given = namesIn(found?.reply, 'output');
  expect(answered.split(' ').filter((name) => name !== '' && !given.includes(name))).toEqual([]);
  expect(found).toBeDefined();
});

it('POST /users takes a list of ids', () => {
  const { body } = contract.find(({ method, path }) => `${method} ${path}` === 'POST /users') ?? {};
  expect([[1, 2], [], ['1'], { ids: [1] }].map((sent) => body?.safeParse(sent).success)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('GET /v2/options gives 999 lists where nobody says how many, GET /cines ten', () => {
  const limitOf = (path: string) => {
    const { query } = contract.find((one) => one.method === 'GET' && one.path === path) ?? {};
    return query?.parse({});
  };
  expect(limitOf('/v2/options')).toEqual({ limit: 999, offset: 0 });
  expect(limitOf('/cines')).toEqual({ limit: 10, offset: 0, search: '' });
});

const bodyOf = (operation: string) =>
  contract.find(({ method, path }) => `${method} ${path}` === operation)?.body;

it('PUT /v2/assignments/:id/save and submit take items as they are specified, with order and needSave', () => {
  const item = {
    flowElementId: 'title',
    dataGroupId: null,
    order: 0,
    input: { values: ['Waves'], order: 3 },
    needSave: true,
    revision: 0,
  };
  const taken = (sent: object) =>
    ['save', 'submit'].map((word) => bodyOf(`PUT /v2/assignments/:id/${word}`)?.safeParse(sent).success);
  expect(taken({ data: [item], newGroups: [] })).toEqual([true, true]);
  expect(taken({ data: [{ ...item, more: 1 }], newGroups: [] })).toEqual([false, false]);
});

it('PUT /v2/assignments/:id/save and submit take rows as they are specified, and items that name no revision', () => {
  const row = { id: '118f0000-0000-4000-8000-000000000001', flowElementId: 'parts', order: 0 };
  const specified = {
    ...row,
    childInstances: [{ flowElementId: 'part', value: 'a' }],
    coi: false,
    comment: null,
  };
  const item = { flowElementId: 'title', dataGroupId: null, input: { values: ['Waves'] } };
  for (const word of ['save', 'submit']) {
    const body = bodyOf(`PUT /v2/assignments/:id/${word}`);
    expect(body?.safeParse({ data: [item], newGroups: [specified] })).toMatchObject({
      success: true,
      data: { data: [{ ...item, revision: 0 }], newGroups: [row] },
    });
    expect(body?.safeParse({ data: [], newGroups: [{ ...row, more: 1 }] }).success).toBe(false);
  }
});

it('statuses and decisions are read in any case', () => {
  const read = (operation: string, sent: object) => bodyOf(operation)?.parse(sent);
  const search = 'POST /v2/applications/search';
  expect([
    read('PUT /v2/assignments/:id/accept', { accepted: 'ACCEPTED' }),
    read('PUT /v2/assignments/:id/accept', { accepted: 'Refused', reason: 'No time.' }),
    read('PUT /v2/assignments/:id/accept', { accepted: true }),
    read(search, { searchBy: [{ column: 'status', op: 'equal', value: 'CHANGES_REQUESTED' }] }),
    read('PUT /v2/assignments/:id/decide', { outcome: 'REQUEST_CHANGES' }),
    read('POST /v2/applications/:id/outcome', { rows: [{ partitionId: 'a', outcome: 'Awarded' }] }),
  ]).toMatchObject([
    { accepted: true },
    { accepted: false },
    { accepted: true },
    { searchBy: [{ value: 'changes_requested' }] },
    { outcome: 'request_changes' },
    { rows: [{ outcome: 'awarded' }] },
  ]);
});
