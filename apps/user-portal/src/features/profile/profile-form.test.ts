import type { Profile } from '@clearcall/domain/people/user.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Lists, ProfileForm } from './profile-form.ts';

await startTexts(['frame', 'forms'], 'en');

const saved: Profile = {
  id: 7,
  email: 'zoe@example.org',
  firstName: 'Zoë',
  lastName: 'Ångström',
  role: 'user',
  acceptMailingList: null,
  language: null,
  mailPace: 'at_once',
  status: 'active',
  lastLogin: null,
  title: 'Dr.',
  gender: 'Female',
  nationality: 'SE',
  dateOfBirth: '1985-03-31',
  phoneNumber: '+46|701234567',
  homeAddress: 'Storgatan 1',
  fields: ['PE2', 'Old'],
  website: null,
  linkedin: null,
  researchgate: null,
  scholar: null,
  scopus: null,
  link1: null,
  link2: null,
  isReviewer: null,
  temporary: false,
  mandateStartDate: null,
  mandateEndDate: null,
  tags: [],
  bankName: null,
  bankHolderName: null,
  swiftCode: null,
  iban: null,
  bankAddress: null,
  bankRouting: null,
  bankRemarks: null,
};
const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
const lists: Lists = {
  titles: options('Dr.'),
  genders: options('Female'),
  nationalities: options('SE'),
  research_fields: [...options('PE2', 'LS1'), { value: 'Old', label: 'Old', offered: false }],
};
const open = (of: Partial<Profile> = {}) => new ProfileForm({ ...saved, ...of }, lists, () => '2026-11-21');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('sends only what differs from what the server has, as the server stores it', () => {
  const form = open();
  expect(form.changes('personal')).toEqual({});
  form.set('firstName', '  Zoë ');
  form.set('homeAddress', 'Storgatan 2\r\nUppsala ');
  form.set('phoneNumber', '+46|70 123 45 68');
  form.set('website', 'example.org');
  expect(form.changes('personal')).toEqual({
    homeAddress: 'Storgatan 2\nUppsala',
    phoneNumber: '+46|701234568',
  });
  expect(form.changes('additional')).toEqual({ website: 'https://example.org' });
  expect(form.unsavedTabs()).toEqual(['personal', 'additional']);
});

test('judges a moment after the last key, and shows what is wrong once the field was left', () => {
  const form = open();
  form.set('lastName', '');
  expect(form.faults('personal')).toEqual({});
  vi.advanceTimersByTime(299);
  expect(form.faults('personal')).toEqual({});
  vi.advanceTimersByTime(1);
  expect(form.faults('personal')).toEqual({ lastName: 'This field is required' });
  expect(form.error('lastName')).toBeNull();
  form.leave('lastName');
  expect(form.error('lastName')).toBe('This field is required');
  // Other tabs can be saved meanwhile.
  expect(form.faults('bank')).toEqual({});
});

test('names what a new profile still needs, before anything was typed', () => {
  const form = open({ title: null, nationality: null, dateOfBirth: null, homeAddress: null, fields: [] });
  expect(form.missing('personal')).toEqual(['title', 'nationality', 'dateOfBirth', 'homeAddress', 'fields']);
  form.set('dateOfBirth', '2020-01-01');
  form.set('homeAddress', '  ');
  form.set('fields', ['PE2']);
  vi.advanceTimersByTime(300);
  // What is there and wrong is to be checked; it is not missing.
  expect(form.missing('personal')).toEqual(['title', 'nationality', 'homeAddress']);
  expect(Object.keys(form.faults('personal'))).toContain('dateOfBirth');
  expect([form.missing('additional'), form.missing('bank')]).toEqual([[], []]);
});

test('never flags a telephone number, and keeps older values', () => {
  const form = open();
  form.set('phoneNumber', '+46|12345678901234567890');
  form.set('fields', ['Old', 'LS1']);
  vi.advanceTimersByTime(300);
  expect(form.faults('personal')).toEqual({});
});

test('letters over a telephone number are sent as typed, for the server to refuse: the stored one stays', () => {
  const form = open();
  form.set('phoneNumber', '+46|ask my office');
  form.leave('phoneNumber');
  expect([form.faults('personal'), form.changes('personal')]).toEqual([
    {},
    { phoneNumber: '+46|ask my office' },
  ]);
  form.refuse({ phoneNumber: 'Invalid phone number' });
  expect([form.value('phoneNumber'), form.error('phoneNumber'), form.saved.phoneNumber]).toEqual([
    '+46|ask my office',
    'Invalid phone number',
    '+46|701234567',
  ]);
  form.set('phoneNumber', '');
  expect(form.changes('personal')).toEqual({ phoneNumber: null });
});

test('a typed date of birth that is none is told, is not saved, counts, and goes along to another page', () => {
  const form = open();
  const howTo = 'Enter the date as day, month and year: dd-mm-yyyy.';
  for (const [typed, sentence] of [
    ['31/02/1985', 'Invalid date of birth. There is no 31 February 1985.'],
    ['31 / 02 / 1985', 'Invalid date of birth. There is no 31 February 1985.'],
    ['March 1985', `Invalid date of birth. ${howTo}`],
    ['', 'Invalid date of birth'],
    ['2020-01-01', 'Invalid date of birth'],
  ] as const) {
    form.set('dateOfBirth', typed);
    form.leave('dateOfBirth');
    expect([form.value('dateOfBirth'), form.error('dateOfBirth'), form.unsaved('personal')]).toEqual([
      typed,
      sentence,
      1,
    ]);
    expect(form.showFaults('personal')).toBe('dateOfBirth');
  }
  form.set('dateOfBirth', '31/02/1985');
  const other = open();
  other.restore(form.unsavedValues());
  expect([other.value('dateOfBirth'), other.saved.dateOfBirth]).toEqual(['31/02/1985', '1985-03-31']);
});

test('what was typed stays over what the server says, and over a save that it was not part of', () => {
  const form = open();
  form.set('bankName', 'Fortis');
  form.learn({ ...saved, bankName: 'Other', bankRouting: '6000' }, lists);
  expect([form.value('bankName'), form.value('bankRouting')]).toEqual(['Fortis', '6000']);
  const sent = form.changes('bank');
  form.set('bankName', 'Fortis Nord');
  form.keep(sent, { ...saved, bankName: 'Fortis', bankRouting: '6000' });
  expect([form.value('bankName'), form.changes('bank')]).toEqual([
    'Fortis Nord',
    { bankName: 'Fortis Nord' },
  ]);
  form.keep(form.changes('bank'), { ...saved, bankName: 'Fortis Nord' });
  expect(form.unsavedTabs()).toEqual([]);
});

test('shows a refusal of the server until the field is changed', () => {
  const form = open();
  form.set('iban', 'BE68539007547035');
  form.refuse({ iban: 'No such account.' });
  expect([form.error('iban'), form.firstRefused('bank')]).toEqual(['No such account.', 'iban']);
  form.set('iban', 'BE68539007547034');
  expect([form.error('iban'), form.firstRefused('bank')]).toEqual([null, undefined]);
  form.discard();
  expect([form.value('iban'), form.unsavedTabs()]).toEqual([null, []]);
});

test('what was typed can be taken elsewhere and put on top again, but for bank details', () => {
  const form = open();
  form.set('lastName', 'Åkesson');
  form.set('website', 'example.org');
  form.set('fields', ['LS1']);
  form.set('iban', 'BE68539007547034');
  const unsaved = form.unsavedValues();
  expect(unsaved).toEqual({ lastName: 'Åkesson', website: 'https://example.org', fields: ['LS1'] });
  const other = open();
  other.restore(JSON.parse(JSON.stringify(unsaved)));
  expect(other.unsavedValues()).toEqual(unsaved);
  expect([other.unsaved('personal'), other.unsavedTabs()]).toEqual([2, ['personal', 'additional']]);
});
