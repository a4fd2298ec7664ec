import { randomInt } from 'node:crypto';
import { encodeLink } from '@clearcall/domain/mail/link.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import {
  confirmLinkHours,
  humanCodeMinutes,
  resetLinkMinutes,
} from '@clearcall/domain/permissions/mailed-links.ts';
import { newToken, tokenHash } from '../../platform/auth/tokens.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/pool.ts';
import { hashCode } from './judge-answer.ts';

interface Sending {
  db: Db;
  now: Date;
  config: Config;
}

type AccountMail = 'confirm_account' | 'already_registered' | 'reset_password' | 'human_code';

/** What is stored of a planned account mail: whom it is about, never a secret. */
interface PlannedFacts {
  userId?: unknown;
  challengeId?: unknown;
}

/**
 * The facts that an account mail is written from, made at the moment of sending: tokens and codes stand in the mail
 * alone, the database keeps their hashes. null: the mail is no longer wanted (confirmed meanwhile, account closed).
 */
export async function accountMailFacts<T extends AccountMail>(
  sending: Sending,
  template: T,
  planned: PlannedFacts,
): Promise<MailFacts<T> | null> {
  const makers: { [A in AccountMail]: () => Promise<MailFacts<A> | null> } = {
    confirm_account: async () => {
      const user = await loadUser(sending.db, planned.userId);
      if (user?.status !== 'locked') return null;
      const link = await makeLink(sending, user, 'confirm_account', confirmLinkHours * 3_600_000);
      return {
        name: user.name,
        link: `${sending.config.publicUrl}/auth/confirm/${link}`,
        hours: confirmLinkHours,
      };
    },
    already_registered: async () => {
      const user = await loadUser(sending.db, planned.userId);
      if (user?.status !== 'active') return null;
      const auth = `${sending.config.publicUrl}/auth`;
      return { name: user.name, loginLink: `${auth}/login`, forgotLink: `${auth}/forgot` };
    },
    reset_password: async () => {
      const user = await loadUser(sending.db, planned.userId);
      if (user === null || user.status === 'closed') return null;
      const link = await makeLink(sending, user, 'reset_password', resetLinkMinutes * 60_000);
      return {
        name: user.name,
        link: `${sending.config.publicUrl}/auth/reset/${link}`,
        minutes: resetLinkMinutes,
      };
    },
    human_code: () => makeCode(sending, planned.challengeId),
  };
  return makers[template]();
}

async function loadUser(db: Db, userId: unknown) {
  if (typeof userId !== 'number') return null;
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, email: row.email, status: row.status, name: `${row.first_name} ${row.last_name}`.trim() };
}

async function makeLink(
  { db, now }: Sending,
  user: { id: number; email: string },
  purpose: 'confirm_account' | 'reset_password',
  lifetimeMs: number,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      purpose,
      user_id: user.id,
      email: user.email,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  return encodeLink({ email: user.email, token });
}

/** The ten minutes of a code begin when its mail is sent. */
async function makeCode({ db, now }: Sending, challengeId: unknown): Promise<MailFacts<'human_code'> | null> {
  if (typeof challengeId !== 'string') return null;
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const kept = await db
    .updateTable('human_challenges')
    .set({
      code_hash: hashCode(challengeId, code),
      expires_at: new Date(now.getTime() + humanCodeMinutes * 60_000),
    })
    .where('id', '=', challengeId)
    .where('kind', '=', 'email_code')
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n ? { code, minutes: humanCodeMinutes } : null;
}
