import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { detectConflicts } from '@clearcall/domain/workflow/detect-conflicts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, itemOf } from '../../../testing/factories.ts';
import { loadConflictFacts } from './load-conflict-facts.ts';

const text = (id: string, meaning: string) => ({ id, type: 'text', title: id, config: { id: meaning } });
/** Two calls ask for the same things by different ids. */
const flow = (prefix: string) => ({
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      forms: [
        {
          id: 'F',
          title: 'People',
          order: 0,
          elements: [
            text(`${prefix}first`, 'pi_first_name'),
            text(`${prefix}last`, 'pi_last_name'),
            { ...text(`${prefix}orcid`, 'pi_orcid'), config: { id: 'pi_orcid', format: 'orcid' } },
            { id: `${prefix}about`, type: 'textarea', title: 'About' },
            {
              id: `${prefix}team`,
              type: 'group',
              title: 'Team',
              children: [
                text(`${prefix}name`, 'team_name'),
                { id: `${prefix}email`, type: 'email', title: 'E-mail', config: { id: 'team_email' } },
              ],
            },
            {
              id: `${prefix}suggested`,
              type: 'group',
              title: 'Suggested',
              children: [{ id: `${prefix}s_email`, type: 'email', title: 'E-mail' }],
            },
            {
              id: `${prefix}excluded`,
              type: 'group',
              title: 'Excluded',
              children: [text(`${prefix}e_name`, 'excluded_name')],
            },
          ],
        },
      ],
    },
  ],
});

const row = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`;

let app: TestApp;
let call: { id: number };
let other: { id: number };
let people: Record<'otto' | 'ada' | 'ben' | 'cleo' | 'dan', SignedIn>;

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await createSurroundings(app.db);
  call = await createCall(app, { code: 'REG', flow: flow('r_') });
  other = await createCall(app, {
    code: 'OLD',
    flow: flow('o_'),
    cutoffs: [{ start: '2020-01-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }],
  });
  const login = (firstName: string, lastName: string, email: string) =>
    app.login({ firstName, lastName, email });
  people = {
    otto: await login('Otto', 'Owner', 'otto@south.example'),
    ada: await login('Ada', 'Lovelace', 'Ada@North.example'),
    ben: await login('Ben', 'Babbage', 'ben@lab.south.example'),
    cleo: await login('Cleo', 'Clean', 'cleo@west.example'),
    dan: await login('Dan', 'Dark', 'dan@east.example'),
  };
  await app.db
    .insertInto('identities')
    .values({
      id: app.platform.newId(),
      user_id: people.dan.userId,
      provider: 'orcid',
      issuer: 'https://orcid.org',
      subject: '0000-0002-1694-233X',
      created_at: app.platform.now(),
    })
    .execute();
});
afterAll(() => app.close());

interface Said {
  first?: string;
  last?: string;
  orcid?: string;
  about?: string;
  team?: { name?: string; email?: string }[];
  suggested?: string[];
  excluded?: string[];
}

/** An application as its owner would fill it in; submitted unless told otherwise. */
async function applied(by: SignedIn, given: Said, { to = call, prefix = 'r_', submit = true } = {}) {
  const draft = await createDraft(app, to.id, by);
  const items = [];
  const newGroups = [];
  for (const name of ['first', 'last', 'orcid', 'about'] as const)
    if (given[name] !== undefined) items.push(itemOf(`${prefix}${name}`, [given[name]]));
  for (const [order, { name, email }] of (given.team ?? []).entries()) {
    newGroups.push({ id: row(order), flowElementId: `${prefix}team`, order });
    if (name !== undefined) items.push(itemOf(`${prefix}name`, [name], { groupId: row(order) }));
    if (email !== undefined) items.push(itemOf(`${prefix}email`, [email], { groupId: row(order) }));
  }
  for (const [order, email] of (given.suggested ?? []).entries()) {
    newGroups.push({ id: row(4 + order), flowElementId: `${prefix}suggested`, order });
    items.push(itemOf(`${prefix}s_email`, [email], { groupId: row(4 + order) }));
  }
  for (const [order, name] of (given.excluded ?? []).entries()) {
    newGroups.push({ id: row(7 + order), flowElementId: `${prefix}excluded`, order });
    items.push(itemOf(`${prefix}e_name`, [name], { groupId: row(7 + order) }));
  }
  const path = `/v2/assignments/${draft.assignmentId}/${submit ? 'submit' : 'save'}`;
  const answer = await app.call('PUT', path, { token: by.token, body: { data: items, newGroups } });
  expect(answer.status).toBe(200);
  return draft;
}

const idsOf = (...who: (keyof typeof people)[]) => who.map((name) => people[name].userId);
const asStaff = { userId: 0, role: 'pro', isStaff: true } as const;
const load = (applicationId: number, personIds: readonly number[], viewer: Viewer = asStaff) =>
  loadConflictFacts(app.platform, { applicationId, personIds, viewer }, app.platform.now());

it('finds what ties people to an application, in one statement for all of them', async () => {
  const { otto, ada, ben, cleo, dan } = people;
  const application = await applied(otto, {
    first: 'Petra',
    last: 'Investigator',
    orcid: '0000-0002-1825-0097',
    about: 'Somebody wrote to cleo@west.example about it.',
    team: [
      { name: 'Tom Team', email: 'Tom@Team.example' },
      { name: 'Dan Dark', email: 'dan@elsewhere.example' },
    ],
    suggested: ['cleo@west.example'],
    excluded: ['Prof. Cleo Clean', 'Nobody Known'],
  });
  // In the same cut-off: one that is submitted and one that nobody may know of.
  const inCutoff = await applied(ada, { first: 'Ada', last: 'Lovelace' });
  await applied(ben, { first: 'Ben' }, { submit: false });
  // In earlier calls, with other ids for the same questions.
  const old = { to: other, prefix: 'o_' };
  const owned = await applied(ada, { team: [{ email: 'tom@team.example' }] }, old);
  const member = await applied(
    cleo,
    { orcid: '0000-0002-1825-0097', team: [{ email: 'BEN@lab.south.example' }] },
    old,
  );
  const byOrcid = await applied(otto, { orcid: '0000-0002-1694-233X' }, old);
  // Named, but not as somebody who takes part.
  await applied(otto, { about: 'ben@lab.south.example', suggested: ['ben@lab.south.example'] }, old);
  // Longer ago, not submitted, and of somebody else.
  app.clock.set('2023-11-21T11:59:59Z');
  await applied(ada, { team: [{ email: 'otto@south.example' }] }, old);
  app.clock.set('2026-11-21T12:00:00Z');
  await applied(ada, { team: [{ email: 'otto@south.example' }] }, { ...old, submit: false });
  const takenBack = await applied(ada, { team: [{ email: 'otto@south.example' }] }, old);
  await app.db.updateTable('applications').set({ status: 'draft' }).where('id', '=', takenBack.id).execute();
  await applied(dan, { team: [{ email: 'zoe@zone.example' }] }, old);

  // The flow is known to the process by now: what is counted are the statements of the facts.
  await load(application.id, []);
  const loaded: Awaited<ReturnType<typeof load>>[] = [];
  const asked = [...idsOf('dan', 'ada', 'ben', 'cleo'), 999_999];
  const statements = await app.sqlCount(async () => {
    loaded.push(await load(application.id, asked));
  });
  expect(statements).toBe(1);
  const now = '2026-11-21T12:00:00.000Z';
  const of = (
    name: keyof typeof people,
    firstName: string,
    lastName: string,
    orcid: string | null = null,
  ) => ({
    id: people[name].userId,
    email: people[name].email,
    firstName,
    lastName,
    orcid,
  });
  const named = (elementId: string, groupId: string | null, name: string, email: string | null = null) => ({
    elementId,
    groupId,
    name,
    email,
    orcid: null,
  });
  const { persons, facts } = loaded[0] ?? { persons: [], facts: null };
  expect(persons).toEqual([
    of('ada', 'Ada', 'Lovelace'),
    of('ben', 'Ben', 'Babbage'),
    of('cleo', 'Cleo', 'Clean'),
    of('dan', 'Dan', 'Dark', '0000-0002-1694-233X'),
  ]);
  expect(facts).toEqual({
    uid: application.uid,
    owner: { id: otto.userId, email: 'otto@south.example', name: 'Otto Owner' },
    people: [
      { ...named('r_first', null, 'Petra Investigator'), orcid: '0000-0002-1825-0097' },
      named('r_name', row(0), 'Tom Team', 'Tom@Team.example'),
      named('r_name', row(1), 'Dan Dark', 'dan@elsewhere.example'),
    ],
    excluded: [named('r_e_name', row(7), 'Prof. Cleo Clean'), named('r_e_name', row(8), 'Nobody Known')],
    inCutoff: [{ uid: inCutoff.uid, ownerId: ada.userId }],
    earlier: expect.any(Array),
  });
  // What is only named somewhere is found, and told apart by who took part.
  const ties = (facts?.earlier ?? []).filter(({ uid }) =>
    [owned, member, byOrcid].some((one) => one.uid === uid),
  );
  expect(ties).toEqual([
    {
      uid: owned.uid,
      submittedAt: now,
      ownerId: ada.userId,
      ids: ['ada@north.example', 'tom@team.example'],
    },
    {
      uid: member.uid,
      submittedAt: now,
      ownerId: cleo.userId,
      ids: ['cleo@west.example', '0000-0002-1825-0097', 'ben@lab.south.example'],
    },
    {
      uid: byOrcid.uid,
      submittedAt: now,
      ownerId: otto.userId,
      ids: ['otto@south.example', '0000-0002-1694-233x'],
    },
  ]);
  const evidence = persons.map((person) => [
    person.firstName,
    ...(facts === null ? [] : detectConflicts(person, facts)).map(({ kind, severity, source, says }) => [
      kind,
      severity,
      source.applicationUid,
      says,
    ]),
  ]);
  const common = (uid: string) => ['common_application', 'asks', uid, { uid, submittedAt: now }];
  expect(evidence).toEqual([
    ['Ada', ['own_application_in_cutoff', 'refuses', inCutoff.uid, { uid: inCutoff.uid }], common(owned.uid)],
    [
      'Ben',
      ['mail_domain', 'asks', application.uid, { domain: 'south.example', name: 'Otto Owner' }],
      common(member.uid),
    ],
    [
      'Cleo',
      ['excluded_by_applicant', 'asks', application.uid, { name: 'Prof. Cleo Clean', by: 'name' }],
      common(member.uid),
    ],
    [
      'Dan',
      ['named_in_team', 'asks', application.uid, { name: 'Dan Dark', by: 'name' }],
      common(byOrcid.uid),
    ],
  ]);
  // Whoever is no staff is told of others which they are where they are there for them, and never the hour.
  const known = await load(application.id, idsOf('ada', 'ben', 'cleo', 'dan'), {
    userId: ada.userId,
    role: 'user',
    isStaff: false,
  });
  expect(
    [...(known?.facts.inCutoff ?? []), ...(known?.facts.earlier ?? [])].flatMap(({ uid }) => uid ?? []),
  ).toEqual(expect.arrayContaining([inCutoff.uid, owned.uid]));
  for (const one of known?.facts.earlier ?? []) {
    expect(one.uid === null).toBe(one.ownerId !== ada.userId);
    expect(one.submittedAt).toBe('2026-11-21T00:00:00.000Z');
  }
});

it('knows nothing of an application that is not there, and little of one that is not submitted', async () => {
  expect(await load(999_999, idsOf('ada'))).toBe(null);
  const draft = await applied(people.cleo, { team: [{ email: people.ada.email }] }, { submit: false });
  const loaded = await load(draft.id, idsOf('ben'));
  expect(loaded?.facts).toEqual({
    uid: draft.uid,
    owner: { id: people.cleo.userId, email: 'cleo@west.example', name: 'Cleo Clean' },
    people: [],
    excluded: [],
    inCutoff: [],
    earlier: [
      expect.objectContaining({
        ownerId: people.cleo.userId,
        ids: expect.arrayContaining(['ben@lab.south.example']),
      }),
    ],
  });
});
