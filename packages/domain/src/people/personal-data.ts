import { type Message, message } from '@clearcall/i18n/message.ts';
import type { Retention } from '../organisation/retention.ts';

/** When one kind of personal data ends: the promise that the code keeps. */
interface Lifetime {
  howLong: (retention: Retention) => Message;
  /** What happens to it when the person deletes the account. */
  onClosing: (retention: Retention) => Message;
}

/** A period of months, in years where it is of whole ones: '60 months' reads as '5 years'. */
const months = (count: number): Message =>
  count % 12 === 0 ? message('privacy.years', { n: count / 12 }) : message('privacy.months', { n: count });

/** The same behind 'after', which some languages inflect. */
const afterMonths = (count: number): Message =>
  count % 12 === 0
    ? message('privacy.afterYears', { n: count / 12 })
    : message('privacy.afterMonths', { n: count });

const atOnce = () => message('privacy.atOnce');
const asApplication = () => message('privacy.asApplication');
const record = () => message('privacy.record');

const lifetimes = {
  account: {
    howLong: ({ unconfirmedAccountsDays: n }) => message('privacy.account.howLong', { n }),
    onClosing: ({ closedNamesMonths }) =>
      message('privacy.account.onClosing', {
        time: months(closedNamesMonths),
        former: message('privacy.formerUser'),
      }),
  },
  profile: { howLong: () => message('privacy.profile.howLong'), onClosing: atOnce },
  bank: { howLong: () => message('privacy.bank.howLong'), onClosing: atOnce },
  sign_ins: {
    howLong: ({ endedSessionsDays: n }) => message('privacy.sign_ins.howLong', { n }),
    onClosing: atOnce,
  },
  attempts: { howLong: () => message('privacy.attempts.howLong'), onClosing: atOnce },
  consents: {
    howLong: () => message('privacy.consents.howLong'),
    onClosing: ({ closedNamesMonths }) =>
      message('privacy.consents.onClosing', { time: months(closedNamesMonths) }),
  },
  drafts: {
    howLong: ({ draftMonths, draftWarningMonths, draftLastMailDays: n }) =>
      message('privacy.drafts.howLong', {
        time: months(draftMonths),
        warning: afterMonths(draftWarningMonths),
        n,
      }),
    onClosing: atOnce,
  },
  submitted: { howLong: () => message('privacy.submitted.howLong'), onClosing: record },
  submissions: { howLong: asApplication, onClosing: record },
  conflicts: { howLong: asApplication, onClosing: record },
  reviews: { howLong: asApplication, onClosing: () => message('privacy.reviews.onClosing') },
  certificates: { howLong: () => message('privacy.certificates.howLong'), onClosing: atOnce },
  events: {
    howLong: ({ accountEventsDays: n }) => message('privacy.events.howLong', { n }),
    onClosing: () => message('privacy.events.onClosing'),
  },
  administration: {
    howLong: () => message('privacy.administration.howLong'),
    onClosing: () => message('privacy.administration.onClosing'),
  },
  mails: {
    howLong: ({ mailsDays: n }) => message('privacy.mails.howLong', { n }),
    onClosing: ({ mailsDays: n }) => message('privacy.mails.onClosing', { n }),
  },
  archive: {
    howLong: () => message('privacy.archive.howLong'),
    onClosing: () => message('privacy.archive.onClosing'),
  },
} as const satisfies Record<string, Lifetime>;

export type PersonalDataKind = keyof typeof lifetimes;
export const personalDataKinds = Object.keys(lifetimes) as PersonalDataKind[];

/** One kind of personal data: a row of the privacy page. `whoSees` is beside the person, who sees always what is their own. */
export interface PersonalData extends Lifetime {
  name: Message;
  what: Message;
  why: Message;
  whoSees: Message;
}

/**
 * What the portal keeps about people, one kind of it. The privacy page is written from this table; the API's own table
 * names for every column of the database that refers to a person one of these kinds, and a test holds the two together.
 */
export function personalData(kind: PersonalDataKind): PersonalData {
  return {
    name: message(`privacy.${kind}.name`),
    what: message(`privacy.${kind}.what`),
    why: message(`privacy.${kind}.why`),
    whoSees: message(`privacy.${kind}.whoSees`),
    ...lifetimes[kind],
  };
}
