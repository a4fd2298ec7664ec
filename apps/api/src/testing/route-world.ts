import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts';
import { createCall, createProfileLists, createSurroundings, reviewFlow } from './factories.ts';
import { startIdentityProvider } from './identity-provider.ts';

/** With everything that an organisation can switch on. */
const organisation = { ...defaultOrganisation, theme: { ...defaultOrganisation.theme, legacy: true } };

export interface Draft {
  uid: string;
  applicationId: number;
  assignmentId: string;
}

/** What the walk over the route table needs: people, calls in every state, and drafts at will. */
export interface World {
  test: TestApp;
  /** The same portal without the demonstration. */
  plain: TestApp;
  owner: SignedIn;
  stranger: SignedIn;
  pro: SignedIn;
  admin: SignedIn;
  reviewer: SignedIn;
  chair: SignedIn;
  /** A token whose session is over. */
  endedToken: string;
  openCallId: number;
  closedCallId: number;
  unpublishedCallId: number;
  /** An open call with a flow of several steps. */
  reviewCallId: number;
  /** A fresh draft of the owner, in the open call where nothing else is said. */
  draft: (callId?: number) => Promise<Draft>;
  /** A draft of the owner whose call closed since. */
  lateDraft: () => Promise<Draft>;
}

export async function buildRouteWorld(): Promise<World & { close: () => Promise<void> }> {
  const identityProvider = await startIdentityProvider(['http://localhost:3000']);
  const test = await buildTestApp({
    releasesWait: true,
    config: {
      oidcProviders: [
        {
          id: 'test',
          label: 'Test ID',
          issuer: identityProvider.issuer,
          clientId: 'clearcall',
          clientSecret: 'a secret of the tests',
          scopes: 'openid email profile',
          trustEmail: true,
        },
      ],
    },
  });
  const plain = await buildTestApp({ config: { demo: false } });
  await test.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(organisation), demonstration: true })
    .execute();
  await createSurroundings(test.db);
  await createProfileLists(test.db);
  const owner = await test.login();
  const stranger = await test.login();
  const pro = await test.login({ role: 'pro' });
  const admin = await test.login({ role: 'admin' });
  const reviewer = await test.login({ role: 'scientific_reviewer' });
  const chair = await test.login({ role: 'ac_chair' });
  const ended = await test.login();
  await test.db
    .updateTable('sessions')
    .set({ ended_at: test.platform.now() })
    .where('user_id', '=', ended.userId)
    .execute();
  const past = [{ start: '2026-10-01T09:00:00Z', end: '2026-11-01T09:00:00Z' }];
  const openCall = await createCall(test);
  const closedCall = await createCall(test, { cutoffs: past });
  const reviewCall = await createCall(test, { flow: reviewFlow });
  const unpublishedCall = await createCall(test, { published: false });

  async function draftIn(callId: number): Promise<Draft> {
    const { status, body } = await test.call('POST', '/v2/applications', {
      token: owner.token,
      body: { callId },
    });
    if (status !== 200) throw new Error(`no draft: ${JSON.stringify(body)}`);
    const row = await test.db
      .selectFrom('assignments')
      .innerJoin('applications', 'applications.id', 'assignments.application_id')
      .select(['applications.id as applicationId', 'assignments.id as assignmentId'])
      .where('applications.uid', '=', body.uid)
      .executeTakeFirstOrThrow();
    return { uid: body.uid, ...row };
  }

  return {
    test,
    plain,
    owner,
    stranger,
    pro,
    admin,
    reviewer,
    chair,
    endedToken: ended.token,
    openCallId: openCall.id,
    closedCallId: closedCall.id,
    unpublishedCallId: unpublishedCall.id,
    reviewCallId: reviewCall.id,
    draft: (callId = openCall.id) => draftIn(callId),
    lateDraft: async () => {
      const call = await createCall(test);
      const draft = await draftIn(call.id);
      await test.db
        .updateTable('cutoffs')
        .set({ ends_at: '2026-11-21T11:59:59Z' })
        .where('call_id', '=', call.id)
        .execute();
      return draft;
    },
    close: async () => {
      await test.close();
      await plain.close();
      await identityProvider.close();
    },
  };
}
