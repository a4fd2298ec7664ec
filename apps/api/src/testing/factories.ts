import { setTimeout } from 'node:timers/promises';
import { unpackApplication } from '@clearcall/domain/applications/pack-application.ts';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import { parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import { type StoredFlow, writeFlowRows } from '../features/calls/definition/flow-rows.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Answer, Sent, TestApp } from './build-test-app.ts';
import { plainPdf } from './odd-pdfs.ts';

/**
 * A form of every sort that operations treat differently: meanings, a condition, a sum, a group with amounts of partitions,
 * a repeated group, options under options, uploads for one and for several files.
 */
export const smallFlow = {
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
          id: 'F1',
          title: 'Project',
          order: 0,
          elements: [
            {
              id: 'title',
              type: 'text',
              title: 'Project title',
              config: { id: 'project_title', required: true },
            },
            { id: 'first', type: 'text', title: 'First name', config: { id: 'pi_first_name' } },
            { id: 'last', type: 'text', title: 'Last name', config: { id: 'pi_last_name' } },
            { id: 'home', type: 'text', title: 'Affiliation', config: { id: 'pi_affiliation' } },
            {
              id: 'panel',
              type: 'select',
              title: 'Panel',
              optionsGroup: 'panels',
              config: { id: 'research_field_group' },
            },
            {
              id: 'field',
              type: 'select',
              title: 'Field',
              optionsGroup: 'fields',
              config: { id: 'research_field_title', optionsBy: 'panel' },
            },
            { id: 'more', type: 'toggle', title: 'Is there more?' },
            {
              id: 'details',
              type: 'textarea',
              title: 'Details',
              config: { length: { max: 40 } },
              effects: [
                {
                  effect: 'visible',
                  validations: [[{ elements: ['more'], type: 'equal', values: ['true'] }]],
                },
              ],
            },
            { id: 'fixed_text', type: 'text', title: 'Reference', config: { readOnly: true } },
            {
              id: 'case',
              type: 'upload',
              title: 'Scientific case',
              config: { upload: { maxMb: 1, maxPages: 2 } },
            },
            { id: 'letters', type: 'upload', title: 'Letters', config: { max: 2 } },
            {
              id: 'extra',
              type: 'upload',
              title: 'Extra',
              effects: [
                {
                  effect: 'visible',
                  validations: [[{ elements: ['more'], type: 'equal', values: ['true'] }]],
                },
              ],
            },
          ],
        },
        {
          id: 'F2',
          title: 'Resources',
          order: 1,
          elements: [
            {
              id: 'parts',
              type: 'group',
              title: 'Partition',
              config: { max: 3 },
              children: [
                { id: 'part', type: 'select-partition', title: 'Partition', config: { id: 'partition' } },
                {
                  id: 'amount',
                  type: 'partition-resources',
                  title: 'Amount',
                  config: { partitionFrom: 'part' },
                },
              ],
            },
            {
              id: 'all',
              type: 'number',
              title: 'All together',
              effects: [{ effect: 'sum', of: ['amount'] }],
            },
            {
              id: 'team',
              type: 'group',
              title: 'Member',
              children: [
                { id: 'name', type: 'text', title: 'Name' },
                { id: 'cv', type: 'upload', title: 'Curriculum' },
              ],
            },
          ],
        },
      ],
    },
    {
      id: 'REV',
      title: 'Review',
      order: 1,
      type: 'review',
      ownerRole: 'scientific_reviewer',
      forms: [
        { id: 'R1', title: 'Review', order: 0, elements: [{ id: 'score', type: 'number', title: 'Score' }] },
      ],
    },
    { id: 'ANS', title: 'Reply', order: 2, type: 'reply', ownerRole: 'applicant', forms: [] },
  ],
};

const reviewStep = (id: string, order: number, ownerRole: string, elements: object[], more: object) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole,
  permissions: { assignable: [ownerRole] },
  forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
  ...more,
});

const readByChair = { role: 'ac_chair', scope: 'call', of: 'submitted', audience: ['public'] };

/** The small form, a check that judges it, a review with a lead, an answer that waits to be unlocked, and a final decision. */
export const reviewFlow = {
  version: 1,
  steps: [
    ...smallFlow.steps.slice(0, 1).map((first) => ({ ...first, permissions: { view: [readByChair] } })),
    reviewStep(
      'CHK',
      1,
      'pro',
      [
        {
          id: 'verdict',
          type: 'select',
          title: 'Verdict',
          items: ['ok', 'no', 'ask'],
          config: { required: true, outcome: { ok: 'approved', no: 'rejected', ask: 'request_changes' } },
        },
        { id: 'message', type: 'textarea', title: 'Message', config: { id: 'outcome_message' } },
      ],
      { judges: 'APP' },
    ),
    reviewStep('REV', 2, 'scientific_reviewer', [{ id: 'score', type: 'number', title: 'Score' }], {
      config: { hasLead: true },
    }),
    reviewStep('LOC', 3, 'applicant', [{ id: 'reply', type: 'textarea', title: 'Reply' }], {
      config: { isUnlockable: true },
    }),
    reviewStep(
      'FIN',
      4,
      'pro',
      [
        {
          id: 'results',
          type: 'group',
          title: 'Partition',
          config: { rowsFrom: 'partitions' },
          children: [
            {
              id: 'result_of',
              type: 'select-partition',
              title: 'Partition',
              config: { id: 'decision_partition' },
            },
            {
              id: 'result',
              type: 'select',
              title: 'Result',
              items: ['all', 'some', 'list', 'none'],
              config: {
                required: true,
                outcome: { all: 'awarded', some: 'reduced', list: 'reserve', none: 'rejected' },
              },
            },
            { id: 'granted', type: 'number', title: 'Amount', config: { id: 'decision_amount' } },
          ],
        },
      ],
      { final: true },
    ),
  ],
};

/** Centres, partitions and lists that the calls below refer to. Once per database. */
export async function createSurroundings(db: Db): Promise<void> {
  await db.insertInto('centres').values({ id: 'north', name: 'Northern Centre' }).execute();
  await db
    .insertInto('partitions')
    .values(
      [
        { id: 'aurora-cpu', name: 'Aurora CPU', kind: 'CPU' },
        { id: 'aurora-gpu', name: 'Aurora GPU', kind: 'GPU' },
        { id: 'old-cpu', name: 'Old CPU', kind: 'CPU' },
      ].map((partition) => ({
        ...partition,
        centre_id: 'north',
        system: 'Aurora',
        unit: 'node hours',
        core_hours_per_unit: '128.50',
      })),
    )
    .execute();
  await db
    .insertInto('option_groups')
    .values([
      { id: 130, tag: 'panels', title: 'Panels' },
      { id: 131, tag: 'fields', title: 'Fields' },
    ])
    .execute();
  await db
    .insertInto('options')
    .values([
      { group_id: 130, value: 'PE1', label: 'Mathematics', parent: null, position: 0 },
      { group_id: 130, value: 'PE2', label: 'Physics', parent: null, position: 1 },
      { group_id: 130, value: 'PE0', label: 'Alchemy', parent: null, position: 2, offered: false },
      { group_id: 131, value: 'PE1_1', label: 'Logic', parent: 'PE1', position: 0 },
      { group_id: 131, value: 'PE2_1', label: 'Optics', parent: 'PE2', position: 1 },
    ])
    .execute();
}

/** The lists that a profile chooses from, each with one value that is no longer offered. Once per database. */
export async function createProfileLists(db: Db): Promise<void> {
  const lists = {
    titles: ['Prof.', 'Dr.'],
    genders: ['Female', 'Male'],
    nationalities: ['BE', 'SE'],
    research_fields: ['PE1', 'PE2', 'PE3', 'LS1'],
  };
  for (const [index, [tag, values]] of Object.entries(lists).entries()) {
    const id = 901 + index;
    await db.insertInto('option_groups').values({ id, tag, title: tag }).execute();
    const options = [...values, 'Old'].map((value, position) => ({
      group_id: id,
      value,
      label: `${value} in words`,
      parent: null,
      position,
      offered: value !== 'Old',
    }));
    await db.insertInto('options').values(options).execute();
  }
}

export interface CallToCreate {
  code?: string;
  number?: number;
  title?: string;
  published?: boolean;
  cutoffs?: { start: string; end: string | null }[];
  flow?: unknown;
}

let calls = 0;

/** A published call that is open for a month around the clock of the tests, with the small flow. */
export async function createCall(
  { db }: TestApp,
  of: CallToCreate = {},
): Promise<{ id: number; flowVersionId: number; cutoffIds: number[] }> {
  calls += 1;
  const { code = `C${calls}`, number = 1, title = `Call ${calls}`, published = true } = of;
  const { id } = await db
    .insertInto('calls')
    .values({
      code,
      year: 2026,
      number,
      title,
      published,
      uid_pattern: `${code}-{YYYY}R{NN}-{SEQ3}`,
      info: '<p>How it goes</p>',
      facts: JSON.stringify({ duration: '1 year' }),
      links: JSON.stringify({ termsOfReference: '/tor.pdf' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cutoffIds: number[] = [];
  const windows = of.cutoffs ?? [{ start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' }];
  for (const [position, window] of windows.entries()) {
    const cutoff = await db
      .insertInto('cutoffs')
      .values({ call_id: id, position, starts_at: window.start, ends_at: window.end })
      .returning('id')
      .executeTakeFirstOrThrow();
    cutoffIds.push(cutoff.id);
    await db
      .insertInto('cutoff_partitions')
      .values([
        { cutoff_id: cutoff.id, partition_id: 'aurora-cpu', min: '100', max: '50000.50', pool: '1000000' },
        { cutoff_id: cutoff.id, partition_id: 'aurora-gpu', fixed: '2000' },
        { cutoff_id: cutoff.id, partition_id: 'old-cpu', disabled: true, min: '1', max: '9999999' },
      ])
      .execute();
  }
  const flowVersionId = await createFlowVersion(db, id, 1, of.flow ?? smallFlow);
  return { id, flowVersionId, cutoffIds };
}

/** Gives a call a document to hand out. */
export async function createCallDocument(
  { db, platform }: TestApp,
  callId: number,
  { name = 'plan', format = 'docx' }: { name?: string; format?: keyof typeof documentFormats } = {},
): Promise<void> {
  const { key, sizeBytes, sha256 } = await platform.files.put(Buffer.from(`${name} in ${format}`));
  await db
    .insertInto('call_documents')
    .values({
      call_id: callId,
      name,
      position: 0,
      title: `The ${name}`,
      filename: `${name}.${format}`,
      media_type: documentFormats[format],
      size_bytes: sizeBytes,
      sha256,
      storage_key: key,
      uploaded_at: new Date('2026-10-01T08:00:00Z'),
    })
    .execute();
}

/** Stores a version of a call's flow, folded as it would be when published. */
export async function createFlowVersion(
  db: Db,
  callId: number,
  version: number,
  json: unknown,
): Promise<number> {
  const parsed = parseFlowDocument(json);
  if (!parsed.ok) throw new Error(parsed.faults.map(({ rule }) => rule).join(' '));
  const { id } = await db
    .insertInto('flow_versions')
    .values({ call_id: callId, version, document: JSON.stringify({ ...parsed.flow, version }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeFlowRows(db, id, parsed.flow as StoredFlow);
  return id;
}

/** A real PDF with so many pages. */
export async function pdfOf(pages: number): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(plainPdf(pages));
}

/** The multipart body of an upload. */
export function uploadOf(
  bytes: Uint8Array<ArrayBuffer>,
  to: { elementId: string; groupId?: string; filename?: string },
): FormData {
  const form = new FormData();
  form.set('flowElementId', to.elementId);
  if (to.groupId !== undefined) form.set('groupId', to.groupId);
  form.set('files', new Blob([bytes], { type: 'application/pdf' }), to.filename ?? 'case.pdf');
  return form;
}

/**
 * Uploads a file and waits until it is checked. Answers with the document and what its field holds then, or what the
 * check refused it with.
 */
export async function uploadChecked(
  app: TestApp,
  draft: { assignmentId: string; token: string },
  form: FormData,
  sent: Sent = {},
): Promise<Answer> {
  const path = `/v2/assignments/${draft.assignmentId}/upload`;
  const answer = await app.call('POST', path, { token: draft.token, form, ...sent });
  return answer.status === 200 ? whenChecked(app, draft, answer) : answer;
}

/** What an upload that was taken has become. */
export async function whenChecked(
  app: TestApp,
  { assignmentId, token }: { assignmentId: string; token: string },
  taken: Answer,
): Promise<Answer> {
  const path = `/v2/assignments/${assignmentId}/upload/${taken.body.document.id}`;
  for (;;) {
    const answer = await app.call('GET', path, { token });
    if (answer.status !== 200) return answer;
    const { check, refusal, ...document } = answer.body.document;
    if (check === 'passed') return { ...answer, body: { document, data: answer.body.data } };
    if (check === 'refused') return { ...answer, status: 422, body: { statusCode: 422, ...refusal } };
    await setTimeout(20);
  }
}

export interface Draft {
  uid: string;
  id: number;
  assignmentId: string;
  token: string;
  userId: number;
}

/** A new applicant's draft, made over HTTP. */
export async function createDraft(
  app: TestApp,
  callId: number,
  as?: { token: string; userId: number },
): Promise<Draft> {
  const { token, userId } = as ?? (await app.login());
  const created = await app.call('POST', '/v2/applications', { token, body: { callId } });
  if (created.status !== 200) throw new Error(`no draft was made: ${JSON.stringify(created.body)}`);
  const { uid } = created.body;
  const opened = await app.call('GET', `/v2/applications/${uid}`, { token });
  return { uid, id: opened.body.id, assignmentId: opened.body.assignments[0].id, token, userId };
}

/** An application as its page has it: opened, with all of its parts. Any other answer stays as it is. */
export async function openWhole(
  app: Pick<TestApp, 'call'>,
  key: string | number,
  token: string,
): Promise<Answer> {
  const opened = await app.call('GET', `/v2/applications/${key}`, { token });
  if (opened.status !== 200 || opened.body.parts === undefined) return opened;
  const hashes: string[] = opened.body.parts;
  const parts = await Promise.all(hashes.map((hash) => app.call('GET', `/v2/parts/${hash}`, { token })));
  return {
    ...opened,
    body: unpackApplication(
      opened.body,
      parts.map(({ body }) => body),
    ),
  };
}

/** An item of a save. */
export function itemOf(
  flowElementId: string,
  values: readonly string[],
  { revision = 0, groupId = null }: { revision?: number; groupId?: string | null } = {},
) {
  return { flowElementId, dataGroupId: groupId, input: { values }, revision };
}

/** Every row that an operation on applications could have changed, to be compared before and after. */
export async function rowsOfApplications({ db }: TestApp) {
  return {
    applications: await db.selectFrom('applications').selectAll().orderBy('id').execute(),
    assignments: await db.selectFrom('assignments').selectAll().orderBy('id').execute(),
    activities: await db.selectFrom('activities').selectAll().orderBy('id').execute(),
    answers: await db
      .selectFrom('answers')
      .selectAll()
      .orderBy('assignment_id')
      .orderBy('element_id')
      .orderBy('group_id')
      .execute(),
    rows: await db.selectFrom('group_instances').selectAll().orderBy('id').execute(),
    documents: await db.selectFrom('documents').selectAll().orderBy('id').execute(),
    uploads: await db.selectFrom('uploads').selectAll().orderBy('id').execute(),
    abandoned: await db.selectFrom('abandoned_files').selectAll().orderBy('storage_key').execute(),
    events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
    counters: await db.selectFrom('calls').select(['id', 'counter']).orderBy('id').execute(),
  };
}
