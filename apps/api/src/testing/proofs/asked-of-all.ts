import { inflateSync } from 'node:zlib';
import { endpoints } from '@clearcall/contract/routes.ts';
import { defaultRetention } from '@clearcall/domain/organisation/retention.ts';
import type { Answer, Sent } from '../build-test-app.ts';
import { readZip } from '../read-zip.ts';
import { type Person, type PlantName, plant, plantsIn } from './plants.ts';
import { type ProofWorld, persons } from './proof-world.ts';

/** Something that somebody asks of the portal and that changes nothing. */
export interface Asked extends Pick<Sent, 'body' | 'headers'> {
  /** As the contract names it. */
  route: string;
  method: string;
  path: string;
  /** Where the answer counts what was looked for: this must not be found by whoever may not know it. */
  looksFor?: PlantName;
  /** Asked in the long proof alone. */
  long?: true;
}

/** Everything that an answer says: status, headers, body; of files also what is packed in them. */
export function textOf({ status, headers, bytes }: Answer): string {
  const plain = bytes.toString('latin1');
  const pieces = [String(status), JSON.stringify(headers), plain, plain.replaceAll('\u0000', '')];
  if (plain.startsWith('PK'))
    for (const [name, entry] of readZip(bytes)) pieces.push(name, entry.toString('utf8'));
  if (plain.startsWith('%PDF'))
    for (const { index, 0: translate } of plain.matchAll(/stream\r?\n/g)) {
      const start = index + translate.length;
      try {
        const unpacked = inflateSync(bytes.subarray(start, plain.indexOf('endstream', start)), {
          finishFlush: 2,
        });
        pieces.push(unpacked.toString('latin1'));
      } catch {
        // It was not packed: it stands in the bytes themselves.
      }
    }
  return pieces.join('\n');
}

const searched = ['firstName', 'piAffiliation', 'researchTitle', 'id'] as const;
const sorted = [
  'id',
  'callTitle',
  'status',
  'firstName',
  'piAffiliation',
  'researchGroup',
  'partition',
  'submissionDate',
];
const partsPlayed = [
  'applicant',
  'pro',
  'technical_reviewer',
  'compute_centre_representative',
  'scientific_reviewer',
  'rapporteur',
  'panel_chair',
  'ac_member',
  'ac_chair',
  'project_manager',
  'finance_manager',
  'call_coordinator',
  'user',
  'anything',
];

/** Those that the quick proof asks for as everybody. */
const nearParts = ['applicant', 'pro', 'compute_centre_representative', 'panel_chair', 'ac_member'];

/** What does not read of the review: public pages, sign-in, and what is about the one who asks alone. */
const notAsked: Readonly<Record<string, string>> = {
  'GET /admin/calls/:id/documents/:sha256': 'a file that an administrator uploaded for the call',
  'POST /admin/call-packages':
    'describes the file that was sent with it, and the names of partitions and lists',
  'GET /users/oidc/:provider': 'sends a browser elsewhere',
  'GET /users/oidc/:provider/callback': 'sends a browser elsewhere',
  'GET /users/provider-registration': 'of a browser that is nobody yet',
  'POST /users/links/check': 'tells one word, and only to who has the token of a mail',
  'GET /admin/calls/:id/preview/documents/:name': 'as above',
  'POST /call-previews/document': 'a file that an administrator uploaded for the call',
  'POST /call-previews': 'opens the preview that is asked for by itself, for people with the token of a link',
  'GET /admin/calls/:id/preview/form':
    'what is printed is asked for by itself, before it is packed into a PDF',
  'POST /call-previews/form': 'as above',
  'GET /v2/applications/:id/download':
    'what is printed is asked for by itself, before it is packed into a PDF',
  'GET /v2/applications/:id/download/consolidated': 'as above',
  'GET /download/assignment/:id': 'as above',
  'GET /download/call/:id/form': 'the form of a published call, with nothing that anybody wrote into one',
  'GET /download/call/pdf/:id': 'what is printed is asked for by itself, before it is packed into a PDF',
  'GET /v2/parts/:hash': 'asked with every hash that anybody was told, after everything else',
  'GET /download/report/:reportId': 'asked for every report that was made, after everything else',
  'GET /v2/reports/:reportId': 'asked for every report that was made, after everything else',
  'GET /demo/mails':
    'the mailbox is open to everybody by intent; what stands in each mail is asked by its recipient',
  'GET /download/bundle/:ticket': 'the same bundle, for whoever was told its ticket',
  'GET /certificates/:code':
    'public, for whoever has the code that only its maker was told; it names no application',
  'GET /cines': 'the archive has its own rules',
  'GET /cines/:id': 'the archive has its own rules',
  'GET /cines/file/:id': 'the archive has its own rules',
  'GET /cines/proposal/:id': 'the archive has its own rules',
};

/** All that is kept about one of them, as they get it. */
export const ownDataOf = ({ people }: ProofWorld, person: Person): Asked => ({
  route: 'GET /users/:id/data',
  method: 'GET',
  path: `/users/${people[person].userId}/data`,
});

/** Every way to read that the contract has, with every object of the world. */
export function askedOfAll(world: ProofWorld): Asked[] {
  const { people, callId, main, done, draft, fresh, work, files } = world;
  const asked: Asked[] = [];
  const ask = (
    route: string,
    more: Partial<Asked> & { params?: Record<string, string | number>; query?: string } = {},
  ) => {
    const { params = {}, query = '', ...rest } = more;
    const [method = '', path = ''] = route.split(' ');
    const filled = path.replace(/:(\w+)/g, (_all, name: string) => String(params[name]));
    asked.push({ route, method, path: filled + query, ...rest });
  };
  const everyone = persons.map((person) => people[person].userId);
  const ids = everyone.slice(0, 20).join();

  for (const { id, uid } of [main, done, draft, fresh]) {
    ask('GET /v2/applications/:id', { params: { id } });
    ask('GET /v2/applications/:id', { params: { id: uid }, long: true });
    ask('GET /v2/applications/:id/documents', { params: { id } });
    ask('GET /download/application/:id/documents', { params: { id } });
    ask('GET /v2/applications/:id/notes', { params: { id } });
    ask('GET /v2/applications/:id/events', { params: { id } });
    ask('GET /v2/applications/:id/mails', { params: { id } });
    ask('GET /v2/applications/:id/actions', { params: { id } });
    ask('GET /v2/applications/:id/conflicts', { params: { id } });
    ask('GET /v2/applications/:id/conflicts/evidence', { params: { id }, query: `?userIds=${ids}` });
    ask('GET /users/application/:id', { params: { id } });
    ask('POST /users/suggestions', { body: { applicationId: id, pageSize: 100 } });
    ask('POST /users/suggestions', { body: { applicationId: id, flowElementId: 'SCI', pageSize: 100 } });
    for (const name of ['name.sci', 'mail.sci', 'name.rap', 'mail.tech', 'invited.mail'] as const)
      ask('POST /users/suggestions', {
        body: { applicationId: id, search: plant(name) },
        looksFor: name,
        long: true,
      });
  }
  for (const [name, id] of work) {
    const long = name.startsWith('done') ? { long: true as const } : {};
    ask('GET /v2/assignments/:id/submissions', { params: { id }, ...long });
    ask('GET /v2/assignments/:id/reminder', { params: { id }, ...long });
    ask('GET /v2/assignments/:id/receipts', { params: { id }, ...long });
    ask('GET /v2/assignments/:id/payees', { params: { id }, ...long });
    ask('GET /v2/assignments/:id/changes', { params: { id }, ...long });
    for (const uploadId of files.values())
      ask('GET /v2/assignments/:id/upload/:uploadId', { params: { id, uploadId }, long: true });
  }
  for (const [name, uploadId] of files) {
    ask('GET /download/upload/:uploadId', { params: { uploadId } });
    const of =
      [...work].find(([key]) => name.startsWith(key.split('.')[0] ?? '') && key.includes('APP'))?.[1] ?? '';
    ask('GET /v2/assignments/:id/upload/:uploadId', { params: { id: of, uploadId } });
  }
  ask('POST /admin/people', { body: { pageSize: 100 } });
  ask('GET /admin/people/choices');
  ask('GET /admin/centres');
  ask('GET /admin/centres/:id', { params: { id: 'north' } });
  ask('GET /admin/partitions');
  ask('GET /admin/partitions/:id', { params: { id: 'aurora-cpu' } });
  ask('GET /admin/calls/:id/draft', { params: { id: callId } });
  ask('GET /admin/calls/:id/draft/events', { params: { id: callId } });
  ask('GET /admin/calls/:id/check', { params: { id: callId } });
  ask('GET /admin/calls/:id/close', { params: { id: callId } });
  ask('GET /admin/calls/:id/links', { params: { id: callId } });
  ask('GET /admin/calls/:id/history', { params: { id: callId } });
  ask('GET /admin/calls/:id/preview', { params: { id: callId } });
  ask('GET /admin/calls/:id/preview-links', { params: { id: callId } });
  ask('GET /admin/calls/:id/publications/:number', { params: { id: callId, number: '1' } });
  ask('GET /admin/lists');
  ask('GET /admin/lists/:id', { params: { id: 130 } });
  ask('GET /admin/calls');
  ask('GET /admin/call-templates');
  ask('GET /admin/call-checks');
  ask('GET /admin/calls/:id/package', { params: { id: callId } });
  ask('GET /admin/calls/:id', { params: { id: callId } });
  ask('GET /admin/panels');
  ask('GET /admin/panels/:id', { params: { id: 'PE1' } });
  ask('POST /admin/changes', { body: {} });
  ask('GET /admin/organisation');
  ask('POST /admin/organisation/texts', { body: { language: 'en' } });
  ask('POST /admin/organisation/retention', { body: defaultRetention });
  ask('POST /admin/changes/export', { body: { format: 'csv' } });
  ask('GET /admin/first-steps');
  ask('GET /admin/running');
  ask('GET /admin/archive-import');
  ask('POST /admin/actions', { body: {} });
  ask('POST /admin/emails', { body: { pageSize: 100 } });
  for (const id of [people.sci.userId, people.ada.userId]) ask('GET /admin/people/:id', { params: { id } });
  ask('POST /admin/people/:id/hand-on/check', {
    params: { id: people.sci.userId },
    body: { successorId: people.ada.userId },
  });
  ask('POST /admin/invitations/check', {
    body: { people: [{ email: `${plant('mail.sci')}@example.org` }], role: 'user' },
  });
  ask('POST /users', { body: everyone });
  ask('POST /users/suggestions', { body: {} });
  const near = [people.sci.userId, people.ada.userId];
  for (const id of everyone) {
    ask('GET /users/:id', { params: { id }, ...(near.includes(id) ? {} : { long: true }) });
    ask('GET /users/:id/consents', { params: { id }, long: true });
    ask('GET /users/:id/data', { params: { id }, long: true });
  }
  for (const role of [undefined, ...partsPlayed]) {
    const as = role === undefined ? {} : { role };
    const long = role === undefined || nearParts.includes(role) ? {} : { long: true as const };
    ask('POST /v2/applications/search', { body: as, ...long });
    ask('POST /v2/applications/dashboard', { body: as, ...long });
    ask('POST /v2/applications/export', { body: { ...as, format: 'csv' }, ...long });
    ask('POST /v2/applications/export', { body: { ...as, format: 'xlsx' }, long: true });
    ask('POST /v2/applications/search', {
      body: { ...as, searchBy: [{ column: 'work', op: 'equal', value: 'late' }] },
      long: true,
    });
    ask('POST /v2/applications/search', {
      body: { ...as, searchBy: [{ column: 'step', op: 'contains', value: 'review' }] },
      long: true,
    });
    for (const name of ['main', 'done', 'draft'] as const)
      for (const column of searched) {
        const planted = (
          { firstName: 'last', piAffiliation: 'home', researchTitle: 'title', id: 'title' } as const
        )[column];
        const looksFor: PlantName = `${name}.${planted}`;
        const searchBy = [{ column, op: 'contains', value: plant(looksFor) }];
        ask('POST /v2/applications/search', { body: { ...as, searchBy }, looksFor, long: true });
        const anywhere = [{ column: 'anywhere', op: 'contains', value: plant(looksFor) }];
        ask('POST /v2/applications/search', { body: { ...as, searchBy: anywhere }, looksFor, long: true });
      }
    for (const column of sorted)
      ask('POST /v2/applications/search', {
        body: { ...as, orderBy: { column, direction: 'ASC' } },
        query: '?limit=1',
        long: true,
      });
  }
  const applicationIds = [main, done, draft, fresh].map(({ id }) => id);
  ask('GET /v2/applications/steps', {});
  ask('POST /v2/applications/survey', { body: { applicationIds } });
  ask('GET /v2/calls/:callId/scores', { params: { callId } });
  ask('GET /v2/calls/:callId/scores/file', { params: { callId }, query: '?format=csv' });
  ask('GET /v2/applications/payments/file', { query: '?format=csv' });
  ask('POST /v2/calls/:callId/assign/preview', {
    params: { callId },
    body: {
      flowElementId: 'SCI',
      role: 'scientific_reviewer',
      pairs: applicationIds.flatMap((applicationId) =>
        everyone.slice(0, 10).map((userId) => ({ applicationId, userId })),
      ),
    },
  });
  for (const flowElementId of ['ADM', 'SCI', 'ALL'])
    ask('POST /v2/calls/:callId/release/preview', {
      params: { callId },
      body: { flowElementId, applicationIds },
    });
  ask('GET /v2/releases/waiting', { long: true });
  ask('GET /v2/views', { long: true });
  ask('POST /v2/assignments/late', { body: { unansweredDays: 1 } });
  for (const state of ['open', 'done'])
    ask('GET /v2/applications/actions', { query: `?limit=200&state=${state}&callId=${callId}` });
  ask('GET /v2/calls/:callId/stragglers', { params: { callId } });
  ask('GET /v2/assignments/finished', { query: '?limit=1000' });
  ask('GET /v2/applications/count/:callId', { params: { callId } });
  ask('GET /v2/calls/:id', { params: { id: callId } });
  ask('GET /v2/calls/:id/role', { params: { id: callId } });
  // A bundle waits for no PDF here; what stands in those is asked of each.
  ask('GET /download/call/:id', { params: { id: callId }, query: '?wait=0' });
  ask('POST /v2/calls/:id/bundle', { params: { id: callId }, long: true });
  ask('GET /download/call/:id/document/:name', { params: { id: callId, name: 'terms' }, long: true });
  for (const route of [
    'GET /v2/calls/published',
    'GET /users/roles',
    'GET /users/sessions',
    'GET /users/sign-in',
    'GET /users/providers',
    'GET /v2/options',
    'GET /v2/privacy',
    'GET /demo/clock',
    'GET /health',
    'GET /time',
  ])
    ask(route, { long: true });
  ask('GET /v2/options/:id', { params: { id: 130 }, long: true });
  return asked;
}

/** Routes that only read and are neither asked nor named with a reason. */
export function forgotten(asked: readonly Asked[]): string[] {
  const reads = endpoints.filter(({ changes, method }) => changes === 'nothing' || method === 'GET');
  const known = new Set([...asked.map(({ route }) => route), ...Object.keys(notAsked)]);
  return reads
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !known.has(route) && !/\/applications\/(csv|xlsx)$/.test(route));
}

/** What somebody was told by an answer: what stands in it, and what it counts. */
export function disclosedBy({ looksFor }: Asked, answer: Answer): Set<PlantName> {
  const found = plantsIn(textOf(answer));
  if (looksFor !== undefined && answer.status === 200) {
    // The words that were looked for are the own ones of whoever asks; a number of results is not.
    const { total, data } = answer.body as { total?: number; data?: unknown[] };
    if ((total ?? data?.length ?? 0) > 0) found.add(looksFor);
  }
  return found;
}
