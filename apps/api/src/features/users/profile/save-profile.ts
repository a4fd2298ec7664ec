import type { saveProfile as endpoint } from '@clearcall/contract/users.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { bankFields, hasBankDetails } from '@clearcall/domain/people/bank-account.ts';
import {
  checkProfile,
  chosenValues,
  normaliseProfile,
  type ProfileChange,
  type ProfileField,
  profileLists,
} from '@clearcall/domain/people/profile.ts';
import type { Profile } from '@clearcall/domain/people/user.ts';
import { message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type BankDetails, sealBankDetails } from './bank-details.ts';
import { isBankField, profileColumns, profileOf, profileRow } from './load-profile.ts';

type Endpoint = typeof endpoint;

/**
 * The row, locked until the save is done, and which of the chosen values are offered now. One statement; two for bank
 * details: a lock that had to wait brings its own row up to date, but not what is joined to it.
 */
async function loadForSave(tx: Db, userId: number, change: ProfileChange) {
  if (Object.keys(change).some(isBankField))
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const values = chosenValues(change).map(([, value]) => value);
  return profileRow(tx, userId)
    .select(
      sql<[string, string][]>`coalesce((select jsonb_agg(jsonb_build_array(g.tag, o.value))
        from options o join option_groups g on g.id = o.group_id
        where o.offered and g.tag = any(${[...profileLists]}) and o.value = any(${values})), '[]')`.as(
        'offered',
      ),
    )
    .forUpdate('users')
    .executeTakeFirst();
}

/** `wording` is what stood beside the opt-in, in the language in which it was read. */
async function writeProfile(
  tx: Db,
  vault: Vault,
  profile: Profile,
  fields: ProfileField[],
  { now, wording }: { now: Date; wording: string },
) {
  const plain = fields.filter((field) => !isBankField(field));
  if (plain.length > 0) {
    const columns = plain.map((field) => [
      profileColumns[field as keyof typeof profileColumns],
      profile[field],
    ]);
    await tx.updateTable('users').set(Object.fromEntries(columns)).where('id', '=', profile.id).execute();
  }
  if (fields.some(isBankField)) {
    const details = Object.fromEntries(bankFields.map((field) => [field, profile[field]])) as BankDetails;
    if (!hasBankDetails(details)) {
      await tx.deleteFrom('bank_details').where('user_id', '=', profile.id).execute();
    } else {
      const row = { ...sealBankDetails(vault, profile.id, details), updated_at: now };
      await tx
        .insertInto('bank_details')
        .values({ user_id: profile.id, ...row })
        .onConflict((known) => known.column('user_id').doUpdateSet(row))
        .execute();
    }
  }
  if (fields.includes('acceptMailingList')) {
    await tx
      .insertInto('consents')
      .values({
        user_id: profile.id,
        subject: 'mailing_list',
        given: profile.acceptMailingList === true,
        wording,
        at: now,
      })
      .execute();
  }
}

/**
 * Saves the fields that are sent and no others, so that two devices do not undo each other's work: all of them, or none
 * when one is wrong. An answer to the mailing list is kept with its words and its time. The note of it in the log names
 * fields, never values. Source: Requirements 1, 5.15 and 7.18.
 */
export async function saveProfile(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, params, body, now } = call;
  const { db, vault, emit } = platform;
  if (params.id !== actor.userId) return refuse('not_found');
  const { oneName, ...sent } = body;
  const change = normaliseProfile(sent);
  const { theme } = await platform.organisation();
  return db.transaction().execute(async (tx) => {
    const row = await loadForSave(tx, actor.userId, change);
    if (row === undefined) return refuse('not_found');
    const before = profileOf(vault, row);
    // What somebody has from an older list may stay.
    const known = new Set([...row.offered, ...chosenValues(before)].map((choice) => choice.join('\n')));
    const faults = checkProfile(change, {
      today: plainDate(now, theme.timeZone),
      isKnown: (list, value) => known.has(`${list}\n${value}`),
      oneName: oneName === true || before.lastName === '',
    });
    const wrong = Object.fromEntries(
      Object.entries(faults).map(([field, why]) => [field, call.translator.translate(why)]),
    );
    const sentences = [...new Set(Object.values(wrong))];
    if (sentences.length > 0) return refuse('invalid_input', { message: sentences, body: { fields: wrong } });

    const noLastName = change.lastName === null ? { lastName: '' } : {};
    const profile = { ...before, ...change, ...noLastName } as Profile;
    const fields = (Object.keys(change) as ProfileField[]).filter(
      (field) => JSON.stringify(profile[field]) !== JSON.stringify(before[field]),
    );
    if (fields.length === 0) return before;
    const wording = call.translator.translate(message('parts.list.wording'));
    await writeProfile(tx, vault, profile, fields, { now, wording });
    await emit(tx, [
      {
        type: 'profile_saved',
        occurredAt: now,
        userId: actor.userId,
        actorId: actor.userId,
        detail: { fields: fields.join(',') },
      },
    ]);
    return profile;
  });
}
