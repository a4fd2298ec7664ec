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
  | { kind: 'form' | 'draft_form' | 'report'; callId: number };

/** Prints something of a call for one reader; null if there is nothing for them. */
export type PrintCall = (
  platform: Platform,
  callId: number,
  given: { reader: Viewer | null; theme: Theme; translator: Translator; now: Date },
) => Promise<Printout | null>;

/** Printers of what the feature of calls knows. */
export type CallPrinters = Record<'draft_form' | 'report', PrintCall>;

/** For whom and when something is printed. */
interface Given {
  reader: Viewer | null;
  now: Date;
  translator: Translator;
  /** Absent if nothing is asked for that needs them. */
  printers?: CallPrinters;
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
  { reader, now, translator, printers }: Given,
): Promise<(Printout & { subject: Subject }) | null> {
  const { theme } = await platform.organisation();
  if ('callId' in wanted) {
    const printer = wanted.kind === 'form' ? printForm : printers?.[wanted.kind];
    const printed = await printer?.(platform, wanted.callId, { reader, theme, translator, now });
    const subject = { applicationId: null, assignmentId: null, callId: wanted.callId };
    return printed ? { ...printed, subject } : null;
  }
  if (reader === null) return null;
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
