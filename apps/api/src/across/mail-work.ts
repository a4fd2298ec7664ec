import type { MailTemplate } from '@clearcall/domain/mail/mail.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { accountMailFacts } from '../features/users/mail-facts.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Database } from '../platform/db/schema.ts';
import type { PlannedMail } from '../platform/outbox/plan-deliveries.ts';
import type { Platform } from '../platform/platform.ts';

type Event = Selectable<Database['events']>;

/** Who gets a mail because of an event, and what is stored of it till then: nothing that must stay secret. */
type Plan = (db: Db, event: Event) => Promise<Omit<PlannedMail, 'template'>[]>;

/** Adds to the stored facts what exists only in the mail itself: links with their tokens, and codes. null: no longer wanted. */
export type Finish = (
  facts: Record<string, unknown>,
  platform: Platform,
) => Promise<Record<string, unknown> | null>;

/** To the person of the event, while the account is in one of these states. */
const toAccount =
  (...states: readonly ('locked' | 'active')[]): Plan =>
  async (db, { user_id }) => {
    if (user_id === null) return [];
    const user = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .where('status', 'in', states)
      .executeTakeFirst();
    return user === undefined ? [] : [{ recipient: user.email, facts: { userId: user_id } }];
  };

const toChallenged: Plan = async (_db, { detail }) => {
  const { challengeId, email } = z.object({ challengeId: z.string(), email: z.string() }).parse(detail);
  return [{ recipient: email, facts: { challengeId } }];
};

const toApplicant: Plan = async (db, event) => {
  if (event.application_id === null || event.user_id === null) return [];
  const row = await db
    .selectFrom('applications')
    .innerJoin('calls', 'calls.id', 'applications.call_id')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .select(['users.email', 'users.first_name', 'users.last_name', 'applications.uid', 'applications.title'])
    .select(['calls.title as callTitle', 'calls.time_zone as timeZone'])
    .where('applications.id', '=', event.application_id)
    // What a reviewer submits is no news for the applicant.
    .where('applications.owner_id', '=', event.user_id)
    .executeTakeFirst();
  if (row === undefined) return [];
  const { email, uid, title, callTitle, timeZone } = row;
  const name = `${row.first_name} ${row.last_name}`.trim();
  return [
    {
      recipient: email,
      facts: { name, uid, title, callTitle, timeZone, submittedAt: event.occurred_at.toISOString() },
    },
  ];
};

const accountMail =
  (template: Parameters<typeof accountMailFacts>[1]): Finish =>
  (facts, { db, now, config }) =>
    accountMailFacts({ db, now: now(), config }, template, facts);

/** How each mail finds its readers and its facts. Which events it follows says packages/domain/src/automation. */
export const mailWork: Record<MailTemplate, { plan: Plan; finish: Finish }> = {
  confirm_account: { plan: toAccount('locked'), finish: accountMail('confirm_account') },
  already_registered: { plan: toAccount('active'), finish: accountMail('already_registered') },
  reset_password: { plan: toAccount('locked', 'active'), finish: accountMail('reset_password') },
  human_code: { plan: toChallenged, finish: accountMail('human_code') },
  application_submitted: {
    plan: toApplicant,
    finish: async (facts, { config }) => ({
      ...facts,
      link: `${config.publicUrl}/applications/${String(facts.uid)}`,
    }),
  },
};
