import { defaultRetention } from '@clearcall/domain/organisation/retention.ts';
import { createAccount } from './accounts.ts';
import { changed, type Good, nobodysNumber, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';
import { assigned } from './workflow-cases.ts';

/** An image of one point. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let people = 0;
const freshEmail = (): string => {
  people += 1;
  return `administered${people}@example.org`;
};

async function person(
  { test }: World,
  status: 'active' | 'locked' | 'suspended' = 'active',
): Promise<{ id: number }> {
  const id = await createAccount(test, { email: freshEmail(), status: 'active', password: false });
  if (status !== 'active') await test.db.updateTable('users').set({ status }).where('id', '=', id).execute();
  return { id };
}

/** A person with open work, and a possible successor. */
async function leaving(world: World, status: 'active' | 'suspended' = 'active'): Promise<Good> {
  const params = await person(world);
  await assigned(world, params.id);
  const { id: successorId } = await person(world, status);
  await world.test.db
    .updateTable('users')
    .set({ role: 'scientific_reviewer' })
    .where('id', '=', successorId)
    .execute();
  return { params, body: { successorId } };
}

const badSuccessors: RouteCase['bad'] = [
  ['a person without work', 409, async (world) => ({ params: await person(world) })],
  ['a locked successor', 409, (world) => leaving(world, 'suspended')],
  ['no such successor', 409, (_world, good) => changed(good, { successorId: 99_999_999 })],
  [
    'the same person',
    422,
    ({ admin }, good) => ({ ...changed(good, { successorId: admin.userId }), params: { id: admin.userId } }),
  ],
];

const superAdmin = async ({ test }: World) => (await test.login({ role: 'super_admin' })).userId;

const chained = 'locks whom it decides about, and writes into the chain of the audit log';

/** A command about a person, with what only it knows to be bad. */
const command = (
  body: object | undefined,
  statements: number,
  bad: RouteCase['bad'] = [],
  status: 'active' | 'locked' | 'suspended' = 'active',
): RouteCase => ({
  caller: 'admin',
  good: async (world) => ({ params: await person(world, status), ...(body === undefined ? {} : { body }) }),
  statements,
  moreBecause: chained,
  everybodys: true,
  bad: [
    ['nobody', 404, (_world, good): Good => ({ ...good, params: nobodysNumber })],
    ['somebody above', 403, async (world): Promise<Good> => ({ params: { id: await superAdmin(world) } })],
    ...bad,
  ],
});

const setting = (at: string, seen: unknown, to: unknown) => ({ at: [at], seen, to });

const reason = 'Asked for by the office';
const onOneself = ({ admin }: World): Good => ({ params: { id: admin.userId } });
const member = { kind: 'panel', id: 'PE1', part: 'member' };

const invitation = (): { body: { people: { email: string }[]; role: string } } => ({
  body: { people: [{ email: freshEmail() }, { email: freshEmail() }], role: 'user' },
});
const badInvitations: RouteCase['bad'] = [
  ['a role above the own', 403, (_world, good) => changed(good, { role: 'super_admin' })],
  ['no address', 400, (_world, good) => changed(good, { people: [{ email: 'nobody' }] })],
  ['nobody', 400, (_world, good) => changed(good, { people: [] })],
];

/** The administration of people. */
export const administrationCases: Readonly<Record<string, RouteCase>> = {
  'POST /admin/people': {
    caller: 'admin',
    good: () => ({
      body: {
        search: 'person',
        role: 'user',
        state: 'active',
        centreId: 'north',
        panel: 'PE1',
        field: 'PE2',
        tag: 'Tidal',
        lastLogin: 'never',
        sort: 'role',
        direction: 'DESC',
        page: 0,
        pageSize: 10,
      },
    }),
    statements: 2,
    bad: [],
  },
  'GET /admin/people/choices': { caller: 'admin', good: () => ({}), statements: 2, bad: [] },
  'POST /admin/changes': {
    caller: 'admin',
    good: () => ({
      body: { search: 'ada zuse', action: 'role_given', period: 'week', page: 0, pageSize: 10 },
    }),
    statements: 3,
    bad: [],
  },
  'POST /admin/changes/export': {
    caller: 'admin',
    good: () => ({ body: { search: 'ada zuse', action: 'role_given', period: 'week', format: 'csv' } }),
    statements: 2,
    bad: [['a format that is none', 400, (_world, good) => changed(good, { format: 'pdf' })]],
  },
  'GET /admin/organisation': { caller: 'admin', good: () => ({}), statements: 4, bad: [] },
  'PUT /admin/organisation': {
    caller: 'admin',
    // The value that it has already, because other cases read the settings as well.
    good: () => ({ body: { changes: [setting('uploadMaxMb', 20, 20)] } }),
    statements: 6,
    moreBecause: chained,
    bad: [
      [
        'a value that does not fit',
        422,
        () => ({ body: { changes: [setting('mailSender', 'portal@localhost', '')] } }),
      ],
      ['what another value was seen of', 409, () => ({ body: { changes: [setting('uploadMaxMb', 7, 30)] } })],
      ['an unknown setting', 422, () => ({ body: { changes: [setting('colour', null, 'red')] } })],
      ['a key of objects', 400, () => ({ body: { changes: [setting('__proto__', null, 'x')] } })],
    ],
  },
  'PUT /admin/organisation/logo': {
    caller: 'admin',
    good: () => ({ body: { dataUrl: logo } }),
    statements: 8,
    moreBecause: chained,
    bad: [
      ['no image', 422, () => ({ body: { dataUrl: `data:text/csv;base64,${btoa('Name;Role')}` } })],
      ['no base64', 400, () => ({ body: { dataUrl: 'Name;Role' } })],
    ],
  },
  'DELETE /admin/organisation/logo': {
    caller: 'admin',
    good: () => ({}),
    statements: 8,
    moreBecause: chained,
    bad: [],
  },
  'POST /admin/organisation/test-email': {
    caller: 'admin',
    good: () => ({ body: {} }),
    statements: 4,
    bad: [],
  },
  'POST /admin/organisation/texts': {
    caller: 'admin',
    good: () => ({ body: { language: 'de', search: 'people count', changed: false, limit: 20 } }),
    statements: 2,
    bad: [['a language that is none', 400, (_world, good) => changed(good, { language: 'xx' })]],
  },
  'POST /admin/organisation/retention': {
    caller: 'admin',
    good: () => ({ body: defaultRetention }),
    statements: 12,
    moreBecause: 'carries out every statement of the job, and takes it back',
    bad: [['no period', 400, (_world, good) => changed(good, { draftMonths: 0 })]],
  },
  'GET /admin/people/:id': {
    caller: 'admin',
    good: async (world) => ({ params: await person(world) }),
    statements: 2,
    everybodys: true,
    bad: [['nobody', 404, () => ({ params: nobodysNumber })]],
  },
  'PUT /admin/people/:id/role': command({ role: 'pro', reason }, 7, [
    ['the own role', 409, onOneself],
    ['a role above the own', 403, (_world, good) => changed(good, { role: 'super_admin' })],
    ['no reason', 400, (_world, good) => changed(good, { reason: ' ' })],
  ]),
  'PUT /admin/people/:id/lock': command({ reason }, 10, [
    ['oneself', 409, onOneself],
    ['an account that is locked', 409, async (world) => ({ params: await person(world, 'suspended') })],
  ]),
  'PUT /admin/people/:id/unlock': command(
    { reason },
    7,
    [['an account that is not locked', 409, async (world) => ({ params: await person(world) })]],
    'suspended',
  ),
  'POST /admin/people/:id/memberships': command({ ...member, endsOn: '2030-12-31' }, 8, [
    ['days in no order', 422, (_world, good) => changed(good, { startsOn: '2031-01-01' })],
    ['a last day that is past', 422, (_world, good) => changed(good, { endsOn: '2020-12-31' })],
    ['no day', 400, (_world, good) => changed(good, { endsOn: '2030-02-30' })],
    ['an unknown panel', 422, (_world, good) => changed(good, { id: 'XX9' })],
    ['an unknown centre', 422, (_world, good) => changed(good, { kind: 'centre', part: 'representative' })],
    ['a part of others', 422, (_world, good) => changed(good, { part: 'representative' })],
  ]),
  'PUT /admin/people/:id/memberships': {
    ...command(undefined, 7, [
      ['a last day that is past', 422, (_world, good) => changed(good, { endsOn: '2020-12-31' })],
      ['no such membership', 404, (_world, good) => changed(good, { part: 'chair' })],
    ]),
    good: async (world) => {
      const params = await person(world);
      await world.test.db
        .insertInto('memberships')
        .values({ user_id: params.id, panel: member.id, part: member.part })
        .execute();
      return { params, body: { ...member, endsOn: '2030-12-31' } };
    },
  },
  'DELETE /admin/people/:id/memberships': command(member, 7),
  'PUT /admin/people/:id/mandate': command({ start: '2026-01-01', end: '2027-12-31', temporary: false }, 7, [
    ['days in no order', 422, (_world, good) => changed(good, { end: '2025-12-31' })],
    ['no day', 400, (_world, good) => changed(good, { start: '2026-02-30' })],
  ]),
  'PUT /admin/people/:id/fields': command({ fields: ['PE2', 'PE1'] }, 8, [
    ['a field that is not offered', 422, (_world, good) => changed(good, { fields: ['Old'] })],
    ['a field twice', 422, (_world, good) => changed(good, { fields: ['PE1', 'PE1'] })],
    ['too many', 400, (_world, good) => changed(good, { fields: ['PE1', 'PE2', 'PE3', 'LS1'] })],
  ]),
  'POST /admin/people/:id/tags': command({ tag: 'Tidal' }, 8, [
    ['no words', 400, (_world, good) => changed(good, { tag: ' ' })],
    ['too many words', 400, (_world, good) => changed(good, { tag: 'x'.repeat(41) })],
  ]),
  'DELETE /admin/people/:id/tags': command({ tag: 'Tidal' }, 6, [
    ['no words', 400, (_world, good) => changed(good, { tag: ' ' })],
  ]),
  'DELETE /admin/people/:id/sessions': command(undefined, 7),
  'POST /admin/people/:id/password-link': command({}, 7, [
    ['an account without a password yet', 409, async (world) => ({ params: await person(world, 'locked') })],
  ]),
  'POST /admin/people/:id/hand-on/check': {
    ...command({}, 12, badSuccessors),
    good: leaving,
  },
  'POST /admin/people/:id/hand-on': {
    ...command({}, 16, [['no reason', 400, (_world, good) => changed(good, { reason: ' ' })]]),
    good: async (world) => {
      const { params, body } = await leaving(world);
      return { ...(params && { params }), body: { ...(body as object), reason } };
    },
  },
  'POST /admin/people/:id/invitation': command(
    {},
    7,
    [['an account in use', 409, async (world) => ({ params: await person(world) })]],
    'locked',
  ),
  'POST /admin/people/:id/invitation-link': command(
    {},
    8,
    [['an account in use', 409, async (world) => ({ params: await person(world) })]],
    'locked',
  ),
  'DELETE /admin/people/:id/invitation': command(
    undefined,
    7,
    [['an account in use', 409, async (world) => ({ params: await person(world) })]],
    'locked',
  ),
  'POST /admin/invitations/check': { caller: 'admin', good: invitation, statements: 2, bad: badInvitations },
  'POST /admin/invitations': {
    caller: 'admin',
    good: invitation,
    statements: 7,
    moreBecause: chained,
    bad: badInvitations,
  },
};
