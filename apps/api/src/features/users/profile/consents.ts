import type { agreeToTexts as agreeing, listConsents as listing } from '@clearcall/contract/privacy.ts';
import { type LegalVersions, legalTextsDue } from '@clearcall/domain/organisation/retention.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';

type Listing = typeof listing;
type Agreeing = typeof agreeing;

/** Consents of a person in the order in which they were given. */
function loadConsents(db: Db, userId: number) {
  return db
    .selectFrom('consents')
    .select(['subject', 'given', 'wording', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** What one agreed to oneself, and what to agree to now. */
export async function listConsents(
  { actor, params }: Call<Listing>,
  { db, organisation }: Platform,
): Promise<Outcome<Listing>> {
  if (params.id !== actor.userId) return refuse('not_found');
  const given = await loadConsents(db, actor.userId);
  const { legalVersions } = await organisation();
  return {
    data: given.map((consent) => ({ ...consent, at: consent.at.toISOString() })).reverse(),
    due: legalTextsDue(legalVersions, given).map((subject) => ({ subject, wording: legalVersions[subject] })),
  };
}

/** The rows that say that a person agreed to these texts, in the versions given. */
export function agreements(userId: number, versions: Partial<LegalVersions>, now: Date) {
  return Object.entries(versions).map(([subject, wording]) => ({
    user_id: userId,
    subject: subject as keyof LegalVersions,
    given: true,
    wording,
    at: now,
  }));
}

/** Agrees to texts. Somebody who agreed already has not agreed twice; nobody agrees to a text that is no longer shown. */
export async function agreeToTexts(
  { actor, params, body, now }: Call<Agreeing>,
  { db, organisation }: Platform,
): Promise<Outcome<Agreeing>> {
  if (params.id !== actor.userId) return refuse('not_found');
  const { legalVersions } = await organisation();
  if (body.data.some(({ subject, wording }) => wording !== legalVersions[subject])) {
    return refuse('stale_revision', { message: message('refusals.signIn.textChanged') });
  }
  const due = legalTextsDue(legalVersions, await loadConsents(db, actor.userId));
  const asked = due.filter((subject) => body.data.some((one) => one.subject === subject));
  const agreed = Object.fromEntries(asked.map((subject) => [subject, legalVersions[subject]]));
  if (asked.length > 0)
    await db
      .insertInto('consents')
      .values(agreements(actor.userId, agreed, now))
      .execute();
  return { done: true };
}
