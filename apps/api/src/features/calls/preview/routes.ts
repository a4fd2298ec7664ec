import * as contract from '@clearcall/contract/call-previews.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import { iso } from '../../../platform/db/iso.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadEditedCall } from '../definition/load-draft.ts';
import { openStoredFile } from '../definition/stored-files.ts';
import { describeDraft } from './describe-draft.ts';
import { linkOf } from './link-of.ts';
import { loadForms } from './load-forms.ts';

const day = 24 * 60 * 60 * 1_000;

/** The edited call as visitors would see it; undefined if it does not exist. */
async function previewOf(
  { db, organisation }: Platform,
  callId: number,
  { now, translator }: { now: Date; translator: Translator },
) {
  const language = organisation.language();
  const edited = await loadEditedCall(db, callId, language);
  if (edited === undefined) return undefined;
  const { definition, revision } = edited;
  const reading = { reader: translator.language, organisation: language, now };
  const [call, forms] = await Promise.all([
    describeDraft(db, callId, definition, reading),
    loadForms(db, definition.flow, reading),
  ]);
  return { revision, call, ...forms };
}

const preview = operation(contract.previewCall, async ({ params: { id }, ...call }, platform) => {
  const found = await previewOf(platform, id, call);
  return found ?? refuse('not_found');
});

const list = operation(contract.listCallPreviewLinks, async ({ params: { id }, now }, { db }) => {
  const { rows } = await sql<{ data: [] }>`
    select coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'note', l.note, 'createdAt', ${iso('l.created_at')},
        'expiresAt', ${iso('l.expires_at')},
        'by', (select nullif(trim(u.first_name || ' ' || u.last_name), '') from users u where u.id = l.creator_id))
        order by l.created_at desc, l.id)
      from call_previews l where l.call_id = c.id and l.expires_at > ${now}), '[]') as data
    from calls c where c.id = ${id}`.execute(db);
  return rows[0] ?? refuse('not_found');
});

const create = configurationCommand(
  contract.createCallPreviewLink,
  async (tx, { params: { id }, body: { note, days }, actor, now }) => {
    const token = newToken();
    // Links that have expired open nothing.
    await tx.deleteFrom('call_previews').where('expires_at', '<=', now).execute();
    const { rows } = await sql<{ id: string; by: string | null }>`
      insert into call_previews (call_id, token_hash, note, created_at, creator_id, expires_at)
      select c.id, ${tokenHash(token)}, ${note}, ${now}, ${actor.userId}, ${new Date(now.getTime() + days * day)}
      from calls c where c.id = ${id}
      returning id, (select nullif(trim(u.first_name || ' ' || u.last_name), '') from users u where u.id = creator_id) as by`.execute(
      tx,
    );
    const [row] = rows;
    if (row === undefined) return refuse('not_found');
    const expiresAt = new Date(now.getTime() + days * day).toISOString();
    return {
      change: { subject: { kind: 'call', id }, action: 'preview_link_made', after: { expiresAt } },
      reply: { ...row, note, createdAt: now.toISOString(), expiresAt, token },
    };
  },
);

const withdraw = configurationCommand(
  contract.withdrawCallPreviewLink,
  async (tx, { params: { id, linkId } }) => {
    const gone = await tx
      .deleteFrom('call_previews')
      .where('id', '=', linkId)
      .where('call_id', '=', id)
      .returning('expires_at')
      .executeTakeFirst();
    if (gone === undefined) return refuse('not_found');
    return {
      change: {
        subject: { kind: 'call', id },
        action: 'preview_link_withdrawn',
        before: { expiresAt: gone.expires_at.toISOString() },
      },
      reply: done,
    };
  },
);

/** A file of the draft; refused if its definition names no such document, or one that waits for its file. */
async function openDocument(platform: Platform, callId: number, name: string) {
  const edited = await loadEditedCall(platform.db, callId, platform.organisation.language());
  const file = edited?.definition.documents.find(({ id }) => id === name)?.file;
  return file ? openStoredFile(platform, callId, file.sha256) : refuse('not_found');
}

const document = operation(contract.downloadPreviewedDocument, ({ params: { id, name } }, platform) =>
  openDocument(platform, id, name),
);

const open = operation(contract.openCallPreview, async ({ body: { token }, ...call }, platform) => {
  const link = await linkOf(platform, token, call.request);
  const found = link && (await previewOf(platform, link.call_id, call));
  return link === undefined || found === undefined
    ? refuse('link_invalid')
    : { ...found, expiresAt: link.expires_at.toISOString() };
});

const documentByLink = operation(
  contract.openPreviewedDocument,
  async ({ body: { token, name }, request }, platform) => {
    const link = await linkOf(platform, token, request);
    return link === undefined ? refuse('link_invalid') : openDocument(platform, link.call_id, name);
  },
);

export const callPreviews: readonly Operation[] = [
  preview,
  document,
  list,
  create,
  withdraw,
  open,
  documentByLink,
];
