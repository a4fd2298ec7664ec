import { timingSafeEqual } from 'node:crypto';
import type {
  registerWithProvider as endpoint,
  mailProviderCode,
  openProviderRegistration,
} from '@clearcall/contract/sign-in.ts';
import { maxCodeAttempts, shownAt } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { z } from 'zod';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { hashCode } from '../account/check-human-answer.ts';
import { ownNames } from '../account/normalise-name.ts';
import { mayMail } from '../account/throttling.ts';
import { voidAccess } from '../account/void-access.ts';
import { wantsPasskey } from '../passkeys/second-factor.ts';
import { agreements } from '../profile/consents.ts';
import { sessionUserColumns } from '../sessions/open-session.ts';
import { refuseEntry, startSession } from '../sessions/start-session.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { countAttempt, openStep } from '../sign-in/sign-in-steps.ts';
import { browserOf } from './round-trip.ts';

const pendingSchema = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  /** When they logged in at the provider, if it says so. */
  authTime: z.number().optional(),
});
/** Somebody who came from a provider and has no account yet. */
export type PendingRegistration = z.output<typeof pendingSchema>;

/** A browser is at one such registration at a time. */
export const registrationKey = (browser: string): string => `registration ${browser}`;
/** Names the step in events and mails: its hash, which opens nothing. */
const stepName = (browser: string): string => tokenHash(registrationKey(browser)).toString('hex');

const labelOf = ({ config }: Platform, id: string): string =>
  config.oidcProviders.find((one) => one.id === id)?.label ?? id;

/** Who came back from the provider, for the page that makes the account. */
export async function openRegistration(
  { request, now }: Call<typeof openProviderRegistration>,
  platform: Platform,
): Promise<Outcome<typeof openProviderRegistration>> {
  const browser = browserOf(request);
  const step =
    browser === null ? undefined : await openStep(platform.db, 'registration', registrationKey(browser), now);
  if (step === undefined) return refuse('step_expired');
  const { provider, firstName, lastName, email, emailProven } = pendingSchema.parse(step.detail);
  return { provider: labelOf(platform, provider), firstName, lastName, email, emailProven };
}

/**
 * Mails a code to the address that the login is to belong to; it is made when the mail is written. Whether the address
 * has an account shows nowhere, and a code is of no use in another browser.
 */
export async function mailCode(
  { body, request, now, translator }: Call<typeof mailProviderCode>,
  platform: Platform,
): Promise<Outcome<typeof mailProviderCode>> {
  const browser = browserOf(request);
  if (browser === null) return refuse('step_expired');
  const key = tokenHash(registrationKey(browser));
  return platform.db.transaction().execute(async (tx) => {
    const step = await tx
      .selectFrom('sign_in_steps')
      .select('detail')
      .where('key_hash', '=', key)
      .where('purpose', '=', 'registration')
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (step === undefined) return refuse('step_expired');
    const pending = pendingSchema.parse(step.detail);
    // Counted now: a page that is over uses up nobody's mails.
    const wanted = await mayMail(tx, 'provider_code_requested', body.email, now);
    const again = !pending.emailProven && pending.email === body.email;
    // One mail too many takes nothing away from the code that came before it, and gives no attempts at it.
    if (!wanted && again) return { done: true };
    await tx
      .updateTable('sign_in_steps')
      .set({
        ...(wanted ? { attempts: 0 } : {}),
        code_hash: null,
        detail: JSON.stringify({ ...pending, email: body.email, emailProven: false }),
      })
      .where('key_hash', '=', key)
      .execute();
    const detail = {
      step: stepName(browser),
      email: body.email,
      provider: labelOf(platform, pending.provider),
      language: translator.language,
    };
    if (wanted) await platform.emit(tx, [{ type: 'provider_code_requested', occurredAt: now, detail }]);
    return { done: true };
  });
}

/**
 * Why a login may not join the account of an address that was proven, which it holds till the transaction ends; null: it
 * may. Whoever is asked for a passkey after the password is not to lose the account with the mailbox alone: a login is
 * added by who is in.
 */
export async function whyNotJoined(tx: Db, userId: number): Promise<'no_account' | 'passkey_first' | null> {
  const user = await tx
    .selectFrom('users')
    .select('status')
    .select(wantsPasskey.as('secondFactor'))
    .where('id', '=', userId)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  if (user?.status !== 'active') return 'no_account';
  return user.secondFactor ? 'passkey_first' : null;
}

/** The account of an address that was just proven: found, confirmed, or made. */
async function findOrMakeUser(
  tx: Db,
  of: { email: string; firstName: string; lastName: string; language: string },
  now: Date,
) {
  const columns = [...sessionUserColumns, 'users.status'] as const;
  const known = await tx
    .selectFrom('users')
    .select(columns)
    .where('email', '=', of.email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const names = { first_name: of.firstName, last_name: of.lastName, accepted_terms_at: now };
  if (known === undefined) {
    const user = await tx
      .insertInto('users')
      .values({
        ...names,
        email: of.email,
        language: of.language,
        role: 'user',
        status: 'active',
        created_at: now,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return { user, isNew: true };
  }
  const locked = known.status === 'locked';
  const refusal = refuseEntry({ ...known, status: locked ? 'active' : known.status }, 'user_portal');
  if (refusal !== null) return refusal;
  if (!locked) {
    const problem = await whyNotJoined(tx, known.id);
    return problem === null ? { user: known, isNew: false } : refuse(problem);
  }
  // Whoever registered it, or was sent a link to it, has not shown that the address is theirs. This one has.
  await voidAccess(tx, { userId: known.id }, now);
  const user = await tx
    .with('void', (waiting) => waiting.deleteFrom('registrations').where('user_id', '=', known.id))
    .updateTable('users')
    .set({ ...names, status: 'active', password_hash: null })
    .where('id', '=', known.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { user, isNew: true };
}

/** Two at the same moment wanted the same address or the same login. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/**
 * Makes the account of who came from a provider, or adds the login to the account of a proven address. The address is
 * proven by a provider that is trusted with it, or by a mailed code.
 */
export async function registerWithProvider(
  call: Call<typeof endpoint>,
  platform: Platform,
): Promise<Outcome<typeof endpoint>> {
  const { body, request, now } = call;
  const names = ownNames(body);
  if (isRefusal(names)) return names;
  const browser = browserOf(request);
  if (browser === null) return refuse('step_expired');
  const finish = async (tx: Db): Promise<Outcome<typeof endpoint>> => {
    const step = await countAttempt(tx, 'registration', registrationKey(browser), now);
    if (step === undefined || step.attempts > maxCodeAttempts) return refuse('step_expired');
    const pending = pendingSchema.parse(step.detail);
    if (!pending.emailProven) {
      const given = hashCode(stepName(browser), (body.code ?? '').replaceAll(/\s/g, ''));
      if (step.codeHash === null || !timingSafeEqual(step.codeHash, given)) return refuse('code_wrong');
    }
    const holder = await findOrMakeUser(
      tx,
      { email: pending.email, ...names, language: call.translator.language },
      now,
    );
    if (isRefusal(holder)) return holder;
    const { user, isNew } = holder;
    await tx
      .with('done', (steps) =>
        steps.deleteFrom('sign_in_steps').where('key_hash', '=', tokenHash(registrationKey(browser))),
      )
      .insertInto('identities')
      .values({
        id: platform.newId(),
        user_id: user.id,
        provider: pending.provider,
        issuer: pending.issuer,
        subject: pending.subject,
        label: pending.email,
        created_at: now,
        last_used_at: now,
      })
      .execute();
    const { legalVersions } = await platform.organisation();
    if (isNew)
      await tx
        .insertInto('consents')
        .values(agreements(user.id, legalVersions, now))
        .execute();
    await platform.emit(tx, [
      isNew
        ? { type: 'account_confirmed', occurredAt: now, userId: user.id }
        : signInChanged(user.id, 'identity_linked', labelOf(platform, pending.provider), now),
    ]);
    // A code shows who they are. By the word of the provider alone they may have come from a login that was open there.
    const shown = pending.emailProven ? { ...user, shownAt: shownAt(pending.authTime, now) } : user;
    return (await startSession(tx, platform, call, shown, 'user_portal')) ?? refuse('no_account');
  };
  try {
    return await platform.db.transaction().execute(finish);
  } catch (error) {
    if (isTaken(error)) return refuse('step_expired');
    throw error;
  }
}
