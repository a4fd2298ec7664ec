import type { register as endpoint } from '@clearcall/contract/users.ts';
import type { NewEvent } from '@clearcall/domain/model/event.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { judgeAnswer } from './judge-answer.ts';
import { judgePassword } from './judge-password.ts';
import { mayMail } from './slow-down.ts';

type Endpoint = typeof endpoint;

interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

/** Creates the user, or finds the one who has the address already: one statement either way. */
function createOrFindUser(tx: Db, user: NewUser, now: Date) {
  return tx
    .with('created', (db) =>
      db
        .insertInto('users')
        .values({
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          password_hash: user.passwordHash,
          role: 'user',
          status: 'locked',
          created_at: now,
          accepted_terms_at: now,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id'),
    )
    .selectFrom('created')
    .select((row) => ['created.id', row.val<'created' | 'known'>('created').as('found')])
    .unionAll((db) =>
      db
        .selectFrom('users')
        .select((row) => ['users.id', row.val<'created' | 'known'>('known').as('found')])
        .where('email', '=', user.email)
        .where('status', '!=', 'closed'),
    )
    .executeTakeFirst();
}

/** A name as one line of text. */
function tidyName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Registers an account that a mailed link unlocks. An address that has an account gets a mail that says so; the answer,
 * the statements and the hashing are the same, so that nobody learns who has one. The known account stays as it is.
 */
export async function register(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { body, now } = call;
  const firstName = tidyName(body.firstName);
  const lastName = tidyName(body.lastName);
  if (firstName === '') return refuse('invalid_input', { message: ['First Name is required.'] });
  if (lastName === '') return refuse('invalid_input', { message: ['Last Name is required.'] });
  const refusal = judgePassword(body.password, body.email) ?? (await judgeAnswer(platform.db, body, now));
  if (refusal !== null) return refusal;

  const passwordHash = await hashPassword(body.password);
  const wanted = mayMail(platform, 'registration', body.email, now);
  await platform.db.transaction().execute(async (tx) => {
    const user = await createOrFindUser(tx, { email: body.email, firstName, lastName, passwordHash }, now);
    const event: NewEvent =
      user?.found === 'created'
        ? { type: 'account_registered', occurredAt: now, userId: user.id }
        : { type: 'registration_repeated', occurredAt: now, userId: wanted ? user?.id : undefined };
    await platform.emit(tx, [event]);
  });
  return { done: true };
}
