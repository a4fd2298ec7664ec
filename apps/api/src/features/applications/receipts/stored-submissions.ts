import { createHash } from 'node:crypto';
import { canonicalAnswer, canonicalContent } from '@clearcall/domain/applications/receipt.ts';
import type { Answer } from '@clearcall/domain/forms/types.ts';
import type { SubmittedContent } from '@clearcall/domain/workflow/submitted-content.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';

interface StoredFile {
  id: string;
  name: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/** A submission as it stands in the database, with the files of its answers that are still kept. */
export interface LoadedSubmission {
  number: number;
  submittedAt: string;
  content: SubmittedContent;
  /** That was written with it. */
  writtenSha256: string;
  files: StoredFile[];
}

/** The submissions of an assignment, the newest first; of one number alone where it is named. */
export async function loadSubmissions(
  db: Db,
  assignmentId: string,
  number: number | null = null,
): Promise<LoadedSubmission[]> {
  const { rows } = await sql<LoadedSubmission>`
    select s.number, ${iso('s.submitted_at')} as "submittedAt", s.content, encode(s.sha256, 'hex') as "writtenSha256",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.original_filename, 'sizeBytes', d.size_bytes,
          'sha256', encode(d.sha256, 'hex'), 'storageKey', d.storage_key) order by d.created_at, d.id)
        from documents d where d.assignment_id = s.assignment_id and d.id::text in (
          select jsonb_array_elements_text(told -> 'values') from jsonb_array_elements(s.content -> 'answers') told)),
        '[]') as files
    from submissions s
    where s.assignment_id = ${assignmentId}::uuid and (${number}::integer is null or s.number = ${number}::integer)
    order by s.number desc`.execute(db);
  return rows;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const hashOfAnswer = (answer: Answer): string => sha256(canonicalAnswer(answer));
export const hashOfContent = (content: SubmittedContent): string => sha256(canonicalContent(content));
