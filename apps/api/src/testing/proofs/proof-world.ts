import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { buildTestApp, type Sent, type SignedIn, type TestApp } from '../build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft, uploadChecked } from '../factories.ts';
import { type Person, type PlantName, plant } from './plants.ts';
import { proofFlow } from './proof-flow.ts';
import { createFurtherCentres, offerInSouth, putInto } from './surroundings.ts';

export const roleOf: Readonly<Record<Person, Role>> = {
  ada: 'user',
  olaf: 'user',
  dora: 'user',
  reader: 'user',
  pro: 'pro',
  proConflicted: 'pro',
  admin: 'super_admin',
  centreNorth: 'compute_centre_representative',
  centreSouth: 'compute_centre_representative',
  centreWest: 'compute_centre_representative',
  tech: 'technical_reviewer',
  techAsked: 'technical_reviewer',
  techOther: 'technical_reviewer',
  sci: 'scientific_reviewer',
  sciToo: 'scientific_reviewer',
  sciAsked: 'scientific_reviewer',
  sciRefused: 'scientific_reviewer',
  sciRevoked: 'scientific_reviewer',
  sciConflicted: 'scientific_reviewer',
  sciOther: 'scientific_reviewer',
  rap: 'rapporteur',
  rapToo: 'rapporteur',
  rapAsked: 'rapporteur',
  rapOther: 'rapporteur',
  chair: 'panel_chair',
  chairOther: 'panel_chair',
  acMember: 'ac_member',
  acChair: 'ac_chair',
  acConflicted: 'ac_member',
  manager: 'project_manager',
  finance: 'finance_manager',
  coordinator: 'call_coordinator',
};
export const persons = Object.keys(roleOf) as Person[];

const names = new Set([
  'tech',
  'techAsked',
  'sci',
  'sciToo',
  'sciAsked',
  'sciRefused',
  'sciRevoked',
  'sciConflicted',
  'rap',
  'chair',
  'acChair',
]);

/** Whose address is of the applicant's own house. */
const house: readonly Person[] = ['ada', 'techOther'];

/** A page with these words and this in its properties, as nothing is packed in it that a reader would have to unpack. */
function plantedPdf(words: string, info: string): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 40 700 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Author (${info}) /Title (${info}) /Creator (${info}) >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  text += `xref\n0 7\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size 7 /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

export interface ProofWorld {
  app: TestApp;
  people: Readonly<Record<Person, SignedIn>>;
  callId: number;
  main: Draft;
  done: Draft;
  draft: Draft;
  /** Submitted, and nobody has looked at it. */
  fresh: Draft;
  /** Every assignment by what it is: `main.SCI.sci`. */
  work: ReadonlyMap<string, string>;
  /** Every document by what it is. */
  files: ReadonlyMap<string, string>;
  /** The row of Main that is marked. */
  rowId: string;
  as: (who: Person, method: string, path: string, sent?: Omit<Sent, 'token'>) => ReturnType<TestApp['call']>;
  ok: (
    who: Person,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ id: string; [key: string]: unknown }>;
}

/** The same world on another portal. */
export function worldOn(app: TestApp, world: Omit<ProofWorld, 'app' | 'as' | 'ok'>): ProofWorld {
  const as: ProofWorld['as'] = (who, method, path, sent = {}) =>
    app.call(method, path, { ...sent, token: world.people[who].token });
  const ok: ProofWorld['ok'] = async (who, method, path, body = {}) => {
    const answer = await as(who, method, path, { body });
    if (answer.status !== 200) throw new Error(`${who}: ${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { ...world, app, as, ok };
}

type Values = Readonly<Record<string, string | readonly string[]>>;

/**
 * Three applications of three people: Main, under review with nothing released; Done, awarded and all released; Draft.
 * Around them people of every role in every relation, and in each confidential place the text that is planted there.
 */
export async function buildProofWorld(): Promise<ProofWorld> {
  const app = await buildTestApp();
  await createSurroundings(app.db);
  await createFurtherCentres(app.db);
  const call = await createCall(app, { code: 'PROOF', flow: proofFlow() });
  // The amounts planted as secrets are larger than any pool.
  await app.db
    .updateTable('cutoff_partitions')
    .set({ pool: null })
    .where('cutoff_id', 'in', call.cutoffIds)
    .execute();
  await offerInSouth(app.db, call.cutoffIds);

  const people = {} as Record<Person, SignedIn>;
  for (const person of persons)
    people[person] = await app.login({
      role: roleOf[person],
      // Without a number, which no mail would greet.
      lastName: 'Planted',
      ...(names.has(person)
        ? {
            firstName: plant(`name.${person}` as PlantName),
            email: `${plant(`mail.${person}` as PlantName)}@example.org`,
          }
        : {
            firstName: person === 'ada' ? plant('name.ada') : person,
            // Two of one house: the evidence of a conflict names it to whoever assigns.
            ...(house.includes(person) ? { email: `${person}@${plant('main.domain')}.example` } : {}),
          }),
    });
  await putInto(app.db, [
    { userId: people.centreNorth.userId, centre: 'north' },
    { userId: people.centreSouth.userId, centre: 'south' },
    { userId: people.centreWest.userId, centre: 'west' },
    { userId: people.chair.userId, panel: 'PE1' },
    { userId: people.chairOther.userId, panel: 'PE2' },
    // Of the panel, and without work on anything: nothing opens by it.
    { userId: people.rapOther.userId, panel: 'PE1' },
  ]);

  const { ok } = worldOn(app, { people } as ProofWorld);

  const work = new Map<string, string>();
  const files = new Map<string, string>();
  const item = (element: string, values: string | readonly string[], group: string | null = null) => ({
    flowElementId: element,
    dataGroupId: group,
    input: { values: typeof values === 'string' ? [values] : values },
    revision: 0,
  });
  const itemsOf = (values: Values) => Object.entries(values).map(([element, value]) => item(element, value));

  async function upload(who: Person, assignmentId: string, elementId: string, name: string): Promise<void> {
    const [words, info] = [plant(`${name}.words` as PlantName), plant(`${name}.info` as PlantName)];
    const form = new FormData();
    form.set('flowElementId', elementId);
    const bytes = plantedPdf(words, info);
    form.set(
      'files',
      new Blob([bytes], { type: 'application/pdf' }),
      `${plant(`${name}.name` as PlantName)}.pdf`,
    );
    const { token, userId } = people[who];
    const answer = await uploadChecked(app, { assignmentId, token, userId } as Draft, form);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    files.set(name, answer.body.document.id);
  }

  /** What the applicant of `name` writes. */
  async function write(who: Person, name: 'main' | 'done' | 'draft', partitions: string[]) {
    const application = await createDraft(app, call.id, people[who]);
    const at = (more: string): string => plant(`${name}.${more}` as PlantName);
    await upload(who, application.assignmentId, 'case', `${name}.case`);
    if (name !== 'draft') await upload(who, application.assignmentId, 'cv', `${name}.cv`);
    const rowId = app.platform.newId();
    const values = {
      title: at('title'),
      first: at('first'),
      last: at('last'),
      home: at('home'),
      field: 'PE1',
      parts: partitions,
      plan: name === 'main' ? plant('main.old') : at('plan'),
      phone: at('phone'),
    };
    // Whoever has this address is asked to be left out, by another name than the own one.
    const whom = app.platform.newId();
    const body = {
      data: [
        ...itemsOf(values),
        item('excluded_name', at('excluded'), rowId),
        ...(name === 'main'
          ? [item('excluded_name', at('evidence'), whom), item('excluded_email', people.sciOther.email, whom)]
          : []),
      ],
      newGroups: [
        { id: rowId, flowElementId: 'excluded', order: 0 },
        ...(name === 'main' ? [{ id: whom, flowElementId: 'excluded', order: 1 }] : []),
      ],
    };
    const path = `/v2/assignments/${application.assignmentId}/${name === 'draft' ? 'save' : 'submit'}`;
    await ok(who, 'PUT', path, body);
    work.set(`${name}.APP.${who}`, application.assignmentId);
    return { application, rowId };
  }

  const { application: main, rowId } = await write('ada', 'main', ['aurora-cpu', 'polar-gpu']);
  const { application: done, rowId: doneRow } = await write('olaf', 'done', ['aurora-cpu']);
  const { application: draft } = await write('dora', 'draft', ['aurora-cpu']);
  const applications = { main, done };

  // Main was submitted once more: at one field something was asked for, and answered.
  const ofMain = `/v2/assignments/${main.assignmentId}`;
  const atPlan = { flowElementId: 'plan', dataGroupId: null };
  await ok('pro', 'PUT', `${ofMain}/decide`, {
    outcome: 'request_changes',
    reason: 'See the field.',
    deadline: new Date(app.platform.now().getTime() + 86_400_000).toISOString(),
    points: [{ ...atPlan, text: plant('main.point') }],
  });
  const { threads } = (await app.call('GET', `/v2/applications/${main.id}`, { token: people.ada.token }))
    .body;
  await ok('ada', 'POST', `${ofMain}/threads/${threads[0].id}/comments`, { text: plant('main.comment') });
  const planned = itemsOf({ plan: plant('main.plan') }).map((one) => ({ ...one, revision: 1 }));
  await ok('ada', 'PUT', `${ofMain}/submit`, { data: planned, newGroups: [] });
  await ok('pro', 'PUT', `${ofMain}/points`, { ...atPlan, text: plant('main.gathered'), revision: 0 });

  async function give(
    name: 'main' | 'done',
    stepId: string,
    to: Person,
    partitionId: string | null = null,
  ): Promise<string> {
    const { id } = await ok('pro', 'POST', `/v2/applications/${applications[name].id}/assign`, {
      flowElementId: stepId,
      userId: people[to].userId,
      role: stepId === 'REP' ? 'applicant' : roleOf[to],
      partitionId,
      despiteEvidence: true,
    });
    work.set(`${name}.${stepId}.${to}`, id);
    return id;
  }
  const take = (to: Person, id: string) =>
    ok(to, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  async function finish(
    name: 'main' | 'done',
    stepId: string,
    to: Person,
    values: Values,
    more: {
      partitionId?: string;
      action?: 'save' | 'submit';
      file?: string;
      rows?: ReturnType<typeof item>[];
    } = {},
  ): Promise<void> {
    const id = await give(name, stepId, to, more.partitionId ?? null);
    if (stepId !== 'REP') await take(to, id);
    if (more.file !== undefined) await upload(to, id, 'sci_file', more.file);
    const data = [...itemsOf(values), ...(more.rows ?? [])];
    await ok(to, 'PUT', `/v2/assignments/${id}/${more.action ?? 'submit'}`, { data, newGroups: [] });
  }
  const result = (name: 'main' | 'done', partitions: readonly string[]) =>
    partitions.flatMap((partition) => {
      const row = givenRowId('rows', partition);
      return [
        item('row_dec', 'awarded', row),
        item('row_amount', plant(`${name}.all.amount`), row),
        item('row_why', plant(`${name}.all.why`), row),
      ];
    });

  for (const name of ['main', 'done'] as const) {
    const at = (more: string): string => plant(`${name}.${more}` as PlantName);
    await finish(name, 'ADM', 'pro', { verdict: 'good', adm_why: at('adm.why'), adm_panel: at('adm.panel') });
    await finish(
      name,
      'TEC',
      'tech',
      { fits: 'yes', tec_text: at('tec'), tec_panel: at('tec.panel') },
      { partitionId: 'aurora-cpu' },
    );
    await finish(
      name,
      'SCI',
      'sci',
      { sci_text: at('sci'), score: at('sci.score'), sci_panel: at('sci.panel') },
      { file: `${name}.sci.file` },
    );
    await ok('pro', 'POST', `/v2/applications/${applications[name].id}/notes`, { text: at('note') });
    const [of, row] = name === 'main' ? [main, rowId] : [done, doneRow];
    await ok('pro', 'PUT', `/v2/assignments/${of.assignmentId}/rows/${row}/mark`, {
      coi: true,
      comment: at('mark'),
    });
    await finish(
      name,
      'RAP',
      'rap',
      { rap_text: at('rap'), rap_panel: at('rap.panel') },
      { action: name === 'main' ? 'save' : 'submit' },
    );
    await finish(name, 'PAN', 'chair', { rank: at('rank'), minutes: at('minutes') });
  }

  await give('main', 'TEC', 'techAsked', 'polar-gpu');
  await finish(
    'main',
    'SCI',
    'sciToo',
    {
      sci_text: plant('main.sciToo'),
      score: plant('main.sciToo.score'),
      sci_panel: plant('main.sciToo.panel'),
    },
    { action: 'save' },
  );
  await finish('main', 'RAP', 'rapToo', { rap_text: plant('main.rapToo') });
  await give('main', 'RAP', 'rapAsked');
  await give('main', 'SCI', 'sciAsked');
  const refused = await give('main', 'SCI', 'sciRefused');
  await ok('sciRefused', 'PUT', `/v2/assignments/${refused}/accept`, {
    accepted: false,
    reason: plant('main.refused'),
    suggests: [
      {
        name: plant('main.instead.name'),
        email: `${plant('main.instead.mail')}@example.org`,
        institution: plant('main.instead.home'),
      },
    ],
  });
  const revoked = await give('main', 'SCI', 'sciRevoked');
  await take('sciRevoked', revoked);
  await ok('pro', 'PUT', `/v2/assignments/${revoked}/revoke`, { reason: plant('main.revoked') });
  const conflicted = await give('main', 'SCI', 'sciConflicted');
  await ok('sciConflicted', 'PUT', `/v2/assignments/${conflicted}/conflict`, {
    reason: plant('main.declared'),
  });
  for (const [person, reason] of [
    ['proConflicted', plant('main.marked.pro')],
    ['acConflicted', plant('main.marked.ac')],
  ] as const)
    await ok('pro', 'PUT', `/v2/applications/${main.id}/conflicts/${people[person].userId}`, { reason });
  await ok('pro', 'POST', `/v2/applications/${main.id}/invite`, {
    email: `${plant('invited.mail')}@example.org`,
    firstName: plant('invited.name'),
    lastName: 'Guest',
    flowElementId: 'SCI',
    role: 'scientific_reviewer',
  });

  // As an older version of the flow asked for it, and as an event may have been written.
  await app.db
    .updateTable('assignments')
    .set({ agreement: plant('main.agreement') })
    .where('id', '=', work.get('main.SCI.sci') ?? '')
    .execute();
  const written = { reason: plant('main.event'), more: plant('main.event.more') };
  await app.db
    .updateTable('events')
    .set({ detail: sql`detail || ${JSON.stringify(written)}::jsonb` })
    .where('assignment_id', '=', work.get('main.SCI.sci') ?? '')
    .where('type', '=', 'accepted')
    .execute();

  const both = ['aurora-cpu', 'polar-gpu'];
  await finish('main', 'ALL', 'acChair', { all_text: plant('main.all') }, { rows: result('main', both) });
  await finish(
    'done',
    'ALL',
    'acChair',
    { all_text: plant('done.all') },
    { rows: result('done', ['aurora-cpu']) },
  );
  for (const flowElementId of ['ADM', 'TEC', 'SCI', 'RAP', 'ALL'])
    await ok('pro', 'POST', `/v2/applications/${done.id}/release`, { flowElementId });
  await finish('done', 'FIN', 'finance', { payment: plant('done.payment') });
  await finish('done', 'REP', 'olaf', { report: plant('done.report') });

  await sql`insert into planned_actions (application_id, event_id, automation_id, action, depth, state, result, planned_at)
    select application_id, max(id), 'gone', 'assign', 1, 'failed', 'in_conflict', now() from events
    where application_id in (${main.id}, ${done.id}) group by 1`.execute(app.db);

  for (const who of ['sci', 'ada'] as const)
    await ok(who, 'PATCH', `/users/${people[who].userId}`, {
      bankName: plant(`bank.${who}`),
      homeAddress: plant(`address.${who}`),
    });
  const fresh = await createDraft(app, call.id, people.reader);
  await ok('reader', 'PUT', `/v2/assignments/${fresh.assignmentId}/submit`, {
    data: itemsOf({ title: 'Fresh', parts: ['polar-gpu'] }),
    newGroups: [],
  });
  return worldOn(app, { people, callId: call.id, main, done, draft, fresh, work, files, rowId });
}
