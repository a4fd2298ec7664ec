import type { downloadOwnData as endpoint } from '@clearcall/contract/privacy.ts';
import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { personalData } from '@clearcall/domain/people/personal-data.ts';
import { disclosedAssignment } from '@clearcall/domain/permissions/disclosed-assignment.ts';
import { scope } from '@clearcall/domain/permissions/scope.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { portableName } from '@clearcall/domain/values/file-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { cleanCopy } from '../../features/applications/documents/clean-copy.ts';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { readApplication } from '../../features/applications/open.ts';
import { loadRuleReach, whereInScope } from '../../features/applications/scope-sql.ts';
import { openBankDetails } from '../../features/users/profile/bank-details.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { releasedAtJson } from '../../platform/db/released-at.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type ZipEntry, zipFiles } from '../../platform/files/zip-files.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../platform/http/refuse.ts';
import { workflowNow } from '../../platform/platform.ts';
import { type Asker, isOf, places } from './places-of-people.ts';

type Endpoint = typeof endpoint;

/** As the API writes names and instants: camelCase, ISO. */
function wire(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}

/** With what is there for them now, in whatever role. */
async function askerOf(db: Db, actor: Viewer): Promise<Asker> {
  const { userId, isStaff } = actor;
  return { userId, isStaff, reach: whereInScope(scope(actor), await loadRuleReach(db, actor, actor.role)) };
}

/** The whole row of a user. The compiler notices a column that is missing here. */
const everyColumn: Record<Exclude<keyof Database['users'], 'folded_name'>, true> = {
  id: true,
  email: true,
  password_hash: true,
  wanted_email: true,
  first_name: true,
  last_name: true,
  role: true,
  status: true,
  last_login_at: true,
  created_at: true,
  accepted_terms_at: true,
  closed_at: true,
  accept_mailing_list: true,
  language: true,
  mail_pace: true,
  title: true,
  gender: true,
  nationality: true,
  date_of_birth: true,
  phone_number: true,
  home_address: true,
  fields: true,
  is_reviewer: true,
  temporary: true,
  mandate_start_date: true,
  mandate_end_date: true,
  website: true,
  linkedin: true,
  researchgate: true,
  scholar: true,
  scopus: true,
  link1: true,
  link2: true,
  tags: true,
};
const columnsOfUsers = Object.keys(everyColumn) as (keyof typeof everyColumn)[];

/** Account and profile. Of the password only whether there is one. */
async function readAccount(db: Db, userId: number) {
  const { password_hash, ...row } = await db
    .selectFrom('users')
    .select(columnsOfUsers)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...wire(row), hasPassword: password_hash !== null };
}

async function readBank({ db, vault }: Platform, userId: number) {
  const row = await db
    .selectFrom('bank_details')
    .select(['key_id', 'nonce', 'sealed'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : openBankDetails(vault, userId, row);
}

/** The rows of the table of places, by the place that they come from. */
async function readRecords(
  db: Db,
  person: { id: number; email: string },
  asker: Asker,
  { translate }: Translator,
) {
  const records: Record<string, { kind: string; rows: unknown[] }> = {};
  for (const place of places) {
    const { name, table, kind, shows, told } = place;
    if (shows === 'by_hand') continue;
    const columns = shows.map((shown) =>
      shown === 'application_id'
        ? sql`(select ap.id from applications ap where ap.id = application_id and ${asker.reach}) as application_id`
        : sql.ref(shown),
    );
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns)} from ${sql.table(table)}
      where ${isOf(person, place)} and ${told?.(asker) ?? sql`true`}
      order by ${sql.join(shows.map((_none, at) => sql.lit(at + 1)))}
    `.execute(db);
    records[name] = { kind: translate(personalData(kind).name), rows: rows.map(wire) };
  }
  return records;
}

/** Questions by the ids of their elements: an answer without its question says little. */
function questionsOf({ steps }: Application): Map<string, string> {
  // The contract leaves the shape of a step to the form engine.
  const elements = (steps as Step[]).flatMap(({ forms }) => forms.flatMap((form) => form.elements));
  return new Map(
    elements.flatMap((element) => [element, ...(element.children ?? [])]).map(({ id, title }) => [id, title]),
  );
}

const pathOf = (uid: string, position: number, filename: string): string =>
  `documents/${uid}/${portableName(`${String(position + 1).padStart(2, '0')} ${filename}`, 'document')}`;

/** An own application as its owner sees it: nothing of who reviewed it, and documents with their place in the file. */
function writeApplication(application: Application, keys: StorageKeys) {
  const questions = questionsOf(application);
  const { id, uid, status, createdAt, submittedAt, call, assignments, documents, uploads, threads } =
    application;
  return {
    id,
    uid,
    status,
    createdAt,
    submittedAt,
    call: { code: call.code, title: call.title },
    assignments: assignments.map((one) => ({
      id: one.id,
      step: one.stepId,
      role: one.role,
      labelNumber: one.labelNumber,
      status: one.status,
      submittedAt: one.submittedAt,
      deadline: one.deadline,
      timeRequest: one.timeRequest ?? null,
      reason: one.reason,
      activities: one.activities,
      answers: one.data.map(({ flowElementId, dataGroupId, input }) => ({
        element: flowElementId,
        question: questions.get(flowElementId) ?? null,
        row: dataGroupId,
        values: input.values,
      })),
    })),
    documents: documents.map((document, position) => ({
      id: document.id,
      name: document.originalFilename,
      sizeBytes: document.sizeBytes,
      pages: document.pages,
      uploadedAt: document.createdAt,
      // Of a document that cannot be cleaned of its author's traces there is none to give.
      file: keys.has(document.id) ? pathOf(uid, position, document.originalFilename) : null,
    })),
    // Those that are being checked are documents in a moment; of the refused ones the portal has no file.
    uploads: uploads.map(({ originalFilename, sizeBytes, createdAt: uploadedAt, refusal }) => ({
      name: originalFilename,
      sizeBytes,
      uploadedAt,
      refusal: refusal?.message ?? null,
    })),
    threads: threads.map(({ flowElementId, dataGroupId, answered, comments }) => ({
      element: flowElementId,
      question: questions.get(flowElementId) ?? null,
      row: dataGroupId,
      answered,
      comments: comments.map(({ role, mine, text, createdAt: at }) => ({ role, mine, text, at })),
    })),
  };
}

/** Where the files of documents lie, by their ids. */
type StorageKeys = Map<string, string>;

type WrittenApplication = ReturnType<typeof writeApplication>;

/**
 * The own applications, through the same way out as their pages, as an applicant whatever else one is, and where their
 * documents lie: of those whose author one may not know, the cleaned copies.
 */
async function readOwnApplications(
  platform: Platform,
  userId: number,
  translator: Translator,
): Promise<{ written: WrittenApplication[]; keys: StorageKeys }> {
  const now = workflowNow(platform);
  const own = await platform.db
    .selectFrom('applications')
    .select('uid')
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  const written: WrittenApplication[] = [];
  const keys: StorageKeys = new Map();
  for (const { uid } of own) {
    const applicant = { userId, role: 'applicant', isStaff: false } as const;
    const application = await readApplication(platform, applicant, { key: uid }, now, translator);
    if (application === null) continue;
    const { documents } = application;
    const originals = documents.flatMap(({ id, isCopy }) => (isCopy === true ? [] : [id]));
    for (const [id, key] of await storageKeys(platform.db, originals)) keys.set(id, key);
    for (const { id, isCopy } of documents) {
      const key = isCopy === true ? await cleanCopy(platform, id, { userId, now: platform.now() }) : null;
      if (key !== null && !isRefusal(key)) keys.set(id, key);
    }
    written.push(writeApplication(application, keys));
  }
  return { written, keys };
}

/** Own work on an application of others, and what decides what of it its owner may know. */
interface FoundWork {
  work: Record<string, unknown>;
  known: Parameters<typeof disclosedAssignment>[3];
  application: Parameters<typeof disclosedAssignment>[1];
  flowVersionId: number;
  isForStaff: boolean;
}

/**
 * What one wrote about applications of others: the own words, what became of the work as its page says it, and the number of
 * the application while that is there for them; nothing of its content.
 */
async function readWork(platform: Platform, { userId, isStaff, reach }: Asker): Promise<unknown[]> {
  const { rows } = await sql<FoundWork>`
    select jsonb_build_object('application', case when ${reach} then ap.uid end, 'step', a.step_id, 'role', a.role,
      'createdAt', a.created_at, 'submittedAt', a.submitted_at, 'deadline', a.deadline_at,
      'timeRequest', a.time_request,
      'agreement', case when a.agreed_at is not null
        then jsonb_build_object('text', a.agreement, 'agreedAt', a.agreed_at) end,
      'answers', coalesce((
        select jsonb_agg(jsonb_build_object('element', w.element_id, 'values', w.values, 'savedAt', w.saved_at)
          order by w.element_id, w.group_id) from answers w where w.assignment_id = a.id), '[]'),
      'documents', coalesce((
        select jsonb_agg(jsonb_build_object('name', d.original_filename, 'sizeBytes', d.size_bytes) order by d.id)
        from documents d where d.assignment_id = a.id), '[]')) as work,
      jsonb_build_object('stepId', a.step_id, 'status', a.status, 'reason', a.reason, 'activities', coalesce((
        select jsonb_agg(jsonb_build_object('status', v.status, 'reason', v.reason, 'createdAt', ${iso('v.created_at')})
          order by v.created_at, v.id) from activities v where v.assignment_id = a.id), '[]')) as known,
      jsonb_build_object('status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'releasedAt', ${releasedAtJson('ap.id')}) as application,
      ap.flow_version_id as "flowVersionId", ${isStaff} and ${reach} as "isForStaff"
    from assignments a join applications ap on ap.id = a.application_id
    where a.owner_id = ${userId} and ap.owner_id <> ${userId} order by a.created_at, a.id
  `.execute(platform.db);
  const now = workflowNow(platform);
  return Promise.all(
    rows.map(async ({ work, known, application, flowVersionId, isForStaff }) => {
      // In a conflict of interest one is told that there is one.
      if (known.status === 'conflicted')
        return { ...work, status: known.status, reason: null, activities: [] };
      const { flow } = await loadFlow(platform, flowVersionId, now);
      const { status, reason, activities } = disclosedAssignment(
        isForStaff ? 'staff' : 'reader',
        application,
        flow,
        known,
      );
      return { ...work, status, reason, activities };
    }),
  );
}

/** Everything that is kept about oneself, streamed: data.json and the own documents in a zip. Nothing of others. */
export async function downloadOwnData(
  { actor, params, now, translator }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  if (params.id !== actor.userId) return refuse('not_found');
  const { db, files, log } = platform;
  const asker = await askerOf(db, actor);
  const { written: applications, keys } = await readOwnApplications(platform, actor.userId, translator);
  const { theme } = await platform.organisation();
  const data = {
    portal: themeIn(theme, translator.language).organization.name,
    madeAt: now.toISOString(),
    account: await readAccount(db, actor.userId),
    bankDetails: await readBank(platform, actor.userId),
    applications,
    work: await readWork(platform, asker),
    records: await readRecords(db, { id: actor.userId, email: actor.email }, asker, translator),
  };

  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: 'README.txt', text: translator.translate(message('workflow.ownData.readMe')) };
    yield { path: 'data.json', text: `${JSON.stringify(data, null, 2)}\n` };
    for (const { id, file } of applications.flatMap(({ documents }) => documents)) {
      if (file === null) continue;
      yield {
        path: file,
        open: async () => {
          const found = await files.open(keys.get(id) ?? '');
          if (found === null) throw new Error('it is not there');
          return found.stream;
        },
        failed: (how, error) =>
          log.error({ err: error, documentId: id, how }, 'the file of a document cannot be read'),
      };
    }
  }
  return {
    stream: zipFiles(entries(), now),
    contentType: 'application/zip',
    filename: `my-data-${now.toISOString().slice(0, 10)}.zip`,
  };
}

async function storageKeys(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'storage_key'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.storage_key]));
}
