import type { Role } from '@clearcall/domain/people/roles.ts';
import type { Answer, SignedIn, TestApp } from './build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft, itemOf } from './factories.ts';

const choice = (id: string, outcome: Record<string, string>) => ({
  id,
  type: 'select',
  title: id,
  config: { outcome, required: true },
  items: Object.keys(outcome).map((value) => ({ value, label: value })),
});
const step = (id: string, order: number, elements: object[], more: object = {}) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: 'applicant',
  forms: elements.length === 0 ? [] : [{ id: `${id}_form`, title: id, order: 0, elements }],
  ...more,
});
const may = (assign: Role[], assignable: Role[] = []) => ({ assign, assignable, view: [] });

/** A small review: a check, a technical step for each partition, reviews with a lead, a reply, the decision. */
const flow = {
  version: 1,
  steps: [
    step(
      'APP',
      0,
      [
        { id: 'title', type: 'text', title: 'Title', config: { id: 'project_title' } },
        { id: 'parts', type: 'partitions', title: 'Partitions', config: { id: 'partition' } },
        {
          id: 'panel',
          type: 'select',
          title: 'Panel',
          optionsGroup: 'panels',
          config: { id: 'research_field_group' },
        },
      ],
      {
        type: 'application',
        permissions: {
          view: [
            { role: 'compute_centre_representative', scope: 'centre', of: 'submitted', audience: ['public'] },
            { role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['public'] },
            { role: 'ac_chair', scope: 'call', of: 'submitted', audience: ['public'] },
          ],
        },
      },
    ),
    step(
      'CHECK',
      1,
      [
        choice('verdict', { good: 'approved', bad: 'rejected', more: 'request_changes' }),
        { id: 'why', type: 'text', title: 'Why', config: { id: 'outcome_reason' } },
      ],
      { ownerRole: 'pro', judges: 'APP' },
    ),
    step('TECH', 2, [choice('fits', { yes: 'approved', no: 'rejected' })], {
      ownerRole: 'compute_centre_representative',
      perPartition: true,
      permissions: may(['compute_centre_representative']),
    }),
    step('REV', 3, [{ id: 'score', type: 'number', title: 'Score' }], {
      ownerRole: 'scientific_reviewer',
      config: { hasLead: true, showCoi: true, coiText: 'No ties.' },
      permissions: may(['panel_chair']),
    }),
    step('REPLY', 4, [{ id: 'words', type: 'text', title: 'Words' }], { config: { isUnlockable: true } }),
    step('FIN', 5, [], { ownerRole: 'ac_member', final: true }),
  ],
};

export const partitions = ['aurora-cpu', 'aurora-gpu'] as const;

const roles = {
  owner: 'user',
  pro: 'pro',
  otherPro: 'pro',
  centre: 'compute_centre_representative',
  centreToo: 'compute_centre_representative',
  reviewer: 'scientific_reviewer',
  colleague: 'scientific_reviewer',
  chair: 'panel_chair',
  acChair: 'ac_chair',
  stranger: 'user',
} as const satisfies Record<string, Role>;
export type Player = keyof typeof roles;
export const players = Object.keys(roles) as Player[];

export interface ReviewWorld {
  app: TestApp;
  people: Record<Player, SignedIn>;
  callId: number;
  /** A submitted application of the owner for both partitions and the panel of the chair. */
  submitted: () => Promise<Draft>;
  as: (who: Player, method: string, path: string, body?: object) => Promise<Answer>;
  /** Gives a step to somebody, or to nobody yet; the id of the assignment. */
  give: (
    application: Draft,
    stepId: string,
    to: Player | null,
    more?: { partitionId?: string; makeLead?: boolean; by?: Player },
  ) => Promise<string>;
}

const roleAt: Record<string, Role> = {
  CHECK: 'pro',
  TECH: 'compute_centre_representative',
  REV: 'scientific_reviewer',
  REPLY: 'applicant',
  FIN: 'ac_member',
};

/** What is sent to assign. */
export const appointment = (
  { people }: Pick<ReviewWorld, 'people'>,
  stepId: string,
  to: Player | null,
  more: { partitionId?: string; makeLead?: boolean } = {},
) => ({
  flowElementId: stepId,
  userId: to === null ? null : people[to].userId,
  role: roleAt[stepId] ?? 'applicant',
  ...more,
});

/** Everybody who works on the review of a call, each logged in; `change` makes another flow of the small one. */
export async function createReviewWorld(
  app: TestApp,
  change: (small: typeof flow) => unknown = (small) => small,
): Promise<ReviewWorld> {
  await createSurroundings(app.db);
  const call = await createCall(app, { flow: change(flow) });
  const people = {} as Record<Player, SignedIn>;
  for (const name of players) people[name] = await app.login({ role: roles[name], firstName: name });
  await app.db
    .insertInto('memberships')
    .values([
      { user_id: people.centre.userId, centre_id: 'north', part: 'representative' },
      { user_id: people.centreToo.userId, centre_id: 'north', part: 'representative' },
      { user_id: people.chair.userId, panel: 'PE1', part: 'chair' },
    ])
    .execute();

  const as: ReviewWorld['as'] = (who, method, path, body) =>
    app.call(method, path, { token: people[who].token, ...(body === undefined ? {} : { body }) });

  async function submitted(): Promise<Draft> {
    const draft = await createDraft(app, call.id, people.owner);
    const answer = await as('owner', 'PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      data: [itemOf('title', ['Waves']), itemOf('parts', [...partitions]), itemOf('panel', ['PE1'])],
      newGroups: [],
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return draft;
  }

  const give: ReviewWorld['give'] = async ({ id }, stepId, to, { by = 'pro', ...more } = {}) => {
    const answer = await as(
      by,
      'POST',
      `/v2/applications/${id}/assign`,
      appointment({ people }, stepId, to, more),
    );
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  return { app, people, callId: call.id, submitted, as, give };
}
