import type { Language } from '@clearcall/i18n/language.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { addYears, isPlainDate } from '../forms/dates.ts';
import { isVisible, lengthOfText, normaliseLine, normaliseText } from '../forms/text.ts';
import { bankFields, checkAccountNumber, checkBic, normaliseBankCode } from './bank-account.ts';
import type { MailPace } from './mail-pace.ts';

/** The lists that a profile chooses from, by the tags of their option groups. */
export const profileLists = ['titles', 'genders', 'nationalities', 'research_fields'] as const;
export type ProfileList = (typeof profileLists)[number];

interface TextRule {
  kind: 'line' | 'lines' | 'option' | 'birth' | 'phone' | 'link' | 'bic' | 'account';
  /** The most characters. */
  max: number;
  required?: true;
  list?: ProfileList;
}

const link = { kind: 'link', max: 300 } as const satisfies TextRule;

/** What a person writes or chooses: one text each, null when empty. Source: Requirements 1, 3.3, 3.10 and 5.15. */
export const profileTexts = {
  firstName: { kind: 'line', max: 80, required: true },
  lastName: { kind: 'line', max: 80, required: true },
  title: { kind: 'option', max: 120, required: true, list: 'titles' },
  gender: { kind: 'option', max: 120, required: true, list: 'genders' },
  nationality: { kind: 'option', max: 120, required: true, list: 'nationalities' },
  dateOfBirth: { kind: 'birth', max: 10 },
  phoneNumber: { kind: 'phone', max: 20 },
  homeAddress: { kind: 'lines', max: 300, required: true },
  website: link,
  linkedin: link,
  researchgate: link,
  scholar: link,
  scopus: link,
  link1: link,
  link2: link,
  bankName: { kind: 'line', max: 120 },
  bankHolderName: { kind: 'line', max: 120 },
  swiftCode: { kind: 'bic', max: 20 },
  iban: { kind: 'account', max: 50 },
  bankAddress: { kind: 'lines', max: 300 },
  bankRouting: { kind: 'line', max: 40 },
  bankRemarks: { kind: 'lines', max: 1000 },
} as const satisfies Record<string, TextRule>;
export type ProfileText = keyof typeof profileTexts;
export const profileTextNames = Object.keys(profileTexts) as [ProfileText, ...ProfileText[]];

const isText = (field: string): field is ProfileText => Object.hasOwn(profileTexts, field);

/** What holds for one of them. */
export const textRule = (field: ProfileText): TextRule => profileTexts[field];

/** How many scientific fields of expertise a person may name. Source: Requirements 1, 9.5. */
export const maxFields = 3;

/** How many tags administrators may give a person, and how long each may be. */
export const maxTags = 20;
export const maxTagLength = 40;

/** The part of a profile that its owner can change. */
export type ProfileValues = { [F in ProfileText]: string | null } & {
  /** Values of `research_fields`, the most important first; no two alike. */
  fields: readonly string[];
  /** Available as a reviewer; null while nobody asked. */
  isReviewer: boolean | null;
  /** Wants a mail when a call opens; null while nobody asked. */
  acceptMailingList: boolean | null;
  language: Language | null;
  mailPace: MailPace;
};
export type ProfileField = keyof ProfileValues;

/** What one save changes. */
export type ProfileChange = { [F in ProfileField]?: ProfileValues[F] };

/** Every value of a list that a profile or a change holds, with its list. */
export function chosenValues(profile: ProfileChange): [list: ProfileList, value: string][] {
  const chosen: [ProfileList, string][] = [];
  for (const field of profileTextNames) {
    const { list } = textRule(field);
    const value = profile[field];
    if (list !== undefined && value) chosen.push([list, value]);
  }
  for (const value of profile.fields ?? []) chosen.push(['research_fields', value]);
  return chosen;
}

/** The tabs of the profile page and what is saved from each. Source: Requirements 1, 2.79. */
export const profileTabs = {
  personal: [
    'firstName',
    'lastName',
    'title',
    'gender',
    'nationality',
    'dateOfBirth',
    'phoneNumber',
    'homeAddress',
    'fields',
    'acceptMailingList',
  ],
  additional: ['linkedin', 'researchgate', 'scholar', 'scopus', 'website', 'link1', 'link2', 'mailPace'],
  involvement: ['isReviewer'],
  bank: bankFields,
} as const satisfies Record<string, readonly ProfileField[]>;
export type ProfileTab = keyof typeof profileTabs;

// An address as people type it, without the scheme.
const bareAddress = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u;
// Only http and https, a host with a dot in it, and nobody's name or password before it.
const webAddress = /^https?:\/\/(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?:[/?#][^\s<>"]*)?$/iu;
const storedPhone = /^\+\d{1,4}\|\d{1,14}$/;

function normaliseInput(kind: TextRule['kind'], text: string): string {
  switch (kind) {
    case 'lines':
      return isVisible(text) ? normaliseText(text).trim() : '';
    case 'bic':
    case 'account':
      return normaliseBankCode(normaliseLine(text));
    case 'link': {
      const line = normaliseLine(text);
      return bareAddress.test(line) ? `https://${line}` : line;
    }
    default:
      return normaliseLine(text).replace(/\s+/g, ' ');
  }
}

/** The change as it is judged and stored: one Unicode form, no spaces at the ends, empty texts as null. */
export function normaliseProfile(change: ProfileChange): ProfileChange {
  const normalised: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (isText(field)) normalised[field] = normaliseInput(textRule(field).kind, String(value ?? '')) || null;
    else if (Array.isArray(value)) normalised[field] = value.map(normaliseLine).filter((one) => one !== '');
    else normalised[field] = value;
  }
  return normalised as ProfileChange;
}

/** What a judgement needs to know of the world. */
export interface ProfileContext {
  /** yyyy-mm-dd, by the clock of the server. */
  today: string;
  /** Whether a value may stand: it is offered now, or the person has it already from an older version of the list. */
  isKnown: (list: ProfileList, value: string) => boolean;
  /** The person has one name, their first: no last name is required. */
  oneName: boolean;
}

const required = message('forms.person.required');

/** Between 18 and 100 years ago, both birthdays included. */
function isBirthDate(date: string, today: string): boolean {
  const latest = addYears(today, -18);
  const earliest = addYears(today, -100);
  return isPlainDate(date) && latest !== null && earliest !== null && date <= latest && date >= earliest;
}

function checkContent(rule: TextRule, value: string, around: ProfileContext): Message | null {
  switch (rule.kind) {
    case 'line':
    case 'lines':
      return null;
    case 'option':
      return rule.list !== undefined && around.isKnown(rule.list, value)
        ? null
        : message('forms.person.option');
    case 'birth':
      return isBirthDate(value, around.today) ? null : message('forms.person.birth');
    case 'phone':
      return storedPhone.test(value) ? null : message('forms.person.phone');
    case 'link':
      return webAddress.test(value) ? null : message('forms.person.link');
    case 'bic':
      return checkBic(value);
    case 'account':
      return checkAccountNumber(value);
  }
}

function checkText(field: ProfileText, value: string | null, around: ProfileContext): Message | null {
  const rule = textRule(field);
  if (value === null) {
    if (rule.kind === 'birth') return message('forms.person.birth');
    return rule.required && !(field === 'lastName' && around.oneName) ? required : null;
  }
  // Of a day only that it is none: whoever types it with spaces is not told of characters.
  if (rule.kind !== 'birth' && lengthOfText(value) > rule.max)
    return message('forms.person.tooLong', { max: rule.max });
  return checkContent(rule, value, around);
}

function checkFields(fields: readonly string[], around: ProfileContext): Message | null {
  if (fields.length === 0) return required;
  if (fields.length > maxFields) return message('forms.person.fieldsMost', { most: maxFields });
  if (new Set(fields).size < fields.length) return message('forms.person.fieldsOnce');
  return fields.every((field) => around.isKnown('research_fields', field))
    ? null
    : message('forms.person.fieldsKnown');
}

/**
 * What is wrong with a tidy change, one sentence per field; nothing when it may be saved. A field that is not part of
 * the change is not asked for: each tab is saved on its own. Source: Requirements 1, 5.15, 5.16 and 10.28.
 */
export function checkProfile(
  change: ProfileChange,
  around: ProfileContext,
): Partial<Record<ProfileField, Message>> {
  const faults: Partial<Record<ProfileField, Message>> = {};
  for (const field of profileTextNames) {
    const value = change[field];
    const fault = value === undefined ? null : checkText(field, value, around);
    if (fault !== null) faults[field] = fault;
  }
  const fault = change.fields === undefined ? null : checkFields(change.fields, around);
  if (fault !== null) faults.fields = fault;
  return faults;
}
