import type { Retention } from './retention.ts';

/** One kind of personal data: the row of the privacy page, and the promise that the code keeps. */
interface PersonalData {
  name: string;
  what: string;
  why: string;
  /** Beside the person, who sees always what is their own. */
  whoSees: string;
  howLong: (retention: Retention) => string;
  /** What happens to it when the person deletes the account. */
  onClosing: (retention: Retention) => string;
}

const days = (count: number): string => (count === 365 ? '1 year' : count === 1 ? '1 day' : `${count} days`);

/** Months in words: '60 months' reads as '5 years'. */
function months(count: number): string {
  if (count % 12 === 0) return count === 12 ? '1 year' : `${count / 12} years`;
  return count === 1 ? '1 month' : `${count} months`;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const atOnce = () => 'Deleted at once.';

/**
 * Everything that the portal keeps about people. The privacy page is written from this table; the API's own table
 * names for every column of the database that refers to a person one of these rows, and a test holds the two together.
 */
export const personalData = {
  account: {
    name: 'Account',
    what: 'Name, e-mail address, language, a hash of the password, role, when you registered and last logged in',
    why: 'To know who you are, to reach you and to let nobody else in',
    whoSees: 'The office. Others read your name only where you work on the same application',
    howLong: ({ unconfirmedAccountsDays }) =>
      `As long as you have the account. One that is never confirmed: ${days(unconfirmedAccountsDays)}.`,
    onClosing: ({ closedNamesMonths }) =>
      `Deleted at once. Your name stays on what you submitted for ${months(closedNamesMonths)}, then it is replaced by ‘Former user’.`,
  },
  profile: {
    name: 'Profile',
    what: 'Title, gender, nationality, date of birth, telephone, address, fields of expertise, links, involvement as a reviewer',
    why: 'To fill in your applications for you, and to find reviewers who know the field',
    whoSees: 'The office',
    howLong: () => 'Until you empty the field.',
    onClosing: atOnce,
  },
  bank: {
    name: 'Bank details',
    what: 'Bank, holder, account numbers, remarks',
    why: 'To pay reviewers; for nothing else',
    whoSees: 'The finance manager. They are encrypted in the database',
    howLong: () => 'Until you empty them.',
    onClosing: atOnce,
  },
  sign_ins: {
    name: 'Logins',
    what: 'Open sessions with the browser’s name, passkeys, linked accounts of other providers, links that we mailed to you',
    why: 'To keep you logged in, and to show you where you are',
    whoSees: 'Nobody. Of tokens only hashes are stored',
    howLong: ({ endedSessionsDays }) =>
      `Sessions and links: ${days(endedSessionsDays)} after their end. Passkeys and linked accounts: until you remove them.`,
    onClosing: atOnce,
  },
  attempts: {
    name: 'Attempts',
    what: 'Wrong passwords and requested mails, counted by e-mail and network address',
    why: 'To slow down guessing and floods of mail',
    whoSees: 'Nobody',
    howLong: () => 'At most a day.',
    onClosing: atOnce,
  },
  consents: {
    name: 'Consents',
    what: 'To which version of which text you agreed, or took it back, and when',
    why: 'The law asks us to prove it',
    whoSees: 'Nobody, unless we have to prove it',
    howLong: () => 'As long as you have the account.',
    onClosing: ({ closedNamesMonths }) => `Kept for ${months(closedNamesMonths)} as proof.`,
  },
  drafts: {
    name: 'Drafts',
    what: 'Answers and files that you have not submitted',
    why: 'So that you can go on where you stopped',
    whoSees: 'Nobody. The office sees how many drafts there are',
    howLong: ({ draftMonths, draftWarningMonths, draftLastMailDays }) =>
      `${sentence(months(draftMonths))}, and as long as you work on it; we warn you after ${months(draftWarningMonths)}, and ${days(draftLastMailDays)} before.`,
    onClosing: atOnce,
  },
  submitted: {
    name: 'Submitted applications',
    what: 'Answers, files, the people named in them, decisions, notes of the office',
    why: 'To check, review and decide, and to answer for the use of public money',
    whoSees: 'Each step’s reviewers, computing centres and staff, as far as their part needs it',
    howLong: () => 'As long as the rules of the funding of the call demand.',
    onClosing: () => 'Stay with the organisation: they are the record of a decision.',
  },
  submissions: {
    name: 'Earlier submissions',
    what: 'What you submitted, each time as it was, when, and by whom',
    why: 'To show what a decision was made on, also after it was changed',
    whoSees: 'The office. Others see the newest one, as far as their part needs it',
    howLong: () => 'As long as the application.',
    onClosing: () => 'Stay with the organisation: they are the record of a decision.',
  },
  conflicts: {
    name: 'Conflicts of interest',
    what: 'That you may not deal with an application and why, who noted or cleared it, and when',
    why: 'To keep decisions fair, and to show that they were',
    whoSees: 'The office',
    howLong: () => 'As long as the application.',
    onClosing: () => 'Stay with the organisation: they are the record of a decision.',
  },
  reviews: {
    name: 'Reviews',
    what: 'Reviews, notes, decisions and other work on applications of others; which rules on conflicts of interest you agreed to, and when',
    why: 'To decide on them and to show how the decision was made',
    whoSees: 'The office and those who decide. Applicants never learn who reviewed',
    howLong: () => 'As long as the application.',
    onClosing: () =>
      'What you submitted stays. Work that you had not finished is deleted and taken from you.',
  },
  events: {
    name: 'Events',
    what: 'What happened to your account and your applications, when, and by whom; without content',
    why: 'To find out what went wrong, and to prove that nothing was lost',
    whoSees: 'The office',
    howLong: ({ accountEventsDays }) =>
      `Those of your account: ${days(accountEventsDays)}. Those of an application: as long as the application.`,
    onClosing: () => 'Stay as long, without your name and address.',
  },
  mails: {
    name: 'Mails',
    what: 'Which one was sent to which address, and when',
    why: 'To send it again when it did not arrive',
    whoSees: 'The office',
    howLong: ({ mailsDays }) => `${days(mailsDays)} after it was sent.`,
    onClosing: ({ mailsDays }) =>
      `Deleted at once, and nothing more is sent; only the mail that confirms the deletion stays ${days(mailsDays)}.`,
  },
  archive: {
    name: 'Archive of earlier calls',
    what: 'Contact persons of archived proposals with their mail addresses',
    why: 'The record of earlier decisions, from before this portal',
    whoSees: 'The office; others their own records',
    howLong: () => 'As long as the archive.',
    onClosing: () => 'Stays: it is no part of your account.',
  },
} as const satisfies Record<string, PersonalData>;

export type PersonalDataKind = keyof typeof personalData;
