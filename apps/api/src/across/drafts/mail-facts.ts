import { draftStaysUntil } from '@clearcall/domain/deadlines/draft-expiry.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { sql } from 'kysely';
import { toldIn } from '../../platform/db/told-in.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';

const dayMs = 86_400_000;

/** What the owner is told of a draft, as it stands when the mail is sent; null when it is none any more. */
export async function draftMailFacts(
  { applicationId }: Record<string, unknown>,
  platform: Platform,
): Promise<MailFacts<'draft_expires'> | null> {
  const { db, config, organisation } = platform;
  const now = workflowNow(platform);
  if (typeof applicationId !== 'number') return null;
  const row = await db
    .selectFrom('applications')
    .innerJoin('calls', 'calls.id', 'applications.call_id')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .select([
      'applications.id',
      'applications.uid',
      'applications.title',
      'users.first_name',
      'users.last_name',
    ])
    .select(['applications.created_at', 'applications.updated_at'])
    .select([toldIn(sql`users.language`, 'calls', 'title').as('callTitle'), 'calls.time_zone as timeZone'])
    .where('applications.id', '=', applicationId)
    .where('applications.status', '=', 'draft')
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return null;
  const draft = { createdAt: row.created_at.toISOString(), changedAt: row.updated_at.toISOString() };
  const { retention } = await organisation();
  const expiresAt = draftStaysUntil(draft, now, retention);
  return {
    name: `${row.first_name} ${row.last_name}`.trim(),
    id: `DRAFT-${row.id}`,
    title: row.title,
    callTitle: row.callTitle,
    changedAt: draft.changedAt,
    expiresAt,
    daysLeft: Math.floor((Date.parse(expiresAt) - now.getTime()) / dayMs),
    restMonths: retention.draftMonths - retention.draftWarningMonths,
    timeZone: row.timeZone,
    link: `${config.publicUrl}/applications/${row.uid}`,
  };
}

/** The same for the last mail; null as well when something was saved meanwhile, so that it is not the last. */
export async function lastDraftMailFacts(
  facts: Record<string, unknown>,
  platform: Platform,
): Promise<MailFacts<'draft_deleted_soon'> | null> {
  const draftFacts = await draftMailFacts(facts, platform);
  const { retention } = await platform.organisation();
  return draftFacts !== null && draftFacts.daysLeft <= retention.draftLastMailDays ? draftFacts : null;
}
