import { createPayment } from './payment.ts';
import { changed, type Good, newKey, nobodysUid, nobodysUuid, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';

/** An application under review, with what the stage put on it. */
interface UnderReview {
  uid: string;
  applicationId: number;
  /** Of the applicant's own step. */
  assignmentId: string;
  rowId: string;
}

async function ask(world: World, token: string, method: 'POST' | 'PUT', path: string, body: unknown) {
  const answer = await world.test.call(method, path, { token, body });
  if (answer.status !== 200) throw new Error(`the stage was not set: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function underReview(world: World): Promise<UnderReview> {
  const draft = await world.draft(world.reviewCallId);
  const rowId = world.test.platform.newId();
  const item = (flowElementId: string, value: string, dataGroupId: string | null) => ({
    flowElementId,
    dataGroupId,
    input: { values: [value] },
    revision: 0,
  });
  await ask(world, world.owner.token, 'PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    data: [item('title', 'A title', null), item('part', 'aurora-cpu', rowId), item('amount', '1000', rowId)],
    newGroups: [{ id: rowId, flowElementId: 'parts', order: 0 }],
  });
  return { ...draft, rowId };
}

const review = { flowElementId: 'REV', partitionId: null, makeLead: false, role: 'scientific_reviewer' };

/** Gives the review of a fresh application to somebody, without a name to the reviewer. */
export async function assigned(
  world: World,
  userId: number | null = world.reviewer.userId,
): Promise<UnderReview & { id: string }> {
  const application = await underReview(world);
  const { id } = await ask(world, world.pro.token, 'POST', `/v2/applications/${application.uid}/assign`, {
    ...review,
    userId,
  });
  return { ...application, id };
}

/** A review whose deadline passed. */
async function overdue(world: World) {
  const work = await assigned(world);
  const deadline = '2026-11-19T12:00:00Z';
  await ask(world, world.pro.token, 'PUT', `/v2/assignments/${work.id}/deadline`, { deadline });
  return work;
}

async function accepted(world: World) {
  const work = await assigned(world);
  await ask(world, world.reviewer.token, 'PUT', `/v2/assignments/${work.id}/accept`, { accepted: true });
  return work;
}

/** A review of a month that is over. */
async function reviewedBefore(world: World): Promise<void> {
  const { id } = await reviewed(world);
  await world.test.db
    .updateTable('assignments')
    .set({ submitted_at: new Date('2020-05-05T12:00:00Z') })
    .where('id', '=', id)
    .execute();
}

async function reviewed(world: World) {
  const work = await accepted(world);
  await ask(world, world.reviewer.token, 'PUT', `/v2/assignments/${work.id}/submit`, {
    data: [],
    newGroups: [],
  });
  return work;
}

/** A release that has not taken effect yet. */
async function waitingRelease(world: World): Promise<string> {
  const { applicationId } = await reviewed(world);
  const path = `/v2/applications/${applicationId}/release`;
  const { waiting } = await ask(world, world.pro.token, 'POST', path, { flowElementId: 'REV' });
  return waiting.releaseId;
}

const atTitle = { flowElementId: 'title', dataGroupId: null, text: 'Say more.' };

/** Changes are asked for at one field. */
async function asked(world: World): Promise<{ id: string; threadId: string }> {
  const { uid, assignmentId: id } = await underReview(world);
  await ask(world, world.pro.token, 'PUT', `/v2/assignments/${id}/decide`, {
    outcome: 'request_changes',
    reason: 'See the field.',
    deadline: '2026-12-01T12:00:00Z',
    points: [atTitle],
  });
  const { body } = await world.test.call('GET', `/v2/applications/${uid}`, { token: world.owner.token });
  return { id, threadId: body.threads[0].id };
}

async function marked(world: World) {
  const { uid } = await underReview(world);
  const { userId } = world.reviewer;
  await ask(world, world.pro.token, 'PUT', `/v2/applications/${uid}/conflicts/${userId}`, {
    reason: 'They share an office.',
  });
  return { id: uid, userId };
}

type On = (world: World) => Promise<Good>;
const onApplication =
  (body?: unknown): On =>
  async (world) => ({
    params: { id: (await underReview(world)).uid },
    ...(body === undefined ? {} : { body }),
  });
const asDraft: On = async (world) => ({ params: { id: (await world.draft()).uid } });
/** What nobody but staff, or nobody who may know of it, may do. */
const byOwner = (world: World): Good => ({ by: world.owner.token });

const oldRevision: RouteCase['bad'][number] = [
  'another revision',
  409,
  (_world, good) => changed(good, { revision: 99 }),
];
const badRevision: RouteCase['bad'][number] = [
  'a revision that is none',
  400,
  (_world, good) => changed(good, { revision: -1 }),
];
const long = 'a'.repeat(3_001);
const tooLong: RouteCase['bad'][number] = [
  'too many words',
  400,
  (_world, good) => changed(good, { reason: long }),
];

const refusing = (good: Good, suggests: object[]): Good =>
  changed(good, { accepted: false, reason: 'No time.', suggests });

const foreignUuid = { id: nobodysUuid };
const bulk: RouteCase['bad'] = [
  ['no applications at all', 400, (_world, good) => changed(good, { applicationIds: [] })],
  ['an application that is none', 400, (_world, good) => changed(good, { applicationIds: [0] })],
  ['no step', 400, (_world, good) => changed(good, { flowElementId: '' })],
  ['somebody who is no staff', 404, byOwner],
];

/** How the commands of the review are called; the walk of the routes does the rest. */
/** An action of an automation that failed on a fresh application. */
export async function failedAction(world: World): Promise<{ id: string; actionId: number }> {
  const { uid, applicationId } = await underReview(world);
  const { db } = world.test;
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('application_id', '=', applicationId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: actionId } = await db
    .insertInto('planned_actions')
    .values({
      application_id: applicationId,
      event_id: event.id,
      automation_id: 'check',
      action: 'assign',
      depth: 1,
      state: 'failed',
      result: 'in_conflict',
      planned_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: uid, actionId };
}
const noAction = { ...nobodysUid, actionId: '999999' };

export const workflowCases: Readonly<Record<string, RouteCase>> = {
  'POST /v2/applications/:id/assign': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).uid },
      body: { ...review, userId: world.reviewer.userId, deadline: '2026-12-20T12:00:00+01:00' },
      headers: newKey(),
    }),
    statements: 9,
    moreBecause: 'keeps its answer for whoever repeats the request',
    bad: [
      ['a key that is none', 400, () => ({ headers: { 'idempotency-key': 'x' } })],
      ['an unknown step', 404, (_world, good) => changed(good, { flowElementId: 'NONE' })],
      ['an unknown person', 404, (_world, good) => changed(good, { userId: 99_999_999 })],
      ['a role that is not of the step', 422, (_world, good) => changed(good, { role: 'rapporteur' })],
      ['the applicant', 409, (world, good) => changed(good, { userId: world.owner.userId })],
      ['a partition of nobody', 422, (_world, good) => changed(good, { partitionId: 'old-cpu' })],
      ['a deadline long ago', 422, (_world, good) => changed(good, { deadline: '1999-12-31T00:00:00Z' })],
      ['a deadline that is none', 400, (_world, good) => changed(good, { deadline: 'tomorrow' })],
      [
        'a lead of a step without',
        409,
        (world, good) =>
          changed(good, { flowElementId: 'CHK', role: 'pro', userId: world.pro.userId, makeLead: true }),
      ],
      [
        'a step that is locked',
        409,
        (world, good) =>
          changed(good, { flowElementId: 'LOC', role: 'applicant', userId: world.owner.userId }),
      ],
      ['a draft', 404, asDraft],
      ['the applicant as the one who assigns', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/invite': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).uid },
      body: {
        ...review,
        email: `reviewer.${world.test.platform.newId()}@example.org`,
        firstName: 'Zoë',
      },
      headers: newKey(),
    }),
    statements: 13,
    moreBecause: 'makes the account and its link, and keeps its answer for whoever repeats the request',
    bad: [
      ['no address', 400, (_world, good) => changed(good, { email: 'a@b@c' })],
      ['a role that is not of the step', 422, (_world, good) => changed(good, { role: 'rapporteur' })],
      ['a draft', 404, asDraft],
    ],
    foreign: nobodysUid,
  },
  'PUT /v2/assignments/:id/accept': {
    good: async (world) => ({
      params: { id: (await assigned(world)).id },
      body: { accepted: true, reason: '', agreed: false, revision: 0 },
      by: world.reviewer.token,
    }),
    statements: 5,
    bad: [
      ['a refusal without a reason', 422, (_world, good) => changed(good, { accepted: 'refused' })],
      ['another word', 400, (_world, good) => changed(good, { accepted: 'perhaps' })],
      [
        'somebody named by whoever accepts',
        400,
        (_world, good) => changed(good, { suggests: [{ name: 'Ada' }] }),
      ],
      ['somebody named without a name', 400, (_world, good) => refusing(good, [{ name: ' ' }])],
      ['an address that is none', 400, (_world, good) => refusing(good, [{ name: 'Ada', email: 'a@b@c' }])],
      [
        'a fourth one',
        400,
        (_world, good) =>
          refusing(
            good,
            Array.from({ length: 4 }, () => ({ name: 'Ada' })),
          ),
      ],
      oldRevision,
      badRevision,
      tooLong,
      ['what was submitted', 409, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['somebody else’s', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: foreignUuid,
  },
  'GET /v2/assignments/finished': {
    good: async (world) => {
      await reviewed(world);
      return { query: '?limit=5', by: world.reviewer.token };
    },
    statements: 2,
    bad: [['too many', 400, () => ({ query: '?limit=99999' })]],
  },
  'POST /v2/assignments/finished/certificates': {
    good: async (world) => {
      await reviewedBefore(world);
      return { body: { firstDay: '2000-01-01', lastDay: '2020-12-31' }, by: world.reviewer.token };
    },
    statements: 3,
    bad: [
      [
        'the last day first',
        400,
        (_world, good) => changed(good, { lastDay: '2000-01-31', firstDay: '2000-02-01' }),
      ],
      ['a day that is none', 400, (_world, good) => changed(good, { firstDay: '2026-02-30' })],
      ['a span without a review', 409, (_world, good) => changed(good, { lastDay: '2000-01-31' })],
      ['part of a month', 400, (_world, good) => changed(good, { firstDay: '2020-05-05' })],
      ['a month that is not over', 409, (_world, good) => changed(good, { lastDay: '2099-12-31' })],
    ],
  },
  'GET /certificates/:code': {
    good: async (world) => {
      await reviewedBefore(world);
      const { code } = await ask(
        world,
        world.reviewer.token,
        'POST',
        '/v2/assignments/finished/certificates',
        {
          firstDay: '2000-01-01',
          lastDay: '2020-12-31',
        },
      );
      return { params: { code } };
    },
    statements: 1,
    bad: [['a code of nobody', 404, () => ({ params: { code: 'AAAA-AAAA-AAAA-AAAA-AAAA' } })]],
  },
  'PUT /v2/assignments/:id/hand-on': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await assigned(world, world.pro.userId)).id },
      body: { userId: world.reviewer.userId, reason: '', revision: 0 },
    }),
    statements: 7,
    moreBecause: 'looks for what speaks for a conflict of interest behind the lock',
    bad: [
      oldRevision,
      badRevision,
      tooLong,
      ['an unknown person', 404, (_world, good) => changed(good, { userId: 99_999_999 })],
      ['the applicant', 409, (world, good) => changed(good, { userId: world.owner.userId })],
      [
        'who may not assign',
        403,
        async (world) => ({ params: { id: (await assigned(world)).id }, by: world.reviewer.token }),
      ],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/take': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await assigned(world, null)).id }, body: { revision: 0 } }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      ['what somebody has', 409, async (world) => ({ params: { id: (await assigned(world)).id } })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/hand-back': {
    caller: 'pro',
    good: async (world) => {
      const { id } = await assigned(world, null);
      await ask(world, world.pro.token, 'PUT', `/v2/assignments/${id}/take`, {});
      return { params: { id }, body: { revision: 1 } };
    },
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      [
        'what was never open to others',
        409,
        async (world) => ({ params: { id: (await assigned(world)).id }, body: {} }),
      ],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/conflict': {
    good: async (world) => ({
      params: { id: (await assigned(world)).id },
      body: { reason: 'We wrote a paper together.' },
      by: world.reviewer.token,
    }),
    statements: 5,
    bad: [
      tooLong,
      [
        'the own application',
        409,
        async (world) => ({
          params: { id: (await underReview(world)).assignmentId },
          by: world.owner.token,
        }),
      ],
      ['somebody else’s', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/decide': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).assignmentId },
      body: { outcome: 'request_changes', reason: 'Add the CV.', deadline: '2026-12-01T12:00:00Z' },
    }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      tooLong,
      ['another outcome', 400, (_world, good) => changed(good, { outcome: 'awarded' })],
      ['no reason', 422, (_world, good) => changed(good, { reason: ' ' })],
      ['no deadline', 422, (_world, good) => changed(good, { deadline: null })],
      ['a deadline that was', 422, (_world, good) => changed(good, { deadline: '2026-11-01T12:00:00Z' })],
      ['what no step judges', 409, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['the applicant', 403, byOwner],
      [
        'a field that is not there',
        422,
        (_world, good) => changed(good, { points: [{ ...atTitle, flowElementId: 'x' }] }),
      ],
      [
        'a point without words',
        400,
        (_world, good) => changed(good, { points: [{ ...atTitle, text: ' ' }] }),
      ],
      [
        'points and no request',
        400,
        (_world, good) => changed(good, { outcome: 'approved', points: [atTitle] }),
      ],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/points': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).assignmentId },
      body: { ...atTitle, revision: 0 },
    }),
    statements: 6,
    moreBecause: 'holds the application before it is read as its reader may see it',
    bad: [
      ['an old revision', 409, (_world, good) => changed(good, { revision: 7 })],
      ['no words', 400, (_world, good) => changed(good, { text: ' \n ' })],
      ['too many words', 400, (_world, good) => changed(good, { text: 'a'.repeat(3_001) })],
      ['a field that is not there', 422, (_world, good) => changed(good, { flowElementId: 'score' })],
      ['a row that is not there', 422, (_world, good) => changed(good, { dataGroupId: nobodysUuid })],
      ['what no step judges', 404, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['the applicant', 404, byOwner],
    ],
    foreign: foreignUuid,
  },
  'DELETE /v2/assignments/:id/points': {
    caller: 'pro',
    good: async (world) => {
      const { assignmentId: id } = await underReview(world);
      await ask(world, world.pro.token, 'PUT', `/v2/assignments/${id}/points`, { ...atTitle, revision: 0 });
      return { params: { id }, body: { flowElementId: 'title', dataGroupId: null, revision: 1 } };
    },
    statements: 5,
    bad: [
      ['an old revision', 409, (_world, good) => changed(good, { revision: 7 })],
      ['revision 0', 400, (_world, good) => changed(good, { revision: 0 })],
      ['a field without a point', 404, (_world, good) => changed(good, { flowElementId: 'last' })],
      ['the applicant', 404, byOwner],
    ],
    foreign: foreignUuid,
  },
  'POST /v2/assignments/:id/threads/:threadId/comments': {
    good: async (world) => ({
      params: await asked(world),
      body: { text: 'It says more now.' },
      headers: newKey(),
    }),
    statements: 8,
    moreBecause: 'holds the assignment and the thread, and keeps its answer for whoever repeats the request',
    bad: [
      ['a key that is none', 400, () => ({ headers: { 'idempotency-key': 'x' } })],
      ['no words', 400, () => ({ body: { text: ' \n ' } })],
      ['too many words', 400, () => ({ body: { text: 'a'.repeat(3_001) } })],
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, threadId: nobodysUuid } })],
      ['who asked', 404, (world) => ({ by: world.pro.token })],
    ],
    foreign: { ...foreignUuid, threadId: nobodysUuid },
  },
  'PUT /v2/assignments/:id/threads/:threadId': {
    good: async (world) => ({ params: await asked(world), body: { answered: true } }),
    statements: 5,
    bad: [
      ['what is neither', 400, () => ({ body: { answered: 'yes' } })],
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, threadId: nobodysUuid } })],
      ['who asked', 404, (world) => ({ by: world.pro.token })],
    ],
    foreign: { ...foreignUuid, threadId: nobodysUuid },
  },
  'GET /v2/assignments/:id/changes': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await underReview(world)).assignmentId } }),
    statements: 5,
    bad: [
      ['a submission that never was', 404, () => ({ query: '?from=7' })],
      ['none', 400, () => ({ query: '?to=0' })],
      ['what no step judges', 404, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['the applicant', 404, byOwner],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/reopen': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await reviewed(world)).id }, body: {} }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      ['what was not submitted', 409, async (world) => ({ params: { id: (await assigned(world)).id } })],
      [
        'the applicant’s own part',
        409,
        async (world) => ({ params: { id: (await underReview(world)).assignmentId } }),
      ],
      ['the reviewer', 403, (world) => ({ by: world.reviewer.token })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/revoke': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await assigned(world)).id }, body: { reason: 'Too late.' } }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      tooLong,
      ['what was submitted', 409, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['the reviewer', 403, (world) => ({ by: world.reviewer.token })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/deadline': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await assigned(world)).id },
      body: { deadline: '2026-12-20T12:00:00Z' },
    }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      ['a day alone', 400, (_world, good) => changed(good, { deadline: '2026-12-20' })],
      ['long ago', 422, (_world, good) => changed(good, { deadline: '1999-12-31T00:00:00Z' })],
      ['what was submitted', 409, async (world) => ({ params: { id: (await reviewed(world)).id } })],
      ['the reviewer', 403, (world) => ({ by: world.reviewer.token })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/more-time': {
    good: async (world) => ({
      params: { id: (await overdue(world)).id },
      body: { until: '2026-12-20T12:00:00Z', reason: 'I was ill.' },
      by: world.reviewer.token,
    }),
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      tooLong,
      ['a day alone', 400, (_world, good) => changed(good, { until: '2026-12-20' })],
      ['a day that is over', 422, (_world, good) => changed(good, { until: '2026-11-20T12:00:00Z' })],
      ['no reason', 422, (_world, good) => changed(good, { reason: ' ' })],
      [
        'what has no deadline',
        409,
        async (world) => ({ params: { id: (await assigned(world)).id }, by: world.reviewer.token }),
      ],
      ['somebody else’s', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: foreignUuid,
  },
  'PUT /v2/assignments/:id/more-time/decline': {
    caller: 'pro',
    good: async (world) => {
      const { id } = await overdue(world);
      const body = { until: '2026-12-20T12:00:00Z', reason: 'I was ill.' };
      await ask(world, world.reviewer.token, 'PUT', `/v2/assignments/${id}/more-time`, body);
      return { params: { id }, body: { reason: 'The panel meets today.' } };
    },
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      tooLong,
      ['no reason', 422, (_world, good) => changed(good, { reason: ' ' })],
      ['what nobody asked for', 409, async (world) => ({ params: { id: (await overdue(world)).id } })],
      ['the reviewer', 403, (world) => ({ by: world.reviewer.token })],
    ],
    foreign: foreignUuid,
  },
  'PATCH /v2/applications/:applicationId/assignments/:assignmentId/lead': {
    good: async (world) => {
      const { uid, id } = await assigned(world);
      return {
        params: { applicationId: uid, assignmentId: id },
        body: { flowElementId: 'REV' },
        by: world.chair.token,
      };
    },
    statements: 5,
    bad: [
      oldRevision,
      badRevision,
      [
        'a step that nobody leads',
        409,
        async (world) => {
          const { uid, assignmentId } = await underReview(world);
          return { params: { applicationId: uid, assignmentId }, body: {} };
        },
      ],
      [
        'one of another application',
        404,
        async (world, { params }) => ({
          params: { ...params, applicationId: (await underReview(world)).uid },
        }),
      ],
      ['who is no chair', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: { applicationId: nobodysUid.id, assignmentId: nobodysUuid },
  },
  'PUT /v2/assignments/:id/rows/:rowId/mark': {
    caller: 'pro',
    good: async (world) => {
      const { assignmentId, rowId } = await underReview(world);
      return { params: { id: assignmentId, rowId }, body: { coi: true, comment: 'Same institute.' } };
    },
    statements: 5,
    bad: [
      ['too many words', 400, (_world, good) => changed(good, { comment: long })],
      ['an unknown row', 404, (_world, { params }) => ({ params: { ...params, rowId: nobodysUuid } })],
      ['the applicant', 403, byOwner],
    ],
    foreign: { id: nobodysUuid, rowId: nobodysUuid },
  },
  'POST /v2/applications/:id/withdraw': {
    good: onApplication({}),
    statements: 5,
    bad: [
      ['a draft', 409, asDraft],
      ['somebody of the staff', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/take-back': {
    good: onApplication({}),
    statements: 5,
    bad: [
      ['what is read already', 409, async (world) => ({ params: { id: (await accepted(world)).uid } })],
      ['somebody of the staff', 403, (world) => ({ by: world.pro.token })],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/release': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await reviewed(world)).uid },
      body: { flowElementId: 'REV' },
    }),
    statements: 5,
    bad: [
      ['a step with nothing new', 409, (_world, good) => changed(good, { flowElementId: 'FIN' })],
      ['an unknown step', 404, (_world, good) => changed(good, { flowElementId: 'NONE' })],
      ['a draft', 404, asDraft],
      ['the applicant', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/unlock': {
    caller: 'pro',
    good: onApplication({ flowElementId: 'LOC' }),
    statements: 5,
    bad: [
      ['a step that is never locked', 409, (_world, good) => changed(good, { flowElementId: 'REV' })],
      ['an unknown step', 404, (_world, good) => changed(good, { flowElementId: 'NONE' })],
      ['the applicant', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'PUT /v2/applications/:id/panel': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await underReview(world)).uid }, body: { panel: 'PE2' } }),
    statements: 5,
    bad: [
      ['a panel that the form does not know', 422, (_world, good) => changed(good, { panel: 'XX9' })],
      ['none', 400, (_world, good) => changed(good, { panel: '' })],
      ['the applicant', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/lock': {
    caller: 'pro',
    good: async (world) => {
      const { uid } = await underReview(world);
      const body = { flowElementId: 'LOC' };
      await ask(world, world.pro.token, 'POST', `/v2/applications/${uid}/unlock`, body);
      return { params: { id: uid }, body };
    },
    statements: 5,
    bad: [
      ['a step that is never locked', 409, (_world, good) => changed(good, { flowElementId: 'REV' })],
      ['an unknown step', 404, (_world, good) => changed(good, { flowElementId: 'NONE' })],
      ['the applicant', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/applications/:id/outcome': {
    caller: 'pro',
    good: onApplication({
      rows: [{ partitionId: 'aurora-cpu', outcome: 'reduced', amount: '500.5', reason: null }],
      reason: '',
    }),
    statements: 5,
    bad: [
      ['no partition', 409, (_world, good) => changed(good, { rows: [] })],
      [
        'a partition that was not asked for',
        409,
        (_world, good) =>
          changed(good, { rows: [{ partitionId: 'old-cpu', outcome: 'awarded', amount: '1' }] }),
      ],
      [
        'an amount that is none',
        400,
        (_world, good) =>
          changed(good, { rows: [{ partitionId: 'aurora-cpu', outcome: 'awarded', amount: '-1' }] }),
      ],
      tooLong,
      ['the applicant', 403, byOwner],
    ],
    foreign: nobodysUid,
  },
  'PUT /v2/applications/:id/conflicts/:userId': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).uid, userId: world.reviewer.userId },
      body: { reason: 'They share an office.', source: 'marked' },
    }),
    statements: 5,
    bad: [
      ['no reason', 400, (_world, good) => changed(good, { reason: ' ' })],
      ['a person who declares', 400, (_world, good) => changed(good, { source: 'declared' })],
      ['an unknown person', 404, (_world, { params }) => ({ params: { ...params, userId: 99_999_999 } })],
      ['the applicant', 409, (world, { params }) => ({ params: { ...params, userId: world.owner.userId } })],
      ['the applicant as the one who marks', 403, byOwner],
    ],
    foreign: { ...nobodysUid, userId: '99999999' },
  },
  'PUT /v2/applications/:id/conflicts/:userId/clear': {
    caller: 'pro',
    good: async (world) => ({ params: await marked(world), body: { reason: 'Another person.' } }),
    statements: 5,
    bad: [
      ['no reason', 400, (_world, good) => changed(good, { reason: ' ' })],
      [
        'who is in no conflict',
        409,
        (world, { params }) => ({ params: { ...params, userId: world.stranger.userId } }),
      ],
    ],
    foreign: { ...nobodysUid, userId: '99999999' },
  },
  'GET /v2/applications/:id/conflicts': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await marked(world)).id } }),
    statements: 5,
    bad: [
      ['a draft', 404, asDraft],
      ['the applicant', 404, byOwner],
    ],
    foreign: nobodysUid,
  },
  'GET /v2/applications/:id/conflicts/evidence': {
    caller: 'pro',
    good: async (world) => ({
      params: { id: (await underReview(world)).uid },
      query: `?userIds=${world.reviewer.userId},${world.stranger.userId}`,
    }),
    statements: 6,
    moreBecause: 'reads the application and what its people have in common with those asked about',
    bad: [
      ['nobody', 400, () => ({ query: '?userIds=' })],
      ['somebody who is none', 400, () => ({ query: '?userIds=0' })],
      ['too many', 400, () => ({ query: `?userIds=${Array.from({ length: 21 }, () => 1).join(',')}` })],
      ['a draft', 404, asDraft],
      ['the applicant', 404, byOwner],
    ],
    foreign: nobodysUid,
  },
  'GET /v2/assignments/:id/submissions': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await reviewed(world)).id } }),
    statements: 5,
    bad: [['the applicant', 404, byOwner]],
    foreign: foreignUuid,
  },
  'GET /v2/assignments/:id/payees': {
    good: async ({ test, reviewer }) => {
      const finance = await test.login({ role: 'finance_manager' });
      const { id } = await createPayment(test, finance.userId, [reviewer.userId]);
      return { params: { id }, by: finance.token };
    },
    statements: 3,
    bad: [['the applicant', 404, byOwner]],
    foreign: foreignUuid,
  },
  'GET /v2/assignments/:id/receipts': {
    good: async (world) => ({ params: { id: (await underReview(world)).assignmentId } }),
    statements: 5,
    bad: [],
    foreign: foreignUuid,
  },
  'GET /v2/applications/:id/actions': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await failedAction(world)).id }, query: '?limit=10' }),
    statements: 5,
    bad: [
      ['nothing at all', 400, () => ({ query: '?limit=0' })],
      ['after nothing', 400, () => ({ query: '?before=0' })],
    ],
    foreign: nobodysUid,
  },
  'GET /v2/applications/actions': {
    caller: 'pro',
    good: async (world) => {
      await failedAction(world);
      return { query: '?limit=10' };
    },
    statements: 5,
    bad: [
      ['nothing at all', 400, () => ({ query: '?limit=0' })],
      ['an unknown state', 400, () => ({ query: '?state=lost' })],
      ['a call that is no number', 400, () => ({ query: '?callId=x' })],
    ],
    everybodys: true,
  },
  'GET /v2/calls/:callId/stragglers': {
    caller: 'pro',
    good: async (world) => {
      await underReview(world);
      return { params: { callId: world.reviewCallId } };
    },
    statements: 5,
    bad: [],
    foreign: { callId: '99999999' },
  },
  'POST /v2/applications/:id/actions/:actionId/retry': {
    caller: 'pro',
    good: async (world) => ({ params: await failedAction(world), body: {} }),
    statements: 7,
    moreBecause: 'holds the application and the action, and adds the job that does it',
    bad: [['an unknown one', 404, (_world, { params }) => ({ params: { ...params, actionId: 999_999 } })]],
    foreign: noAction,
  },
  'POST /v2/applications/:id/actions/:actionId/skip': {
    caller: 'pro',
    good: async (world) => ({ params: await failedAction(world), body: { reason: 'Done by hand.' } }),
    statements: 6,
    moreBecause: 'holds the application and the action',
    bad: [
      ['no reason', 400, () => ({ body: { reason: ' ' } })],
      ['an unknown one', 404, (_world, { params }) => ({ params: { ...params, actionId: 999_999 } })],
    ],
    foreign: noAction,
  },
  'POST /v2/calls/:callId/start': {
    caller: 'pro',
    good: async (world) => ({
      params: { callId: world.reviewCallId },
      body: {
        flowElementId: 'REV',
        cutoffId: (
          await world.test.db
            .selectFrom('cutoffs')
            .select('id')
            .where('call_id', '=', world.reviewCallId)
            .executeTakeFirstOrThrow()
        ).id,
        reason: 'The others are late.',
      },
    }),
    statements: 10,
    moreBecause:
      'notes it, and tells the applications in batches, of which there are two beside the other tests',
    bad: [
      ['no reason', 400, (_world, good) => changed(good, { reason: '' })],
      ['an unknown step', 404, (_world, good) => changed(good, { flowElementId: 'NONE' })],
      ['another cut-off', 404, (_world, good) => changed(good, { cutoffId: 99_999_999 })],
    ],
    foreign: { callId: '99999999' },
  },
  'POST /v2/calls/:callId/release': {
    caller: 'pro',
    good: async (world) => ({
      params: { callId: world.reviewCallId },
      body: { flowElementId: 'REV', applicationIds: [(await reviewed(world)).applicationId] },
    }),
    statements: 7,
    moreBecause: 'finds the applications before it releases each in a transaction of its own',
    bad: [...bulk, ['a release that is none', 400, (_world, good) => changed(good, { releaseId: '7' })]],
    foreign: { callId: '99999999' },
  },
  'POST /v2/calls/:callId/release/preview': {
    caller: 'pro',
    good: async (world) => ({
      params: { callId: world.reviewCallId },
      body: { flowElementId: 'REV', applicationIds: [(await reviewed(world)).applicationId] },
    }),
    statements: 19,
    moreBecause: 'does what a release does, with all that follows from it, and undoes it',
    bad: [
      ...bulk,
      [
        'more than in one preview',
        400,
        (_world, good) => changed(good, { applicationIds: Array.from({ length: 26 }, (_one, at) => at + 1) }),
      ],
    ],
    foreign: { callId: '99999999' },
  },
  'GET /v2/releases/waiting': {
    caller: 'pro',
    good: async (world) => ({
      query: `?applicationId=${(await reviewed(world)).applicationId}`,
    }),
    statements: 2,
    bad: [
      ['the applicant', 404, byOwner],
      ['an application that is none', 400, () => ({ query: '?applicationId=x' })],
    ],
  },
  'POST /v2/releases/:id/stop': {
    caller: 'pro',
    good: async (world) => ({ params: { id: await waitingRelease(world) }, body: {} }),
    statements: 4,
    bad: [
      ['the applicant', 404, byOwner],
      ['another application', 404, (_world, good) => changed(good, { applicationId: 99_999_999 })],
      [
        'a release that has taken effect',
        404,
        async (world) => {
          const id = await waitingRelease(world);
          await world.test.db.deleteFrom('waiting_releases').where('release_id', '=', id).execute();
          return { params: { id } };
        },
      ],
    ],
    foreign: foreignUuid,
  },
  'GET /v2/assignments/:id/reminder': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await assigned(world)).id } }),
    statements: 14,
    moreBecause: 'does what a reminder does, writes its letter as its recipient may read it, and undoes it',
    bad: [
      ['the reviewer', 404, (world) => ({ by: world.reviewer.token })],
      ['what nobody has', 409, async (world) => ({ params: { id: (await assigned(world, null)).id } })],
    ],
    foreign: foreignUuid,
  },
  'POST /v2/assignments/:id/reminder': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await assigned(world)).id }, body: {} }),
    statements: 5,
    bad: [
      ['the reviewer', 404, (world) => ({ by: world.reviewer.token })],
      ['what was submitted', 409, async (world) => ({ params: { id: (await reviewed(world)).id } })],
    ],
    foreign: foreignUuid,
  },
  'GET /v2/applications/:id/mails': {
    caller: 'pro',
    good: async (world) => ({ params: { id: (await underReview(world)).uid }, query: '?limit=10' }),
    statements: 4,
    bad: [
      ['nothing at all', 400, () => ({ query: '?limit=0' })],
      ['after nothing', 400, () => ({ query: '?before=1' })],
      ['the applicant', 404, byOwner],
    ],
    foreign: nobodysUid,
  },
  'POST /v2/calls/:callId/deadlines': {
    caller: 'pro',
    good: async (world) => ({
      params: { callId: world.reviewCallId },
      body: {
        flowElementId: 'REV',
        applicationIds: [(await assigned(world)).applicationId],
        deadline: '2026-12-20T12:00:00Z',
      },
    }),
    statements: 6,
    moreBecause: 'finds the applications before it changes each in a transaction of its own',
    bad: [...bulk, ['no deadline', 400, (_world, good) => changed(good, { deadline: undefined })]],
    foreign: { callId: '99999999' },
  },
  'POST /v2/calls/:callId/assign/preview': {
    caller: 'pro',
    good: async (world) => ({
      params: { callId: world.reviewCallId },
      body: {
        ...review,
        pairs: [{ applicationId: (await underReview(world)).applicationId, userId: world.reviewer.userId }],
      },
    }),
    statements: 6,
    moreBecause: 'finds the applications of the call, the people, and what they have in common',
    bad: [
      ['no pairs at all', 400, (_world, good) => changed(good, { pairs: [] })],
      [
        'more than can be assigned at once',
        400,
        (_world, good) =>
          changed(good, { pairs: Array.from({ length: 201 }, () => ({ applicationId: 1, userId: 1 })) }),
      ],
      ['no step', 400, (_world, good) => changed(good, { flowElementId: '' })],
      ['nobody yet', 400, (_world, good) => changed(good, { pairs: [{ applicationId: 1, userId: null }] })],
      ['somebody who is no staff', 404, byOwner],
    ],
    foreign: { callId: '99999999' },
  },
};
