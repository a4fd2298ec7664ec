import { type BankField, bankFields } from '@clearcall/domain/people/bank-account.ts';
import type { ProfileField } from '@clearcall/domain/people/profile.ts';
import type { Profile } from '@clearcall/domain/people/user.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { sessionUser, sessionUserColumns } from '../sessions/open-session.ts';
import { openBankDetails } from './bank-details.ts';

/** Where each field of a profile stands; the bank details are sealed, in a table of their own. */
export const profileColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  title: 'title',
  gender: 'gender',
  nationality: 'nationality',
  dateOfBirth: 'date_of_birth',
  phoneNumber: 'phone_number',
  homeAddress: 'home_address',
  fields: 'fields',
  website: 'website',
  linkedin: 'linkedin',
  researchgate: 'researchgate',
  scholar: 'scholar',
  scopus: 'scopus',
  link1: 'link1',
  link2: 'link2',
  isReviewer: 'is_reviewer',
  acceptMailingList: 'accept_mailing_list',
  language: 'language',
  mailPace: 'mail_pace',
} as const satisfies Record<Exclude<ProfileField, BankField>, string>;

export function isBankField(field: string): field is BankField {
  return (bankFields as readonly string[]).includes(field);
}

/** The query for one profile with its sealed bank details. */
export function profileRow(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .leftJoin('bank_details', 'bank_details.user_id', 'users.id')
    .select([
      ...sessionUserColumns,
      'users.status',
      'users.last_login_at',
      'users.title',
      'users.gender',
      'users.nationality',
      'users.date_of_birth',
      'users.phone_number',
      'users.home_address',
      'users.fields',
      'users.website',
      'users.linkedin',
      'users.researchgate',
      'users.scholar',
      'users.scopus',
      'users.link1',
      'users.link2',
      'users.is_reviewer',
      'users.mail_pace',
      'users.temporary',
      'users.mandate_start_date',
      'users.mandate_end_date',
      'users.tags',
      'bank_details.key_id',
      'bank_details.nonce',
      'bank_details.sealed',
    ])
    .where('users.id', '=', userId);
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof profileRow>['executeTakeFirst']>>>;

/** A row as its owner reads it. */
export function profileOf(vault: Vault, row: Row): Profile {
  return {
    ...sessionUser(row),
    status: row.status,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    title: row.title,
    gender: row.gender,
    nationality: row.nationality,
    dateOfBirth: row.date_of_birth,
    phoneNumber: row.phone_number,
    homeAddress: row.home_address,
    fields: row.fields,
    website: row.website,
    linkedin: row.linkedin,
    researchgate: row.researchgate,
    scholar: row.scholar,
    scopus: row.scopus,
    link1: row.link1,
    link2: row.link2,
    isReviewer: row.is_reviewer,
    mailPace: row.mail_pace,
    temporary: row.temporary,
    mandateStartDate: row.mandate_start_date,
    mandateEndDate: row.mandate_end_date,
    tags: row.tags,
    ...openBankDetails(vault, row.id, row),
  };
}
