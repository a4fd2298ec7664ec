import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordChange } from '../../../platform/audit/record-change.ts';
import { verifyChanges } from '../../../platform/audit/verify-changes.ts';
import { createAccount } from '../../../testing/accounts.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createProfileLists, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;
let callId: number;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  await createProfileLists(app.db);
  callId = (await createCall(app)).id;
  admin = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: object, by = admin) =>
  app.call(method, `/admin${path}`, { token: by.token, ...(body === undefined ? {} : { body }) });
const done = { status: 200, body: { done: true } };

const changesOf = async (kind: string, id: string) =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

it('adds a centre with its partitions, changes and deletes them, and logs each change', async () => {
  const centre = { name: 'Jülich Centre', city: 'Jülich', country: 'Germany', contact: 'Office@jsc.example' };
  const made = await ask('POST', '/centres', centre);
  expect(made).toMatchObject({ status: 200, body: { id: 'julich-centre' } });
  const partition = {
    system: 'JUPITER',
    name: 'Booster',
    kind: 'GPU',
    description: '4 GPUs per node',
    unit: 'node hours',
    coreHoursPerUnit: '288',
    gpuHoursPerUnit: '4,0',
    maxNodesPerJob: '',
    yearlySupply: '1000000',
  };
  expect(await ask('POST', '/centres/julich-centre/partitions', partition)).toMatchObject({
    status: 200,
    body: { id: 'booster' },
  });
  // Nothing uses it, so its unit can change.
  const edits = {
    unit: { from: 'node hours', to: 'GPU hours' },
    maxNodesPerJob: { from: '', to: '512' },
    yearlySupply: { from: '1000000', to: '' },
    kind: { from: 'CPU', to: 'GPU' },
  };
  expect(await ask('PUT', '/partitions/booster', edits)).toMatchObject(done);
  const { body: shown } = await ask('GET', '/partitions/booster');
  expect(shown).toMatchObject({
    ...partition,
    gpuHoursPerUnit: '4',
    unit: 'GPU hours',
    maxNodesPerJob: '512',
    yearlySupply: '',
    disabled: false,
    centre: { id: 'julich-centre', name: 'Jülich Centre', disabled: false },
    used: { calls: 0, applications: null },
  });
  expect(shown.changes.map((change: { action: string; by: string }) => [change.action, change.by])).toEqual([
    ['changed', 'Ada Zuse'],
    ['created', 'Ada Zuse'],
  ]);
  expect((await ask('DELETE', '/centres/julich-centre')).body.code).toBe('centre_used');
  expect(await ask('DELETE', '/partitions/booster')).toMatchObject(done);
  expect(await ask('DELETE', '/centres/julich-centre')).toMatchObject(done);
  expect((await ask('GET', '/centres/julich-centre')).status).toBe(404);
  const by = { actor_id: admin.userId };
  expect(await changesOf('partition', 'booster')).toEqual([
    {
      ...by,
      action: 'created',
      before: null,
      after: { ...partition, gpuHoursPerUnit: '4.0', centre: 'julich-centre' },
    },
    {
      ...by,
      action: 'changed',
      before: { unit: 'node hours', maxNodesPerJob: '', yearlySupply: '1000000' },
      after: { unit: 'GPU hours', maxNodesPerJob: '512', yearlySupply: '' },
    },
    { ...by, action: 'deleted', before: expect.objectContaining({ name: 'Booster' }), after: null },
  ]);
  // Addresses never get into the log.
  expect(JSON.stringify(await changesOf('centre', 'julich-centre'))).not.toContain('jsc.example');
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('turns the later save of a field into a question, and answers it', async () => {
  const other = await app.login({ role: 'super_admin' });
  const save = (from: string, to: string, by = admin) =>
    ask('PUT', '/centres/north', { city: { from, to } }, by);
  expect(await save('', 'Kiruna')).toMatchObject(done);
  // A change of a different field is accepted.
  expect(await ask('PUT', '/centres/north', { country: { from: '', to: 'Sweden' } }, other)).toMatchObject(
    done,
  );
  expect(await save('', 'Luleå', other)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', conflicts: { city: 'Kiruna' } },
  });
  expect(await save('Kiruna', 'Luleå', other)).toMatchObject(done);
  expect((await ask('GET', '/centres/north')).body).toMatchObject({ city: 'Luleå', country: 'Sweden' });
  const both = await Promise.all([save('Luleå', 'Umeå'), save('Luleå', 'Gävle', other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('keeps an address out of the log, and says whether there is one', async () => {
  const edit = { contact: { from: '', to: 'office@north.example' } };
  expect(await ask('PUT', '/centres/north', edit)).toMatchObject(done);
  expect((await ask('GET', '/centres/north')).body.contact).toBe('office@north.example');
  expect((await changesOf('centre', 'north')).at(-1)).toMatchObject({
    before: { contact: false },
    after: { contact: true },
  });
});

it('keeps the unit of a partition that a call offers, and the partition itself', async () => {
  const unit = { unit: { from: 'node hours', to: 'core hours' }, kind: { from: 'CPU', to: 'other' } };
  const refused = await ask('PUT', '/partitions/aurora-cpu', unit);
  expect(refused).toMatchObject({ status: 409, body: { code: 'unit_used' } });
  const { body } = await ask('GET', '/partitions/aurora-cpu');
  expect(body).toMatchObject({
    unit: 'node hours',
    kind: 'CPU',
    used: { calls: 1, applications: null },
    changes: [],
  });
  expect((await ask('DELETE', '/partitions/aurora-cpu')).body.code).toBe('partition_used');
});

const offered = async () => {
  const { body } = await app.call('GET', `/v2/calls/${callId}`);
  return body.partitions
    .filter(({ disabled }: { disabled: boolean }) => !disabled)
    .map(({ name }: { name: string }) => name);
};

it('offers nothing of a centre or partition that is disabled, until it is enabled again', async () => {
  const before = await offered();
  expect(before).toContain('Aurora GPU');
  const set = (path: string, to: boolean) => ask('PUT', path, { disabled: { from: !to, to } });
  expect(await set('/partitions/aurora-gpu', true)).toMatchObject(done);
  expect(await offered()).toEqual(before.filter((name: string) => name !== 'Aurora GPU'));
  expect(await set('/partitions/aurora-gpu', false)).toMatchObject(done);
  expect(await set('/centres/north', true)).toMatchObject(done);
  expect(await offered()).toEqual([]);
  expect((await ask('GET', '/centres')).body.data).toMatchObject([
    { id: 'north', disabled: true, partitions: 3 },
  ]);
  expect(await set('/centres/north', false)).toMatchObject(done);
  expect(await offered()).toEqual(before);
});

it('shows the people of centres and panels with their parts', async () => {
  const id = await createAccount(app, { email: 'chair@example.org' });
  for (const body of [
    { kind: 'panel', id: 'PE1', part: 'chair' },
    { kind: 'centre', id: 'north', part: 'representative' },
  ])
    expect(await ask('POST', `/people/${id}/memberships`, body)).toMatchObject(done);
  const last = { kind: 'panel', id: 'PE1', part: 'chair', endsOn: '2030-12-31' };
  expect(await ask('PUT', `/people/${id}/memberships`, last)).toMatchObject(done);
  const member = { id, startsOn: null, endsOn: null, name: 'Siobhán Ní Chaoimh', email: 'chair@example.org' };
  const joined = (centre: string | null) =>
    expect.objectContaining({
      action: 'membership_added',
      subject: { kind: 'person', id: String(id), name: member.name },
      centre,
    });
  expect((await ask('GET', '/panels/PE1')).body).toEqual({
    id: 'PE1',
    name: 'PE1 in words',
    disabled: false,
    members: [{ ...member, part: 'chair', endsOn: '2030-12-31' }],
    applications: null,
    changes: [expect.objectContaining({ action: 'membership_changed', after: last }), joined(null)],
  });
  const { body: panels } = await ask('GET', '/panels');
  expect(panels.data[0]).toEqual({
    id: 'PE1',
    name: 'PE1 in words',
    disabled: false,
    people: 1,
    chairs: ['Siobhán Ní Chaoimh'],
  });
  expect(panels.data.map(({ id: panel }: { id: string }) => panel)).toEqual(['PE1', 'PE2', 'PE3', 'LS1']);
  const { body: north } = await ask('GET', '/centres/north');
  expect(north.members).toEqual([{ ...member, part: 'representative' }]);
  // With the changes of its partitions.
  expect(north.changes[0]).toEqual(joined(north.name));
  expect(new Set(north.changes.map(({ subject }: { subject: { kind: string } }) => subject.kind))).toEqual(
    new Set(['person', 'centre', 'partition']),
  );
});

it('finds changes of settings by the places of their names', async () => {
  const { userId } = admin;
  await app.db.transaction().execute((tx) =>
    recordChange(tx, app.platform, {
      at: app.platform.now(),
      actorId: userId,
      subject: { kind: 'setting', id: 'mailSender' },
      action: 'setting_changed',
    }),
  );
  const found = async (settings: string[]) =>
    (await ask('POST', '/changes', { search: 'sender', settings })).body.total;
  expect([await found([]), await found(['mailSender', 'uploadMaxMb'])]).toEqual([0, 1]);
});

it('names centres and partitions in the log of changes', async () => {
  const { body } = await ask('POST', '/changes', { search: 'aurora gpu' });
  expect(body.data.map(({ subject }: { subject: object }) => subject)).toEqual(
    Array(2).fill({ kind: 'partition', id: 'aurora-gpu', name: 'Aurora GPU' }),
  );
});

it('lists centres, partitions and lists by name, whatever their accents', async () => {
  const names = ['Zürich', 'Überlingen', 'Łódź', 'Lund', 'Évora'];
  const sorted = ['Évora', 'Łódź', 'Lund', 'Überlingen', 'Zürich'];
  for (const [nth, name] of names.entries()) {
    expect((await ask('POST', '/centres', { name, city: '', country: '', contact: '' })).status).toBe(200);
    await app.db
      .insertInto('partitions')
      .values({
        id: `p-${name}`,
        centre_id: 'north',
        name,
        system: 'North',
        kind: 'CPU',
        unit: 'node hours',
        core_hours_per_unit: '1',
      })
      .execute();
    await app.db
      .insertInto('option_groups')
      .values({ id: 9900 + nth, tag: `t-${nth}`, title: name, version: '1' })
      .execute();
  }
  const ours = (rows: Record<string, string>[], key: string) =>
    rows.flatMap((row) => (names.includes(row[key] ?? '') ? [row[key]] : []));
  const of = async (path: string) => (await ask('GET', path)).body;
  expect(ours((await of('/centres')).data, 'name')).toEqual(sorted);
  expect(ours((await of('/centres/north')).partitions, 'name')).toEqual(sorted);
  expect(ours((await of('/people/choices')).centres, 'label')).toEqual(sorted);
  expect(ours((await of('/lists')).data, 'title')).toEqual(sorted);
});
