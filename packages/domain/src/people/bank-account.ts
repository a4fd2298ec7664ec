import { type Message, message } from '@clearcall/i18n/message.ts';

/** The bank details of a profile. Source: Requirements 1, 3.11. */
export const bankFields = [
  'bankName',
  'bankHolderName',
  'swiftCode',
  'iban',
  'bankAddress',
  'bankRouting',
  'bankRemarks',
] as const;
export type BankField = (typeof bankFields)[number];

/** Whether a person has entered anything about the own bank account. */
export const hasBankDetails = (person: Readonly<Record<BankField, string | null>>): boolean =>
  bankFields.some((field) => (person[field] ?? '') !== '');

/** A code as banks write it: capital letters and digits without spaces. What is none is only put in capitals. */
export function normaliseBankCode(text: string): string {
  // Capitals of some letters are several signs, which have a composed form of their own.
  return text
    .replace(/[\s\u00a0]+/g, '')
    .toUpperCase()
    .normalize('NFC');
}

/** A tidy IBAN in groups of four, as people read it. */
export function showIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

// Two letters of the country, two check digits, up to thirty letters and digits of the account. Source: ISO 13616.
const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
// Where there is no IBAN, an account has a number: digits, with dashes in some countries.
const numberShape = /^\d[\d-]{3,33}$/;
// Bank, country, place, and the branch or nothing. Source: ISO 9362.
const bicShape = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** What is left when the IBAN, its first four characters put last and letters read as 10 to 35, is divided by 97. */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/**
 * What is wrong with a tidy account number, or null. Either an IBAN whose check digits fit, or the plain number that an
 * account has in countries without IBANs. Source: Requirements 1, 3.11; ISO 13616 and 7064 (mod 97).
 */
export function checkAccountNumber(account: string): Message | null {
  if (ibanShape.test(account)) {
    return remainder(account) === 1 ? null : message('forms.person.ibanCheck');
  }
  return numberShape.test(account) ? null : message('forms.person.iban');
}

/** What is wrong with a tidy BIC, or null. */
export function checkBic(bic: string): Message | null {
  return bicShape.test(bic) ? null : message('forms.person.bic');
}
