import { defaultOrganisation, senderOfNobody } from './default-organisation.ts';

/** What an installation needs before somebody can apply, in the order in which it is best done. */
export const firstSteps = [
  'organisation',
  'sender',
  'centres',
  'partitions',
  'lists',
  'staff',
  'call',
] as const;
export type FirstStep = (typeof firstSteps)[number];

export interface Installation {
  organisationName: string;
  mailSender: string;
  /** Whether a mail server is set. */
  sendsEmails: boolean;
  centres: number;
  /** Those that can be applied for. */
  partitions: number;
  /** Option lists with at least one option. */
  lists: number;
  /** Active accounts that act for the organisation, without administrators. */
  staff: number;
  publishedCalls: number;
}

const isDone: Readonly<Record<FirstStep, (facts: Installation) => boolean>> = {
  organisation: ({ organisationName }) => organisationName !== defaultOrganisation.theme.organization.name,
  sender: ({ mailSender, sendsEmails }) => sendsEmails && mailSender !== senderOfNobody,
  centres: ({ centres }) => centres > 0,
  partitions: ({ partitions }) => partitions > 0,
  lists: ({ lists }) => lists > 0,
  staff: ({ staff }) => staff > 0,
  call: ({ publishedCalls }) => publishedCalls > 0,
};

/** Returns each first step with whether it is done. */
export const stepsOf = (facts: Installation): { step: FirstStep; done: boolean }[] =>
  firstSteps.map((step) => ({ step, done: isDone[step](facts) }));
