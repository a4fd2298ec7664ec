import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import type { ViewRule } from '@clearcall/domain/forms/types.ts';
import { defaultLegalVersions } from '@clearcall/domain/organisation/retention.ts';
import { type Role, roleCodes } from '@clearcall/domain/people/roles.ts';
import { type Answer, buildTestApp, type Sent, type SignedIn, type TestApp } from '../build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../factories.ts';
import { nobodysNumber, nobodysUuid } from '../route-case.ts';
import {
  type Entry,
  type Expected,
  isAdministrator,
  type OfApplication,
  type OfAssignment,
  type Relation,
  relations,
} from './matrix-table.ts';
import { proofFlow, proofRules } from './proof-flow.ts';
import { createFurtherCentres, offerInSouth, putInto } from './surroundings.ts';

/** The step and role in which somebody is given work: the own one where there is one, else that of a reviewer. */
const workOf = (role: Role): { stepId: string; role: string; partitionId?: string } => {
  switch (role) {
    case 'pro':
      return { stepId: 'ADM', role };
    case 'technical_reviewer':
    case 'compute_centre_representative':
      return { stepId: 'TEC', role, partitionId: 'aurora-cpu' };
    case 'rapporteur':
      return { stepId: 'RAP', role };
    case 'panel_chair':
      return { stepId: 'PAN', role };
    case 'ac_member':
    case 'ac_chair':
      return { stepId: 'ALL', role };
    case 'finance_manager':
      return { stepId: 'FIN', role };
    default:
      return { stepId: 'SCI', role: 'scientific_reviewer' };
  }
};

const roles = roleCodes.filter((role) => !isAdministrator(role));
const worked = [
  'assigned',
  'accepted',
  'refused',
  'revoked',
  'conflicted',
] as const satisfies readonly Relation[];
const shared = [
  'draft',
  'other',
  ...worked,
  'marked',
  'other_centre',
  'other_panel',
] as const satisfies readonly Relation[];

const isWorked = (relation: Relation): boolean => (worked as readonly string[]).includes(relation);

interface Thing {
  id: number;
  /** Of the applicant's own step. */
  form: string;
  documentId: string;
  rowId: string;
  /** The own assignments of people on it, by their role. */
  work: Map<Role, string>;
  /** Of somebody who has nothing to do with any of them. */
  strangers: string;
}

export interface MatrixWorld {
  app: TestApp;
  callId: number;
  callTitle: string;
  people: Map<Role, SignedIn>;
  things: Map<string, Thing>;
  stranger: SignedIn;
}

/** With a call coordinator, whom a rule for the whole call lets read applications, and who assigns their reviews. */
function followedFlow() {
  const follows: ViewRule = {
    role: 'call_coordinator',
    scope: 'call',
    of: 'submitted',
    audience: ['public'],
  };
  const { steps, ...flow } = proofFlow({ ...proofRules, APP: [...(proofRules.APP ?? []), follows] });
  const isAssigned = ({ id }: { id: string }) => id === 'TEC' || id === 'SCI';
  return {
    ...flow,
    steps: steps.map((step) => {
      const { assign, ...others } = step.permissions;
      const assigning = isAssigned(step) ? [...assign, 'call_coordinator'] : assign;
      return { ...step, permissions: { ...others, assign: assigning } };
    }),
  };
}

/** People of every role, and an application in every relation to all of them. */
export async function buildMatrixWorld(): Promise<MatrixWorld> {
  const app = await buildTestApp();
  await createSurroundings(app.db);
  await createFurtherCentres(app.db);
  const callTitle = 'A call';
  const call = await createCall(app, { code: 'MATRIX', title: callTitle, flow: followedFlow() });
  await offerInSouth(app.db, call.cutoffIds);
  const people = new Map<Role, SignedIn>();
  for (const role of roleCodes) people.set(role, await app.login({ role }));
  const [desk, owner, stranger] = [
    await app.login({ role: 'pro' }),
    await app.login(),
    await app.login({ role: 'scientific_reviewer' }),
  ];
  await putInto(app.db, [
    { userId: people.get('compute_centre_representative')?.userId ?? 0, centre: 'north' },
    { userId: people.get('panel_chair')?.userId ?? 0, panel: 'PE1' },
    // A membership opens nothing where no rule of the flow goes by it.
    { userId: people.get('rapporteur')?.userId ?? 0, panel: 'PE1' },
    { userId: people.get('technical_reviewer')?.userId ?? 0, centre: 'north' },
  ]);

  const ok = async (token: string, method: string, path: string, body: unknown = {}) => {
    const answer = await app.call(method, path, { token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const item = (element: string, values: string[], group: string | null = null) => ({
    flowElementId: element,
    dataGroupId: group,
    input: { values },
    revision: 0,
  });
  async function apply(
    by: SignedIn,
    relation: Relation,
  ): Promise<Draft & { documentId: string; rowId: string }> {
    const draft = await createDraft(app, call.id, by);
    const form = uploadOf(await pdfOf(1), { elementId: 'case' });
    const { body } = await uploadChecked(app, draft, form);
    const rowId = app.platform.newId();
    await ok(
      by.token,
      'PUT',
      `/v2/assignments/${draft.assignmentId}/${relation === 'draft' ? 'save' : 'submit'}`,
      {
        data: [
          item('title', ['Waves']),
          item('field', [relation === 'other_panel' ? 'PE2' : 'PE1']),
          item('parts', [relation === 'other_centre' ? 'polar-gpu' : 'aurora-cpu']),
          item('excluded_name', ['Somebody'], rowId),
        ],
        newGroups: [{ id: rowId, flowElementId: 'excluded', order: 0 }],
      },
    );
    return { ...draft, documentId: body.document.id, rowId };
  }
  const give = async (to: SignedIn, id: number, work: ReturnType<typeof workOf>): Promise<string> => {
    const { stepId, ...more } = work;
    const body = { flowElementId: stepId, userId: to.userId, ...more, despiteEvidence: true };
    return (await ok(desk.token, 'POST', `/v2/applications/${id}/assign`, body)).id;
  };

  const things = new Map<string, Thing>();
  for (const relation of shared) {
    const { id, assignmentId, documentId, rowId } = await apply(owner, relation);
    const thing: Thing = {
      id,
      form: assignmentId,
      documentId,
      rowId,
      work: new Map(),
      strangers: assignmentId,
    };
    things.set(relation, thing);
    if (relation === 'draft') continue;
    thing.strangers = await give(stranger, id, workOf('scientific_reviewer'));
    if (relation === 'marked')
      for (const { userId } of people.values())
        await ok(desk.token, 'PUT', `/v2/applications/${id}/conflicts/${userId}`, {
          reason: 'They are friends.',
        });
    if (!isWorked(relation)) continue;
    for (const role of roles) {
      const person = people.get(role);
      if (person === undefined) continue;
      const own = await give(person, id, workOf(role));
      thing.work.set(role, own);
      const answer = (accepted: boolean) =>
        ok(person.token, 'PUT', `/v2/assignments/${own}/accept`, {
          accepted,
          agreed: true,
          reason: 'No time.',
        });
      if (relation === 'accepted') await answer(true);
      if (relation === 'refused') {
        await answer(false);
        // The next person replaces this one later, or the work would count as handed on.
        app.clock.advance(1);
      }
      if (relation === 'revoked')
        await ok(desk.token, 'PUT', `/v2/assignments/${own}/revoke`, { reason: 'Another one does it.' });
      if (relation === 'conflicted')
        await ok(person.token, 'PUT', `/v2/assignments/${own}/conflict`, { reason: 'We are friends.' });
    }
  }
  for (const role of roles) {
    const person = people.get(role);
    if (person === undefined) continue;
    const { id, assignmentId, documentId, rowId } = await apply(person, 'own');
    const strangers = await give(stranger, id, workOf('scientific_reviewer'));
    things.set(`own ${role}`, {
      id,
      form: assignmentId,
      documentId,
      rowId,
      work: new Map([[role, assignmentId]]),
      strangers,
    });
  }
  return { app, callId: call.id, callTitle, people, things, stranger };
}

const bodies = (world: MatrixWorld, thing: Thing | undefined): Readonly<Record<string, unknown>> => ({
  empty: {},
  step: { flowElementId: 'SCI' },
  assign: {
    flowElementId: 'SCI',
    userId: world.stranger.userId,
    role: 'scientific_reviewer',
    despiteEvidence: true,
  },
  invite: { email: 'somebody.new@example.org', flowElementId: 'SCI', role: 'scientific_reviewer' },
  outcome: { rows: [{ partitionId: 'aurora-cpu', outcome: 'awarded', amount: '1' }], reason: 'So it is.' },
  reason: { reason: 'So it is.' },
  save: { data: [], newGroups: [] },
  answer: { accepted: true, agreed: true },
  hand_on: { userId: world.stranger.userId, reason: 'So it is.', despiteEvidence: true },
  decide: { outcome: 'approved' },
  deadline: { deadline: '2027-01-01T12:00:00Z' },
  more_time: { until: '2027-01-01T12:00:00Z', reason: 'So it is.' },
  deadlines: { flowElementId: 'SCI', deadline: '2027-01-01T12:00:00Z' },
  pairs: {
    flowElementId: 'SCI',
    role: 'scientific_reviewer',
    pairs: [{ applicationId: Number(nobodysNumber.id), userId: world.stranger.userId }],
  },
  lead: {},
  preview: { flowElementId: 'SCI', applicationIds: [Number(nobodysNumber.id)] },
  mark: { coi: true, comment: null },
  note: { text: 'Waits for a letter.' },
  changed_note: { text: 'Waits for a letter.', revision: 1 },
  removed_note: { revision: 1 },
  panel: { panel: 'XX1' },
  point: { flowElementId: 'sci_text', dataGroupId: null, text: 'Say more.', revision: 0 },
  removed_point: { flowElementId: 'sci_text', dataGroupId: null, revision: 1 },
  comment: { text: 'It says more now.' },
  answered: { answered: true },
  goodbye: { confirmation: 'DELETE' },
  consent: { data: [{ subject: 'terms', wording: defaultLegalVersions.terms }] },
  rows: { dataIds: [thing?.rowId ?? nobodysUuid] },
});

export interface Cell {
  route: string;
  role: Role;
  relation: Relation | 'self' | 'call';
  /** Whose assignment it is about, where it is about one. */
  whose?: 'own' | 'others';
  expected: Expected;
  callTitle: string;
  ask: () => Promise<Answer>;
  /** The same of what never was. */
  askNothing: () => Promise<Answer>;
}

/** Every cell of the matrix as a call. */
export function cellsOf(world: MatrixWorld, table: Readonly<Record<string, Entry>>): Cell[] {
  const cells: Cell[] = [];
  for (const { method, path, portal } of endpoints as readonly Endpoint[]) {
    const route = `${method} ${path}`;
    const entry = table[route];
    if (entry === undefined || entry.of === 'nothing') continue;
    const filled = (params: Record<string, string | number>): string =>
      path.replace(/:(\w+)/g, (_all, name: string) => String(params[name]));
    for (const role of roleCodes) {
      const person = world.people.get(role);
      if (person === undefined) continue;
      // What never was is the same for all relations: it is asked for once.
      const nothings = new Map<string, Promise<Answer>>();
      const add = (
        of: { relation: Cell['relation']; whose?: 'own' | 'others'; expected: Expected },
        params: Record<string, string | number>,
        nothing: Record<string, string | number>,
        sent: Omit<Sent, 'token'>,
        query = '',
      ) => {
        const call = (given: Record<string, string | number>) => () =>
          world.app.call(method, filled(given) + query, { ...sent, token: person.token });
        const closed = isAdministrator(role) && portal === 'user_portal';
        cells.push({
          route,
          role,
          ...of,
          expected: closed ? 'portal' : of.expected,
          callTitle: world.callTitle,
          ask: call(params),
          askNothing: () => {
            const known = nothings.get(JSON.stringify(nothing)) ?? call(nothing)();
            nothings.set(JSON.stringify(nothing), known);
            return known;
          },
        });
      };
      if (entry.of === 'person') {
        const sent = entry.body === undefined ? {} : { body: bodies(world, undefined)[entry.body] };
        const none = { id: nobodysNumber.id };
        add({ relation: 'self', expected: entry.own }, { id: person.userId }, none, sent);
        add(
          { relation: 'other', expected: entry.others?.(role) ?? 'missing' },
          { id: world.stranger.userId },
          none,
          sent,
        );
        continue;
      }
      if (entry.of === 'call') {
        const sent = entry.body === undefined ? {} : { body: bodies(world, undefined)[entry.body] };
        const none = { callId: nobodysNumber.id };
        add({ relation: 'call', expected: entry.expected(role) }, { callId: world.callId }, none, sent);
        continue;
      }
      for (const relation of relations) {
        // Whoever is no guest of the portal is refused before any object is looked for.
        if (isAdministrator(role) && (portal === 'user_portal' ? relation !== 'other' : isWorked(relation)))
          continue;
        const thing = world.things.get(relation === 'own' ? `own ${role}` : relation);
        if (relation === 'own' && thing === undefined) continue;
        const id = thing?.id ?? nobodysNumber.id;
        const sent = sentFor(world, thing, entry);
        const atOnce = 'query' in entry && entry.query === 'at_once' ? '?wait=0' : '';
        if (entry.of === 'document') {
          add(
            { relation, expected: entry.expected(role, relation) },
            { uploadId: thing?.documentId ?? nobodysUuid },
            { uploadId: nobodysUuid },
            sent,
          );
        } else if (entry.of === 'application') {
          const more = { noteId: nobodysUuid, actionId: nobodysNumber.id, userId: world.stranger.userId };
          const query = entry.query === 'people' ? `?userIds=${world.stranger.userId}` : atOnce;
          add(
            { relation, expected: entry.expected(role, relation) },
            { id, ...more },
            { id: nobodysNumber.id, ...more },
            sent,
            query,
          );
        } else {
          const more = {
            uploadId: thing?.documentId ?? nobodysUuid,
            rowId: thing?.rowId ?? nobodysUuid,
            threadId: nobodysUuid,
          };
          for (const whose of ['own', 'others'] as const) {
            const work = whose === 'own' ? thing?.work.get(role) : (thing?.strangers ?? nobodysUuid);
            if (work === undefined) continue;
            add(
              { relation, whose, expected: entry[whose](role, relation) },
              { id: work, assignmentId: work, applicationId: id, ...more },
              { id: nobodysUuid, assignmentId: nobodysUuid, applicationId: nobodysNumber.id, ...more },
              sent,
              atOnce,
            );
          }
        }
      }
    }
  }
  return cells;
}

function sentFor(
  world: MatrixWorld,
  thing: Thing | undefined,
  entry: OfApplication | OfAssignment | { of: 'document'; body?: undefined },
): Omit<Sent, 'token'> {
  if (entry.body === undefined) return {};
  if (entry.body === 'upload') {
    const form = new FormData();
    form.set('flowElementId', 'sci_file');
    form.set('files', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf');
    return { form };
  }
  return { body: bodies(world, thing)[entry.body] };
}

/** All that somebody in conflict is told. Source: Requirements 2, 6.10. */
const conflictOf = (callTitle: string, hasWork: boolean) => ({
  conflict: {
    callTitle,
    told: {},
    title: 'There is a conflict of interest',
    message: hasWork ? 'This assignment has conflicts.' : null,
  },
});

/** All that somebody learns of an application whose assignment they refused, or lost. Source: Requirements 2, 3.3. */
const endedOf = (callTitle: string, isRefused: boolean) => ({
  ended: {
    callTitle,
    told: {},
    message: isRefused ? 'User has refused this assignment.' : 'This assignment was revoked.',
    reason: isRefused ? 'No time.' : null,
  },
});

/** What a cell says that it must not, or null. */
async function checkCell(cell: Cell): Promise<string | null> {
  const { route, role, relation, whose, expected } = cell;
  if (expected === 'done') return null;
  const { status, body } = await cell.ask();
  const at = `${role}, ${relation}${whose === undefined ? '' : ` (${whose})`}: ${route}: ${status}`;
  if (status >= 500) return `${at}, a fault`;
  switch (expected) {
    case 'opens':
      // A PDF that is still made is one that they get.
      return status === 200 || status === 202 ? null : `${at} in place of 200`;
    case 'conflict':
    case 'conflict_without_work':
      return status === 200 &&
        JSON.stringify(body) === JSON.stringify(conflictOf(cell.callTitle, expected === 'conflict'))
        ? null
        : `${at}, in other words than that there is a conflict`;
    case 'ended_refused':
    case 'ended_revoked':
      return status === 200 &&
        JSON.stringify(body) === JSON.stringify(endedOf(cell.callTitle, expected === 'ended_refused'))
        ? null
        : `${at}, in other words than that the assignment has ended`;
    case 'portal':
      return status === 403 && body.code === 'portal_forbidden' ? null : `${at} in place of 403`;
    case 'refused':
      return status >= 400 ? null : `${at} in place of a refusal`;
    case 'missing': {
      if (status !== 404) return `${at} ${body.code ?? ''} in place of 404`;
      const nothing = await cell.askNothing();
      return JSON.stringify(nothing.body) === JSON.stringify(body)
        ? null
        : `${at}, in other words than for nothing`;
    }
  }
}

/** How the portal answers some of the cells: how many were asked for what, and those that are answered otherwise. */
export async function checkCells(cells: readonly Cell[]): Promise<{ summary: string; holes: string[] }> {
  const holes: string[] = [];
  const counts = new Map<Expected, number>();
  for (const cell of cells) {
    counts.set(cell.expected, (counts.get(cell.expected) ?? 0) + 1);
    const hole = await checkCell(cell);
    if (hole !== null) holes.push(hole);
  }
  const parts = [...counts].map(([expected, count]) => `${count} ${expected}`);
  return { summary: `${cells.length} cells (${parts.join(', ')}), ${holes.length} holes`, holes };
}
