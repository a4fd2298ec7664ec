import { submittedStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { StillMade } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import type { FileOut } from '../../../platform/http/send-file.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { handOut } from '../printouts/hand-out.ts';
import { loadReader } from '../printouts/make.ts';

/** A submission of an assignment by its owner. */
export interface SubmissionKey {
  assignmentId: string;
  number: number;
  userId: number;
}

/** Who is asked for changes can have made some. */
const handedIn = [...submittedStatuses.filter((status) => status !== 'changes_requested'), 'rejected'];

/** Whether nothing was changed since: what is printed now is what was submitted. */
async function stands({ db }: Platform, { assignmentId, number }: SubmissionKey): Promise<boolean> {
  const { rows } = await sql`
    select from assignments a
    where a.id = ${assignmentId}::uuid and a.status = any(${handedIn})
      and ${number} = (select max(s.number) from submissions s where s.assignment_id = a.id)`.execute(db);
  return rows.length === 1;
}

/**
 * The PDF of a submission for whoever made it, who has it made by asking: `making` while a job does, null where it
 * cannot be had (any more). Its stream is opened: read it, or destroy it. Source: Requirements 2g, 3.5.
 */
export async function submittedPdf(
  platform: Platform,
  key: SubmissionKey,
  translator: Translator,
): Promise<FileOut | 'making' | null> {
  const actor = await loadReader(platform, key.userId);
  if (actor === null || !(await stands(platform, key))) return null;
  const now = workflowNow(platform);
  const wanted = { kind: 'assignment', assignmentId: key.assignmentId } as const;
  const made = await handOut(platform, wanted, { actor, now, translator, location: '', waitMs: 0 });
  if (made instanceof StillMade) return 'making';
  if (isRefusal(made)) return null;
  if (await stands(platform, key)) return made;
  made.stream.destroy();
  return null;
}
