import { createHash } from 'node:crypto';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readApplication } from '../open.ts';
import { type Printout, printApplication, printAssignment, printConsolidated } from './print-application.ts';
import { printForm } from './print-form.ts';

/** What is to be printed. */
export type Wanted =
  | { kind: 'application' | 'consolidated'; key: string }
  | { kind: 'assignment'; assignmentId: string }
  | { kind: 'form'; callId: number }
  | { kind: 'report'; callId: number };

/** Prints the report of a call for one reader; null where they may not have it. It is known by whoever knows calls. */
export type PrintReport = (
  platform: Platform,
  callId: number,
  given: { reader: Viewer; theme: Theme; translator: Translator; now: Date },
) => Promise<Printout | null>;

/** For whom and when something is printed. */
interface Given {
  reader: Viewer | null;
  now: Date;
  translator: Translator;
  /** For the report of a call alone. */
  printReport?: PrintReport;
}

/** What it is of, as the row of a printout names it. */
interface Subject {
  applicationId: number | null;
  assignmentId: string | null;
  callId: number | null;
}

export interface Content extends Printout {
  subject: Subject;
  hash: string;
}

/** Grows with every change of the layout or of what is printed: what was made before is made again. */
const layoutVersion = 3;

/**
 * What a reader gets printed now, and the hash of all that stands in it: who may see the same gets the same file. Null
 * where there is nothing for them. It is asked for each time before a file is given, so that it is the permission too.
 */
export async function loadContent(platform: Platform, wanted: Wanted, given: Given): Promise<Content | null> {
  const printed = await print(platform, wanted, given);
  if (printed === null) return null;
  const { document, files, filename } = printed;
  const hash = createHash('sha256')
    .update(JSON.stringify([layoutVersion, wanted.kind, document, files]))
    .digest('base64url');
  return { ...printed, document, files, filename, hash };
}

async function print(
  platform: Platform,
  wanted: Wanted,
  { reader, now, translator, printReport }: Given,
): Promise<(Printout & { subject: Subject }) | null> {
  const { theme } = await platform.organisation();
  if (wanted.kind === 'form') {
    const form = await printForm(platform, wanted.callId, { reader, theme, translator, now });
    return form && { ...form, subject: { applicationId: null, assignmentId: null, callId: wanted.callId } };
  }
  if (reader === null) return null;
  if (wanted.kind === 'report') {
    const report = await printReport?.(platform, wanted.callId, { reader, theme, translator, now });
    return report
      ? { ...report, subject: { applicationId: null, assignmentId: null, callId: wanted.callId } }
      : null;
  }
  const key = wanted.kind === 'assignment' ? { assignmentId: wanted.assignmentId } : { key: wanted.key };
  const application = await readApplication(platform, reader, key, now, translator);
  if (application === null) return null;
  const printing = { application, theme, translator, now };
  const printed =
    wanted.kind === 'assignment'
      ? printAssignment(printing, wanted.assignmentId)
      : wanted.kind === 'application'
        ? printApplication(printing)
        : printConsolidated(printing);
  const assignmentId = wanted.kind === 'assignment' ? wanted.assignmentId : null;
  return printed && { ...printed, subject: { applicationId: application.id, assignmentId, callId: null } };
}
