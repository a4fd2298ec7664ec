import { type BankField, bankFields } from '@clearcall/domain/people/bank-account.ts';
import type { Sealed, Vault } from '../../../platform/vault.ts';

export type BankDetails = Record<BankField, string | null>;

/** Nothing is known yet. */
export const noBankDetails = Object.fromEntries(bankFields.map((field) => [field, null])) as BankDetails;

/** Whose the sealed text is: copied to another person's row it does not open. */
const boundTo = (userId: number) => `bank_details:${userId}`;

/** The columns of `bank_details`, all null where there is no row. */
export interface MaybeSealed {
  key_id: string | null;
  nonce: Buffer | null;
  sealed: Buffer | null;
}

/** The bank details of a person in the clear, for those who may read them. */
export function openBankDetails(vault: Vault, userId: number, row: MaybeSealed): BankDetails {
  const { key_id, nonce, sealed } = row;
  if (key_id === null || nonce === null || sealed === null) return { ...noBankDetails };
  return {
    ...noBankDetails,
    ...(JSON.parse(vault.open({ key_id, nonce, sealed }, boundTo(userId))) as Partial<BankDetails>),
  };
}

/** The details as they are stored: one text, so that not even which of them are filled in can be told. */
export function sealBankDetails(vault: Vault, userId: number, details: BankDetails): Sealed {
  return vault.seal(JSON.stringify(details), boundTo(userId));
}
