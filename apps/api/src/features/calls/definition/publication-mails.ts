import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { findFaults, tellFindings } from './find-faults.ts';
import { loadEditedCall } from './load-draft.ts';
import { loadLiveCall } from './load-live.ts';

type Stored = Record<string, unknown>;

/** The next owners of drafts of a cut-off that was extended, by their ids. */
export async function nextDraftOwners(
  db: Db,
  { detail }: { detail: Stored },
  { after, size }: { after: number; size: number },
): Promise<{ userId: number; recipient: string; facts: Stored }[]> {
  const owners = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('status', '=', 'active')
    .where('id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('applications')
          .whereRef('owner_id', '=', 'users.id')
          .where('cutoff_id', '=', Number(detail.cutoffId))
          .where('status', '=', 'draft'),
      ),
    )
    .orderBy('id')
    .limit(size)
    .execute();
  return owners.map(({ id, email }) => ({
    userId: id,
    recipient: email,
    facts: { userId: id, cutoffId: detail.cutoffId, from: detail.from },
  }));
}

/** The new end of a cut-off; null if the reader has no draft of it any more, or if it does not end later after all. */
export async function cutoffExtendedFacts(
  { userId, cutoffId, from }: Stored,
  platform: Platform,
): Promise<MailFacts<'cutoff_extended'> | null> {
  const { rows } = await sql<Omit<MailFacts<'cutoff_extended'>, 'from' | 'link'>>`
    select trim(u.first_name || ' ' || u.last_name) as name, ${toldIn(sql`u.language`, 'c', 'title')} as "callTitle",
      ${iso('k.ends_at')} as until, c.time_zone as "timeZone"
    from cutoffs k join calls c on c.id = k.call_id join users u on u.id = ${userId}
    where k.id = ${cutoffId} and u.status = 'active' and c.published
      and (k.ends_at is null or k.ends_at > greatest(${String(from)}::timestamptz, ${workflowNow(platform)}))
      and exists (select from applications a
        where a.cutoff_id = k.id and a.owner_id = u.id and a.status = 'draft')`.execute(platform.db);
  const [row] = rows;
  if (row === undefined) return null;
  return { ...row, from: String(from), link: `${platform.config.publicUrl}/dashboard` };
}

/** Why a planned publication did not go live; null if the draft is gone. */
export async function publicationFailedFacts(
  { userId, callId, reason }: Stored,
  platform: Platform,
  { translator }: { translator: Translator },
): Promise<MailFacts<'publication_failed'> | null> {
  const { db, config, organisation } = platform;
  const id = Number(callId);
  const { rows } = await sql<{ name: string; callTitle: string }>`
    select trim(u.first_name || ' ' || u.last_name) as name, ${toldIn(sql`u.language`, 'c', 'title')} as "callTitle"
    from users u join calls c on c.id = ${id} where u.id = ${userId} and u.status = 'active'`.execute(db);
  const [row] = rows;
  const link = `${config.publicUrl}/admin/calls/${id}/publish`;
  if (row !== undefined && typeof reason === 'string') return { ...row, findings: [], refused: reason, link };
  const language = organisation.language();
  const edited = await loadEditedCall(db, id, language);
  const live = await loadLiveCall(db, id, language);
  if (row === undefined || live === undefined || !edited?.draft) return null;
  const { findings } = await findFaults(db, id, {
    live: live.definition,
    draft: edited.definition,
    organisation: language,
    now: workflowNow(platform),
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    ...row,
    findings: tellFindings(errors, translator).map(({ text }) => text),
    link,
  };
}
