/**
 * How long personal data are kept; settings of the organisation. The privacy page says these numbers, a job carries
 * them out. What is not here lasts as long as what it belongs to. Source: Requirements 1, 10.52 and 10.53.
 */
export interface Retention {
  /** An account that nobody confirmed. An invitation that still works keeps it. */
  unconfirmedAccountsDays: number;
  /** Sessions, mailed links and human checks that are over: so long a late visitor is told the right reason. */
  endedSessionsDays: number;
  /** What happened to an account (registered, password changed, …). Events of an application stay with it. */
  accountEventsDays: number;
  /** Which mail went to whom, from the day on which it was sent. */
  mailsDays: number;
  /** The owner of a draft is warned so long after it was created. */
  draftWarningMonths: number;
  /** A draft is deleted so long after it was created; see deadlines/draft-expiry.ts. */
  draftMonths: number;
  /** And so long after the last mail about it. */
  draftLastMailDays: number;
  /** The name of somebody who closed the account, on what was submitted. */
  closedNamesMonths: number;
}

export const defaultRetention: Retention = {
  unconfirmedAccountsDays: 30,
  endedSessionsDays: 7,
  accountEventsDays: 365,
  mailsDays: 90,
  draftWarningMonths: 9,
  draftMonths: 12,
  draftLastMailDays: 7,
  closedNamesMonths: 60,
};

/** The texts that people agree to: the version changes when the words do, and people are asked again. */
export interface LegalVersions {
  terms: string;
  privacy: string;
}

export const defaultLegalVersions: LegalVersions = { terms: '2026-11', privacy: '2026-11' };

/** The subjects of consent that everybody is asked about before using the portal. */
export const legalSubjects = ['terms', 'privacy'] as const satisfies readonly (keyof LegalVersions)[];

/**
 * Which texts a person has still to agree to: those whose version in force is not the one that they agreed to last.
 * `given` are their consents in the order in which they were given.
 */
export function legalTextsDue(
  versions: LegalVersions,
  given: readonly { subject: string; given: boolean; wording: string }[],
): (keyof LegalVersions)[] {
  return legalSubjects.filter((subject) => {
    const last = given.findLast((consent) => consent.subject === subject);
    return last === undefined || !last.given || last.wording !== versions[subject];
  });
}
