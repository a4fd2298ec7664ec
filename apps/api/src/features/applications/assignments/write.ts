import { createHash } from 'node:crypto';
import { inNoGroup } from '@clearcall/domain/applications/application.ts';
import { canonicalContent } from '@clearcall/domain/applications/receipt.ts';
import type { Row } from '@clearcall/domain/forms/types.ts';
import type { StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import type { ProjectedColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import type { SubmittedContent } from '@clearcall/domain/workflow/submitted-content.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

export interface NewDocument {
  id: string;
  elementId: string;
  groupId: string | null;
  originalFilename: string;
  filename: string;
  sizeBytes: number;
  pages: number | null;
  sha256: Buffer;
  storageKey: string;
}

/** A file that came in and waits for its check. */
export interface NewUpload extends Omit<NewDocument, 'pages'> {
  maxPages: number | null;
  /** It takes the place of what the field holds, once it has passed. */
  replaces: boolean;
}

/** All that an operation may change of an assignment. What is left out stays as it is. */
export interface AssignmentWrite {
  assignmentId: string;
  applicationId: number;
  actorId: number;
  now: Date;
  answers?: readonly StoredAnswer[];
  /** New rows and new places of rows. */
  rows?: readonly Row[];
  /** Goes with its answers and documents. */
  removedRows?: readonly string[];
  newDocuments?: readonly NewDocument[];
  removedDocuments?: readonly string[];
  newUpload?: NewUpload;
  removedUploads?: readonly string[];
  /** What lists show of the application: its draft or its last submission, with the cut-off that a draft follows. */
  columns?: ProjectedColumns;
  cutoffId?: number | null;
  /** Its submission waits since then for the check of its files. Left out, none waits any more: it is another one now. */
  submissionAskedAt?: Date | 'as before';
  /** What readers get from now on; that it was submitted is for the machine to write. */
  submitted?: SubmittedContent;
  /** It is a draft, whose application the caller holds: when somebody worked on it last keeps it from expiring. */
  draft: boolean;
}

/**
 * What goes along with an assignment's own row, as parts of one statement: CTEs, and what is set of its application. Where
 * something is submitted, its `content` is that of the part `told`.
 */
export interface WriteParts {
  parts: RawBuilder<unknown>[];
  applicationSets: RawBuilder<unknown>[];
}

export function writeParts(write: AssignmentWrite): WriteParts {
  const { assignmentId, actorId, now, submitted } = write;
  const parts: RawBuilder<unknown>[] = [];

  if (write.answers !== undefined && write.answers.length > 0) {
    const given = JSON.stringify(
      write.answers.map(({ elementId, groupId, values, revision }) => ({
        element_id: elementId,
        group_id: groupId,
        values,
        revision,
      })),
    );
    parts.push(sql`answered as (
      insert into answers (assignment_id, element_id, group_id, values, revision, author_id, saved_at)
      select ${assignmentId}::uuid, element_id, coalesce(group_id, ${inNoGroup}::uuid),
        values, revision, ${actorId}::bigint, ${now}::timestamptz
      from jsonb_to_recordset(${given}::jsonb) as given(element_id text, group_id uuid, values text[], revision integer)
      on conflict (assignment_id, element_id, group_id) do update set values = excluded.values,
        revision = excluded.revision, author_id = excluded.author_id, saved_at = excluded.saved_at)`);
  }
  if (write.rows !== undefined && write.rows.length > 0) {
    const given = JSON.stringify(
      write.rows.map(({ id, elementId, order }) => ({ id, element_id: elementId, position: order })),
    );
    parts.push(sql`placed as (
      insert into group_instances (assignment_id, id, element_id, position)
      select ${assignmentId}::uuid, id, element_id, position
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, element_id text, position integer)
      on conflict (assignment_id, id) do update set position = excluded.position)`);
  }
  const rowIds = write.removedRows ?? [];
  if (rowIds.length > 0) {
    parts.push(sql`emptied as (
      delete from answers where assignment_id = ${assignmentId}::uuid and group_id = any(${rowIds}::uuid[]))`);
    parts.push(sql`removed as (
      delete from group_instances where assignment_id = ${assignmentId}::uuid and id = any(${rowIds}::uuid[])
      returning id, coi, comment)`);
    // What staff noted of a row stays with the submission in which they read it.
    parts.push(sql`remembered as (
      update submissions n set marks = coalesce(n.marks, '{}') || noted.marks
      from (select jsonb_object_agg(id, jsonb_build_object('coi', coi, 'comment', comment)) as marks
        from removed where coi or comment is not null) noted
      where noted.marks is not null and n.assignment_id = ${assignmentId}::uuid
        and n.number = (select max(s.number) from submissions s where s.assignment_id = ${assignmentId}::uuid))`);
  }
  const documentIds = write.removedDocuments ?? [];
  if (rowIds.length > 0 || documentIds.length > 0) {
    // What was submitted is there for its readers until the next submission, and what was released until the next release.
    const last =
      submitted === undefined
        ? sql`select s.submitted_content as content from assignments s where s.id = ${assignmentId}::uuid union all`
        : sql``;
    const unread = sql`id::text not in (
      select jsonb_array_elements_text(told -> 'values') from (${last}
        select n.content from submissions n where n.assignment_id = ${assignmentId}::uuid and n.number in (
          select max(m.number) from assignments s join applications ap on ap.id = s.application_id
            join view_rules v on v.flow_version_id = ap.flow_version_id and v.step_id = s.step_id
            join step_states e on e.application_id = ap.id and e.step_id = v.of_step
            join submissions m on m.assignment_id = s.id and m.submitted_at <= e.released_at
          where s.id = ${assignmentId}::uuid group by e.step_id)) readable,
        jsonb_array_elements(readable.content -> 'answers') told)`;
    parts.push(sql`deleted as (
      delete from documents where assignment_id = ${assignmentId}::uuid and ${unread}
        and (id = any(${documentIds}::uuid[]) or group_id = any(${rowIds}::uuid[]))
      returning storage_key)`);
    parts.push(sql`abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select storage_key, ${now}::timestamptz from deleted
      on conflict (storage_key) do update set not_before = null)`);
  }
  const documents = write.newDocuments ?? [];
  const uploadIds = write.removedUploads ?? [];
  if (rowIds.length > 0 || uploadIds.length > 0) {
    parts.push(sql`dropped as (
      delete from uploads where assignment_id = ${assignmentId}::uuid
        and (id = any(${uploadIds}::uuid[]) or group_id = any(${rowIds}::uuid[]))
      returning storage_key)`);
    parts.push(sql`given_up as (
      insert into abandoned_files (storage_key, abandoned_at)
      select storage_key, ${now}::timestamptz from dropped where storage_key is not null
      on conflict (storage_key) do update set not_before = null)`);
  }
  if (write.newUpload !== undefined) {
    const {
      id,
      elementId,
      groupId,
      originalFilename,
      filename,
      sizeBytes,
      sha256,
      storageKey,
      maxPages,
      replaces,
    } = write.newUpload;
    parts.push(sql`received as (
      insert into uploads (id, assignment_id, element_id, group_id, original_filename, filename, size_bytes, sha256,
        storage_key, max_pages, replaces, uploaded_by, created_at)
      values (${id}::uuid, ${assignmentId}::uuid, ${elementId}, ${groupId}::uuid, ${originalFilename}, ${filename},
        ${sizeBytes}::integer, ${sha256}::bytea, ${storageKey}, ${maxPages}::integer, ${replaces}::boolean,
        ${actorId}::bigint, ${now}::timestamptz))`);
  }
  if (documents.length > 0) {
    const given = documents.map(
      ({ id, elementId, groupId, originalFilename, filename, sizeBytes, pages, sha256, storageKey }) =>
        sql`(${id}::uuid, ${assignmentId}::uuid, ${elementId}, ${groupId}::uuid, ${originalFilename}, ${filename},
          ${sizeBytes}::integer, ${pages}::integer, ${sha256}::bytea, ${storageKey}, ${actorId}::bigint,
          ${now}::timestamptz)`,
    );
    parts.push(sql`uploaded as (
      insert into documents (id, assignment_id, element_id, group_id, original_filename, filename, size_bytes, pages,
        sha256, storage_key, uploaded_by, created_at) values ${sql.join(given)})`);
  }
  if (submitted !== undefined) {
    const content = canonicalContent(submitted);
    const sha256 = createHash('sha256').update(content).digest();
    // Read once, however often it is written.
    parts.push(sql`told as materialized (select ${content}::jsonb as content)`);
    parts.push(sql`kept as (
      insert into submissions (assignment_id, number, content, sha256, submitted_by, submitted_at)
      select ${assignmentId}::uuid, coalesce(max(s.number), 0) + 1, (select content from told), ${sha256}::bytea,
        ${actorId}::bigint, ${now}::timestamptz
      from submissions s where s.assignment_id = ${assignmentId}::uuid)`);
  }
  return { parts, applicationSets: applicationSets(write) };
}

/**
 * Writes all of it in one statement and counts the assignment's revision up. The caller holds the lock.
 */
export async function writeAssignment(tx: Db, write: Omit<AssignmentWrite, 'submitted'>): Promise<void> {
  const { parts, applicationSets: sets } = writeParts(write);
  const { submissionAskedAt = null } = write;
  const askedAt =
    submissionAskedAt === 'as before' ? sql`submission_asked_at` : sql`${submissionAskedAt}::timestamptz`;
  const asks = submissionAskedAt !== null && submissionAskedAt !== 'as before';
  if (asks || sets.length > 0) {
    // Whoever waits for the application sees by its revision that something of it was written.
    const all = sql.join([sql`revision = revision + 1`, ...sets]);
    parts.push(sql`touched as (update applications set ${all} where id = ${write.applicationId})`);
  }
  await sql`${parts.length === 0 ? sql`` : sql`with ${sql.join(parts)}`}
    update assignments set revision = revision + 1, submission_asked_at = ${askedAt} where id = ${write.assignmentId}::uuid`.execute(
    tx,
  );
}

function applicationSets({ now, columns, cutoffId, draft }: AssignmentWrite): RawBuilder<unknown>[] {
  const sets = draft ? [sql`updated_at = ${now}`] : [];
  if (cutoffId !== undefined) sets.push(sql`cutoff_id = ${cutoffId}`);
  if (columns !== undefined) {
    sets.push(
      sql`title = ${columns.title}, pi_first_name = ${columns.piFirstName}, pi_last_name = ${columns.piLastName},
        pi_affiliation = ${columns.piAffiliation}, research_group = ${columns.researchGroup},
        research_title = ${columns.researchTitle}, partitions = ${columns.partitions}::text[]`,
    );
  }
  return sets;
}
