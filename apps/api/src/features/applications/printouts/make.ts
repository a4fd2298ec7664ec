import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import {
  defaultLanguage,
  pseudoLanguage,
  type ReaderLanguage,
  readLanguage,
} from '@clearcall/i18n/language.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PdfBlock, PdfDocument } from '../../../platform/documents/pdf-document.ts';
import { type AttachedFile, writePdf } from '../../../platform/documents/write-pdf.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import type { JobFacts } from '../../../platform/jobs/work.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { type CallPrinters, loadContent, type Wanted } from './content.ts';
import { prepareFiles, type Unattached } from './prepare-files.ts';

const payloadSchema = z.object({ printoutId: z.string() });
/** Above all that can come of a document and its files: it only keeps a fault from filling the disk. */
const limitBytes = 512 * 1_048_576;

interface Row {
  kind: Exclude<Wanted['kind'], 'draft_form'>;
  of_draft: boolean;
  application_id: number | null;
  assignment_id: string | null;
  call_id: number | null;
  user_id: number | null;
  language: string;
}

function wantedOf({ kind, of_draft, application_id, assignment_id, call_id }: Row): Wanted | null {
  switch (kind) {
    case 'form':
    case 'report':
      return call_id === null ? null : { kind: of_draft ? 'draft_form' : kind, callId: call_id };
    case 'assignment':
      return assignment_id === null ? null : { kind, assignmentId: assignment_id };
    default:
      return application_id === null ? null : { kind, key: String(application_id) };
  }
}

/** Who asked, if that account may still sign in. */
export async function loadReader({ db, organisation }: Platform, userId: number): Promise<Viewer | null> {
  const user = await db
    .selectFrom('users')
    .select(['id as userId', 'role'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const { staffRoles } = (await organisation()).theme;
  return user === undefined ? null : { ...user, isStaff: staffRoles.includes(user.role) };
}

/**
 * Makes a printout that was asked for: once, however often the job comes. What its reader may see is looked up again; if
 * that is not any more what was asked for, it is not made. An uploaded file that cannot be put behind it is named on a
 * page of its own, with the reason.
 */
export async function makePrintout(
  platform: Platform,
  payload: unknown,
  job: JobFacts,
  printers: CallPrinters,
): Promise<void> {
  const { printoutId } = payloadSchema.parse(payload);
  const { db, log } = platform;
  const settleFailed = () =>
    sql`update printouts set state = 'failed' where id = ${printoutId}::uuid and state = 'requested'`.execute(
      db,
    );
  try {
    const { rows } = await sql<Row & { content_hash: string }>`
      select kind, of_draft, application_id, assignment_id, call_id, user_id, language, content_hash from printouts
      where id = ${printoutId}::uuid and state = 'requested'`.execute(db);
    const [row] = rows;
    if (row === undefined) return;
    const wanted = wantedOf(row);
    const reader = row.user_id === null ? null : await loadReader(platform, row.user_id);
    const language = languageOf(row.language);
    const translator = platform.organisation.translator(language);
    const given = { reader, now: workflowNow(platform), translator, printers };
    const content = wanted === null ? null : await loadContent(platform, wanted, given);
    if (content === null || content.hash !== row.content_hash) {
      log.info({ printoutId }, 'a printout was not made: what it was to show is another by now');
      await settleFailed();
      return;
    }
    const progress = (done: number) =>
      sql`update printouts set files_done = ${done} where id = ${printoutId}::uuid`
        .execute(db)
        .then(() => {});
    const prepared = await prepareFiles(platform, content.files, progress);
    try {
      await keep(platform, printoutId, {
        document: withUnattached(content.document, prepared.unattached, translator),
        attached: prepared.attached,
      });
    } finally {
      await prepared.discard();
    }
  } catch (error) {
    if (job.isLastAttempt) {
      log.error({ err: error, printoutId }, 'a printout could not be made');
      await settleFailed();
    }
    throw error;
  }
}

const languageOf = (stored: string): ReaderLanguage =>
  stored === pseudoLanguage ? pseudoLanguage : (readLanguage(stored) ?? defaultLanguage);

/** The document with a page that names the files which are not behind it. */
function withUnattached(
  document: PdfDocument,
  unattached: readonly Unattached[],
  { translate }: Translator,
): PdfDocument {
  if (unattached.length === 0) return document;
  const reasons: Record<Unattached['reason'], Message> = {
    encrypted: message('printouts.file.encrypted'),
    broken: message('printouts.file.broken'),
    costly: message('printouts.file.costly'),
    unclean: message('printouts.file.unclean'),
    too_large: message('printouts.file.tooLarge'),
    missing: message('printouts.file.missing'),
  };
  const page: PdfBlock[] = [
    { kind: 'heading', level: 1, text: translate(message('printouts.file.notThere')) },
    { kind: 'paragraph', text: translate(message('printouts.file.notThereLead')) },
    {
      kind: 'answers',
      items: unattached.map(({ title, reason }) => ({ label: title, value: translate(reasons[reason]) })),
    },
  ];
  return { ...document, blocks: [...document.blocks, ...page] };
}

async function keep(
  platform: Platform,
  printoutId: string,
  { document, attached }: { document: PdfDocument; attached: readonly AttachedFile[] },
): Promise<void> {
  const { db, files } = platform;
  const now = workflowNow(platform);
  const file = await writePdf(document, {
    madeAt: now,
    attached,
    receive: (pdf) => files.receive(pdf, limitBytes),
  });
  const key = await file.keep();
  try {
    const { rows } = await sql`
      update printouts set state = 'made', made_at = ${now}, size_bytes = ${file.sizeBytes}, storage_key = ${key},
        files_done = files
      where id = ${printoutId}::uuid and state = 'requested' returning id`.execute(db);
    if (rows.length === 0) await files.remove(key);
  } catch (error) {
    // The commit may have come through although its answer did not.
    await abandonFiles(platform, [key]);
    throw error;
  }
}
