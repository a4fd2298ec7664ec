import type { Language } from '@clearcall/i18n/language.ts';
import type { Step } from '../../forms/types.ts';
import type { CallDefinition } from './call-definition.ts';

/** The templates of a new call. `empty` has the smallest form and workflow that can be published. */
export const callTemplates = [
  'peer_review',
  'expert_review',
  'technical_follow_up',
  'technical_check',
  'fast_track',
  'light',
  'empty',
] as const;
export type CallTemplate = (typeof callTemplates)[number];

/** Largest number of a call in its year. */
export const maxCallNumber = 99;

/** Name of a call, unique among all calls. */
export interface CallName {
  code: string;
  year: number;
  number: number;
}

/** Returns the number after the largest one that the code has in the year, or null if there is none left. */
export function nextCallNumber(
  { code, year }: Omit<CallName, 'number'>,
  calls: readonly CallName[],
): number | null {
  const used = calls.filter((call) => call.code === code && call.year === year).map(({ number }) => number);
  const next = Math.max(0, ...used) + 1;
  return next > maxCallNumber ? null : next;
}

/** Pattern of the uids of a new call: short name of the organisation, code, year, number and counter. */
export function usualUidPattern(organisation: string, code: string): string {
  const short = organisation
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12)
    .toUpperCase();
  return [...(short === '' ? [] : [short]), code, '{YYYY}', '{NN}', '{SEQ3}'].join('-');
}

/** Returns the definition of a call of which only its name, title and zone are known: unpublished and empty. */
export function bareCall({
  title,
  language,
  organisation,
  timeZone,
  ...name
}: CallName & {
  title: string;
  /** Language of the title. */
  language: Language;
  /** Short name of the organisation. */
  organisation: string;
  timeZone: string;
}): CallDefinition {
  return {
    ...name,
    title: { [language]: title },
    description: {},
    info: {},
    logo: null,
    published: false,
    unit: 'node hours',
    timeZone,
    uidPattern: usualUidPattern(organisation, name.code),
    facts: {},
    links: {},
    downloadRoles: ['pro'],
    documents: [],
    cutoffs: [],
    flow: { version: 0, steps: [] },
  };
}

/** How a picture of a workflow shows a step. */
export type StepMark = 'applicant' | 'review' | 'other';

const reviews: readonly string[] = ['technical_review', 'scientific_review', 'consolidation', 'ranking'];

/** Returns the mark of a step in a picture of its workflow. */
export const stepMark = ({ ownerRole, type }: Pick<Step, 'ownerRole' | 'type'>): StepMark =>
  ownerRole === 'applicant' ? 'applicant' : reviews.includes(type ?? '') ? 'review' : 'other';
