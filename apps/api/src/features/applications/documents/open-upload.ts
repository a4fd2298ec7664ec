import { openUpload } from '@clearcall/contract/applications.ts';
import { inNoGroup } from '@clearcall/domain/applications/application.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { iso } from '../../../platform/db/iso.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { readTranslatable } from '../../../platform/translators.ts';

type Reply = z.infer<typeof openUpload.reply>;

/** A file with the words, for its reader, of why it was refused. */
export function translateRefusal<U extends { refusal?: { code: string; message: string } | null }>(
  upload: U,
  { translate }: Translator,
): U {
  const { refusal } = upload;
  return refusal
    ? { ...upload, refusal: { ...refusal, message: translate(readTranslatable(refusal.message)) } }
    : upload;
}

/** How far an own file is. Pages ask for it every few seconds, each in one statement. */
export const open = operation(openUpload, async ({ params, actor, translator }, platform) => {
  const { rows } = await sql<{ reply: Reply }>`
    select jsonb_build_object('document', jsonb_build_object('id', d.id, 'assignmentId', d.assignment_id,
        'flowElementId', d.element_id, 'dataGroupId', d.group_id, 'filename', d.filename,
        'originalFilename', d.original_filename, 'sizeBytes', d.size_bytes, 'pages', d.pages,
        'createdAt', ${iso('d.created_at')}, 'check', d.state, 'refusal', case when d.state = 'refused'
          then jsonb_build_object('code', d.refusal_code, 'message', d.refusal) end),
      'data', jsonb_build_object('flowElementId', d.element_id, 'dataGroupId', d.group_id,
        'input', jsonb_build_object('values', to_jsonb(coalesce(w.values, '{}'))),
        'revision', coalesce(w.revision, 0))) as reply
    from (select id, assignment_id, element_id, group_id, filename, original_filename, size_bytes,
          null::integer as pages, created_at, refusal_code, refusal,
          case when refusal_code is null then 'waiting' else 'refused' end as state
        from uploads where id = ${params.uploadId}::uuid
        union all select id, assignment_id, element_id, group_id, filename, original_filename, size_bytes, pages,
          created_at, null, null, 'passed' from documents where id = ${params.uploadId}::uuid) d
      join assignments a on a.id = d.assignment_id
      left join answers w on w.assignment_id = d.assignment_id and w.element_id = d.element_id
        and w.group_id = coalesce(d.group_id, ${inNoGroup}::uuid)
    where d.assignment_id = ${params.id}::uuid and a.owner_id = ${actor.userId}
      and (d.state <> 'passed' or d.id::text = any(w.values))
      and not exists (select from conflicts q where q.application_id = a.application_id
        and q.user_id = ${actor.userId} and q.cleared_at is null)`.execute(platform.db);
  const [found] = rows;
  if (found === undefined) return refuse('not_found');
  const { document } = found.reply;
  return { ...found.reply, document: translateRefusal(document, translator) };
});
