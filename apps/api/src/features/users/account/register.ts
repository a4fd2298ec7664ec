import type { register as endpoint } from '@clearcall/contract/users.ts';
import type { LegalVersions } from '@clearcall/domain/organisation/retention.ts';
import { sql } from 'kysely';
import { hashPassword, passwordQueue } from '../../../platform/auth/passwords.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { checkHumanAnswer } from './check-human-answer.ts';
import { checkPassword } from './check-password.ts';
import { ownNames } from './normalise-name.ts';
import { refuseWithoutPasswords } from './password-login.ts';
import { mayMail } from './throttling.ts';

type Endpoint = typeof endpoint;

interface Registration {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  /** The page to come back to. */
  wayBack: string | null;
  /** The texts that the form showed. */
  legalVersions: LegalVersions;
  /** What the form was read in: the account and its first mail begin with it. */
  language: string;
  /** Not when its mail would be one too many. */
  wanted: boolean;
}

/**
 * Creates the user, or finds the one who has the address already, and lays the registration beside an account that is
 * still locked: one statement either way. The account itself stays as it is until a link is used.
 */
function writeRegistration(tx: Db, given: Registration, now: Date) {
  const { email, firstName: first_name, lastName: last_name, passwordHash: password_hash } = given;
  // Nobody knows yet whose words the names are: they wait with the password.
  const nameless = { first_name: '', last_name: '' };
  return tx
    .with('account', (db) =>
      db
        .insertInto('users')
        .values({
          ...nameless,
          email,
          role: 'user',
          status: 'locked',
          created_at: now,
          language: given.language,
        })
        // Writes what is there, so that a known address is answered like a new one, also when two come at once.
        .onConflict((conflict) =>
          conflict.column('email').doUpdateSet((row) => ({ email: row.ref('users.email') })),
        )
        .returning(['id', 'status', sql<boolean>`xmax = 0`.as('created')]),
    )
    .with('registration', (db) =>
      db
        .insertInto('registrations')
        .columns([
          'id',
          'user_id',
          'first_name',
          'last_name',
          'password_hash',
          'accepted_terms_at',
          'created_at',
          'legal_versions',
          'return_to',
        ])
        .expression((from) =>
          from
            .selectFrom('account')
            .select((row) => [
              row.val(given.id).as('id'),
              'account.id as user_id',
              row.val(first_name).as('first_name'),
              row.val(last_name).as('last_name'),
              row.val(password_hash).as('password_hash'),
              row.val(now).as('accepted_terms_at'),
              row.val(now).as('created_at'),
              sql<string>`${JSON.stringify(given.legalVersions)}::jsonb`.as('legal_versions'),
              row.val(given.wayBack).as('return_to'),
            ])
            .where('status', '=', 'locked')
            .where((row) => row.or([row('created', '=', true), row.val(given.wanted)])),
        )
        .returning('id'),
    )
    .selectFrom('account')
    .select(['id', 'status', 'created'])
    .executeTakeFirstOrThrow();
}

/**
 * Registers an account that a mailed link unlocks. Password and names wait beside the account until the link of this
 * very registration is used: whoever enters somebody else's address ends up with nothing. An address that has an
 * account gets a mail that says so; the answer, the statements and the hashing are the same, so that nobody learns who
 * has one.
 */
export async function register(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { body, ip, now } = call;
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const names = ownNames(body);
  if (isRefusal(names)) return names;
  const { legalVersions, humanToleranceDegrees: toleranceDegrees } = await platform.organisation();
  // Before the human check, which is used up by a right answer.
  passwordQueue.mustHaveRoom(ip);
  const refusal =
    checkPassword(body.password, body.email) ??
    (await checkHumanAnswer(platform.db, body, { now, toleranceDegrees }));
  if (refusal !== null) return refusal;

  const passwordHash = await hashPassword(body.password, ip);
  const wanted = await mayMail(platform.db, 'registration', body.email, now);
  const id = platform.newId();
  await platform.db.transaction().execute(async (tx) => {
    const wayBack = body.return ?? null;
    const given = {
      id,
      email: body.email,
      ...names,
      passwordHash,
      wayBack,
      legalVersions,
      language: call.translator.language,
      wanted,
    };
    const account = await writeRegistration(tx, given, now);
    const userId = account.created || (wanted && account.status !== 'closed') ? account.id : undefined;
    const type = account.created ? 'account_registered' : 'registration_repeated';
    const detail = { registrationId: id, ...(wayBack === null ? {} : { return: wayBack }) };
    await platform.emit(tx, [{ type, occurredAt: now, userId, detail }]);
  });
  return { done: true };
}
