import type { comeBackFromProvider as endpoint } from '@clearcall/contract/sign-in.ts';
import {
  type Claims,
  decideNewIdentity,
  providerStepMs,
  reauthenticated,
  shownAt,
} from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { z } from 'zod';
import { type ProviderAnswer, readProviderAnswer } from '../../../platform/auth/openid.ts';
import type { OidcProvider } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { sessionUserColumns } from '../sessions/open-session.ts';
import { refuseEntry, startSession } from '../sessions/start-session.ts';
import { noteFresh } from '../sign-in/freshness.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { beginStep, takeStep } from '../sign-in/sign-in-steps.ts';
import { readClaims } from './read-claims.ts';
import type { PendingRegistration } from './registration.ts';
import { registrationKey, whyNotJoined } from './registration.ts';
import { browserHash, browserOf, loginPage, tripSchema } from './round-trip.ts';

type Endpoint = typeof endpoint;
type Trip = z.output<typeof tripSchema>;

/** Somebody whom a provider vouches for, on the way in. */
interface Arrival {
  call: Call<Endpoint>;
  provider: OidcProvider;
  trip: Trip;
  browser: string;
  answer: ProviderAnswer;
}

/** Every end of the way that has something to say: back to the login page. */
const stopped = ({ provider, trip }: Pick<Arrival, 'provider' | 'trip'>, problem: string) =>
  loginPage(trip.app, {
    problem,
    provider: provider.id,
    ...(trip.return === '' ? {} : { return: trip.return }),
  });

const welcome = ({ trip }: Arrival) =>
  loginPage(trip.app, { came: 'in', ...(trip.return === '' ? {} : { return: trip.return }) });

/**
 * Where a provider sends the browser back to. What was begun is used up whatever comes of it, so the same answer shown
 * twice, in another browser or at another provider's address opens nothing.
 */
export async function comeBackFromProvider(
  call: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const { params, request, now } = call;
  const provider = platform.config.oidcProviders.find(({ id }) => id === params.provider);
  if (provider === undefined) return refuse('not_found');
  const currentUrl = new URL(request.url, platform.config.publicUrl);
  const state = currentUrl.searchParams.get('state') ?? '';
  const step = await takeStep(platform.db, 'provider', state, now);
  if (step === undefined) return loginPage('user_portal', { problem: 'step_expired' });
  const trip = tripSchema.parse(step.detail);
  const browser = browserOf(request);
  if (browser === null || browserHash(browser) !== trip.browser || trip.provider !== provider.id) {
    return loginPage(trip.app, { problem: 'step_expired' });
  }

  const answer = await readProviderAnswer(provider, currentUrl, { ...trip, state });
  if ('failed' in answer) {
    const code =
      answer.error instanceof Error && 'code' in answer.error ? String(answer.error.code) : undefined;
    platform.log.warn({ name: provider.id, code }, `a login at a provider came to nothing: ${answer.failed}`);
    return step.userId === null
      ? stopped({ provider, trip }, answer.failed)
      : backToAccount(trip, { problem: answer.failed, provider: provider.id });
  }
  const arrival: Arrival = { call, provider, trip, browser, answer };
  if (step.userId === null) return logIn(arrival, platform);
  return trip.anew === true
    ? prove(arrival, { userId: step.userId, sentAt: step.begunAt }, platform)
    : link(arrival, step.userId, platform);
}

/** The page of the user's ways to log in, in the portal that they came from. */
const backToAccount = ({ app }: Trip, parameters: Record<string, string>) => ({
  location: `${app === 'admin_portal' ? '/admin/account' : '/profile/pwd'}?${new URLSearchParams(parameters)}`,
});

/** The account that a login opens. */
function holderOf({ answer }: Arrival, { db }: Platform) {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select([...sessionUserColumns, 'users.status', 'identities.id as identityId'])
    .where('issuer', '=', answer.issuer)
    .where('subject', '=', answer.subject)
    .executeTakeFirst();
}

/** Whether the session that sent somebody to the provider still stands: whoever ended it meant that nothing more comes of it. */
async function stillAsks(tx: Db, { trip }: Arrival, userId: number): Promise<boolean> {
  const asking = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('family_id', '=', trip.family ?? null)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('users.status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return asking !== undefined;
}

/**
 * Somebody who is in shows with a login at a provider that it is still them: with one that opens this account, and that
 * they made after they were sent there. One that was open there already, or of which the provider does not say when it
 * was made, shows nothing.
 */
async function prove(
  arrival: Arrival,
  asked: { userId: number; sentAt: Date },
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const { call, provider, trip, answer } = arrival;
  const sorry = (problem: string) => backToAccount(trip, { problem, provider: provider.id });
  if (!(await stillAsks(platform.db, arrival, asked.userId)) || trip.family === undefined) {
    return sorry('step_expired');
  }
  if ((await holderOf(arrival, platform))?.id !== asked.userId) return sorry('somebody_else');
  if (!reauthenticated(answer.authTime, asked.sentAt, call.now)) return sorry('not_anew');
  await noteFresh(platform.db, trip.family, call.now);
  return backToAccount(trip, { shown: provider.id });
}

async function logIn(arrival: Arrival, platform: Platform): Promise<Outcome<Endpoint>> {
  const { call, trip } = arrival;
  const holder = await holderOf(arrival, platform);
  if (holder === undefined) return meet(arrival, platform);
  const refusal = refuseEntry(holder, trip.app);
  if (refusal !== null) return stopped(arrival, refusal.refused);
  await platform.db
    .updateTable('identities')
    .set({ last_used_at: call.now })
    .where('id', '=', holder.identityId)
    .execute();
  const shown = { ...holder, shownAt: shownAt(arrival.answer.authTime, call.now) };
  const opened = await startSession(platform.db, platform, call, shown, trip.app);
  return opened === null ? stopped(arrival, 'no_account') : welcome(arrival);
}

const rowOf = ({ answer, provider, call }: Arrival, claims: Claims, of: { id: string; userId: number }) => ({
  id: of.id,
  user_id: of.userId,
  provider: provider.id,
  issuer: answer.issuer,
  subject: answer.subject,
  label: claims.email || `${claims.firstName} ${claims.lastName}`.trim(),
  created_at: call.now,
});

/** A login that no account knows yet. */
async function meet(arrival: Arrival, platform: Platform): Promise<Outcome<Endpoint>> {
  const { call, provider, trip, browser, answer } = arrival;
  const { now } = call;
  const claims = readClaims(await answer.claims(), provider.trustEmail);
  const holder = claims.emailProven
    ? await platform.db
        .selectFrom('users')
        .select([...sessionUserColumns, 'users.status'])
        .where('email', '=', claims.email)
        .executeTakeFirst()
    : undefined;
  if (holder !== undefined && decideNewIdentity(claims, holder) === 'link') {
    const refusal = refuseEntry(holder, trip.app);
    if (refusal !== null) return stopped(arrival, refusal.refused);
    const row = rowOf(arrival, claims, { id: platform.newId(), userId: holder.id });
    return platform.db.transaction().execute(async (tx) => {
      const problem = await whyNotJoined(tx, holder.id);
      if (problem !== null) return stopped(arrival, problem);
      const added = await tx
        .insertInto('identities')
        .values({ ...row, last_used_at: now })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows !== 1n) return welcome(arrival);
      await platform.emit(tx, [signInChanged(holder.id, 'identity_linked', provider.label, now)]);
      const shown = { ...holder, shownAt: shownAt(answer.authTime, now) };
      await startSession(tx, platform, call, shown, trip.app);
      return welcome(arrival);
    });
  }
  // Accounts are made in the user portal; into the other one people are let by those who are in.
  if (trip.app === 'admin_portal') return stopped(arrival, 'no_account');
  const detail: PendingRegistration = {
    ...claims,
    provider: provider.id,
    issuer: answer.issuer,
    subject: answer.subject,
    ...(answer.authTime === undefined ? {} : { authTime: answer.authTime }),
  };
  await beginStep(
    platform.db,
    { key: registrationKey(browser), purpose: 'registration', detail, lifetimeMs: providerStepMs },
    now,
  );
  return {
    location: `/auth/provider${trip.return === '' ? '' : `?${new URLSearchParams({ return: trip.return })}`}`,
  };
}

/** Adds the login to the account of who asked for it in the profile. */
async function link(arrival: Arrival, userId: number, platform: Platform): Promise<Outcome<Endpoint>> {
  const { call, provider, answer } = arrival;
  const claims = readClaims(await answer.claims(), provider.trustEmail);
  const outcome = await platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    if (!(await stillAsks(tx, arrival, userId))) return 'step_expired';
    const added = await tx
      .insertInto('identities')
      .values(rowOf(arrival, claims, { id: platform.newId(), userId }))
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) {
      await platform.emit(tx, [signInChanged(userId, 'identity_linked', provider.label, call.now)]);
      return 'linked';
    }
    const holder = await tx
      .selectFrom('identities')
      .select('user_id')
      .where('issuer', '=', answer.issuer)
      .where('subject', '=', answer.subject)
      .executeTakeFirst();
    return holder?.user_id === userId ? 'linked' : 'identity_taken';
  });
  return backToAccount(
    arrival.trip,
    outcome === 'linked' ? { linked: provider.id } : { problem: outcome, provider: provider.id },
  );
}
