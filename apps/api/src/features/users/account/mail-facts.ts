import { randomInt } from 'node:crypto';
import { encodeLink } from '@clearcall/domain/mail/link.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { withWayBack } from '@clearcall/domain/people/way-back.ts';
import {
  changeEmailHours,
  confirmLinkHours,
  humanCodeMinutes,
  inviteDays,
  resetLinkMinutes,
} from '@clearcall/domain/permissions/mailed-links.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { hashCode } from './check-human-answer.ts';

interface Sending {
  db: Db;
  now: Date;
  config: Config;
}

type AccountMail =
  | 'confirm_account'
  | 'already_registered'
  | 'reset_password'
  | 'choose_password'
  | 'invite'
  | 'password_changed'
  | 'email_change_requested'
  | 'confirm_email'
  | 'email_taken'
  | 'email_changed'
  | 'account_suspended'
  | 'account_restored'
  | 'sender_test'
  | 'human_code';

/** What is stored of a planned account mail: whom it is about, never a secret. */
interface PlannedFacts {
  userId?: unknown;
  registrationId?: unknown;
  challengeId?: unknown;
  /** The address that an account is to have. */
  email?: unknown;
  newEmail?: unknown;
  /** The address that an account had. */
  before?: unknown;
  /** The page to come back to after the login. */
  return?: unknown;
}

const hourMs = 3_600_000;

/**
 * The facts that an account mail is written from, made at the moment of sending: tokens and codes stand in the mail
 * alone, the database keeps their hashes. null: the mail is no longer wanted (confirmed meanwhile, account closed).
 */
export async function accountMailFacts<T extends AccountMail>(
  sending: Sending,
  template: T,
  planned: PlannedFacts,
): Promise<MailFacts<T> | null> {
  const auth = `${sending.config.publicUrl}/auth`;
  const wayBack = typeof planned.return === 'string' ? planned.return : null;
  const forgotLink = withWayBack(`${auth}/forgot`, wayBack);
  const waysOf = ({ role }: User) => ({
    loginLink: mayUsePortal('user_portal', role)
      ? withWayBack(`${auth}/login`, wayBack)
      : `${sending.config.publicUrl}/admin/`,
    forgotLink,
  });
  const userIn = async (...states: readonly User['status'][]) => {
    const user = await loadUser(sending.db, planned.userId);
    return user !== null && states.includes(user.status) ? user : null;
  };
  const makers: { [A in AccountMail]: () => Promise<MailFacts<A> | null> } = {
    confirm_account: async () => {
      const user = await userIn('locked');
      const registration = user === null ? null : await loadRegistration(sending.db, user.id, planned);
      if (user === null || registration === null) return null;
      const link = await makeLink(
        sending,
        user,
        'confirm_account',
        confirmLinkHours * hourMs,
        registration.id,
      );
      const { name, several, wayBack } = registration;
      const address = withWayBack(`${auth}/confirm/${link}`, wayBack);
      return { name, link: address, hours: confirmLinkHours, several };
    },
    already_registered: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name, ...waysOf(user) };
    },
    reset_password: async () => {
      const user = await userIn('active');
      if (user === null) return null;
      const link = await makeLink(sending, user, 'reset_password', resetLinkMinutes * 60_000);
      const address = withWayBack(`${auth}/reset/${link}`, wayBack);
      return { name: user.name, link: address, minutes: resetLinkMinutes };
    },
    choose_password: async () => {
      const user = await userIn('locked');
      if (user === null) return null;
      const link = await makeLink(sending, user, 'invite', confirmLinkHours * hourMs);
      const [newest] = await loadRegistrations(sending.db, user.id);
      const address = withWayBack(`${auth}/invite/${link}`, wayBack ?? newest?.return_to ?? null);
      // The name may be a stranger's choice: nobody has confirmed it.
      return { name: '', link: address, hours: confirmLinkHours };
    },
    invite: async () => {
      const user = await userIn('locked');
      if (user === null) return null;
      const link = await makeLink(sending, user, 'invite', inviteDays * 24 * hourMs);
      return { name: user.name, link: withWayBack(`${auth}/invite/${link}`, wayBack), days: inviteDays };
    },
    password_changed: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name, forgotLink };
    },
    email_change_requested: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name, newEmail: String(planned.newEmail), forgotLink };
    },
    confirm_email: async () => {
      const user = await userIn('active');
      // A newer wish has taken this one's place.
      if (user === null || user.wantedEmail === null || user.wantedEmail !== planned.email) return null;
      const of = { id: user.id, email: user.wantedEmail };
      const link = await makeLink(sending, of, 'change_email', changeEmailHours * hourMs);
      return { name: user.name, link: `${auth}/confirm/email/${link}`, hours: changeEmailHours };
    },
    email_taken: async () => {
      const user = await userIn('active', 'locked');
      return user === null ? null : { name: user.status === 'active' ? user.name : '', ...waysOf(user) };
    },
    account_suspended: async () => {
      const user = await userIn('suspended');
      return user === null ? null : { name: user.name };
    },
    account_restored: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name, loginLink: waysOf(user).loginLink };
    },
    sender_test: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name };
    },
    email_changed: async () => {
      const user = await userIn('active');
      return user === null ? null : { name: user.name, before: String(planned.before) };
    },
    human_code: () => makeCode(sending, planned.challengeId),
  };
  return makers[template]();
}

type User = NonNullable<Awaited<ReturnType<typeof loadUser>>>;

async function loadUser(db: Db, userId: unknown) {
  if (typeof userId !== 'number') return null;
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'wanted_email', 'first_name', 'last_name', 'role', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        id: row.id,
        email: row.email,
        wantedEmail: row.wanted_email,
        role: row.role,
        status: row.status,
        name: `${row.first_name} ${row.last_name}`.trim(),
      };
}

/** What waits beside a locked account, the newest first. */
function loadRegistrations(db: Db, userId: number) {
  return db
    .selectFrom('registrations')
    .select(['id', 'first_name', 'last_name', 'return_to'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** The registration that a mail is about, and whether it is one of several. null: none of this account. */
async function loadRegistration(db: Db, userId: number, { registrationId }: PlannedFacts) {
  const waiting = await loadRegistrations(db, userId);
  const row = waiting.find(({ id }) => id === registrationId);
  if (row === undefined) return null;
  const name = `${row.first_name} ${row.last_name}`.trim();
  return { id: row.id, name, several: waiting.length > 1, wayBack: row.return_to };
}

async function makeLink(
  { db, now }: Sending,
  user: { id: number; email: string },
  purpose: 'confirm_account' | 'reset_password' | 'invite' | 'change_email',
  lifetimeMs: number,
  registrationId: string | null = null,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      purpose,
      user_id: user.id,
      email: user.email,
      registration_id: registrationId,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  const { id, email } = user;
  return encodeLink(purpose === 'change_email' ? { id, email, token } : { email, token });
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
