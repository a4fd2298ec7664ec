import { foldEmail } from '../forms/email-address.ts';
import { isPublicMailProvider } from '../people/public-mail-providers.ts';
import { matchNames, type NameMatch } from './match-names.ts';
import type { NamedPerson } from './named-people.ts';

/**
 * What speaks for a conflict of interest, and what it does to an assignment. Source: Requirements 2b, 3.1, 3.2, 3.3,
 * 3.4 and 3.5.
 */
const severities = {
  mail_domain: 'asks',
  named_in_team: 'asks',
  excluded_by_applicant: 'asks',
  own_application_in_cutoff: 'refuses',
  common_application: 'asks',
} as const;
export type EvidenceKind = keyof typeof severities;

/** One thing that speaks for a conflict of interest of a person with an application. */
export interface Evidence {
  kind: EvidenceKind;
  /** `refuses`: the person cannot be assigned. `asks`: whoever assigns is told and decides. */
  severity: (typeof severities)[EvidenceKind];
  /** Where it is found: this application or another one, and the answer that says it. Nothing of one that is not told. */
  source: { applicationUid?: string; elementId?: string; groupId?: string | null };
  /** For the words that a page makes of it. */
  says: Record<string, string>;
}

/** Who would be assigned. */
export interface PersonToAssign {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  orcid: string | null;
}

/** What is known of an application and of those that may tie somebody to it. Instants are ISO. */
export interface ConflictFacts {
  uid: string;
  owner: { id: number; email: string; name: string };
  /** Principal investigator, contact and team, as submitted. */
  people: readonly NamedPerson[];
  /** Whom the applicant asks to leave out. */
  excluded: readonly NamedPerson[];
  /** Others that are submitted in the same cut-off; without a uid where it is not there for whoever asks. */
  inCutoff: readonly { uid: string | null; ownerId: number }[];
  /** Others that were submitted since `commonSince`; `ids` are addresses and ORCID iDs of all who took part. */
  earlier: readonly { uid: string | null; submittedAt: string; ownerId: number; ids: readonly string[] }[];
}

const commonYears = 3;

/**
 * From when on an application ties those together who were on it. Source: Requirements 2b, 3.1, 3.2, 3.3, 3.4 and 3.5.
 */
export function commonSince(now: Date): Date {
  const since = new Date(now.getTime());
  since.setUTCFullYear(since.getUTCFullYear() - commonYears);
  return since;
}

/** An address or an ORCID iD as it is compared; the address of an iD is left away. */
function foldId(id: string): string {
  return foldEmail(id).replace(/^(?:https?:\/\/)?(?:www\.)?orcid\.org\//, '');
}

const idsOf = (of: { email: string | null; orcid: string | null }): string[] =>
  [of.email, of.orcid].filter((id) => id !== null && id !== '').map((id) => foldId(id ?? ''));

/** By what a named person can be the one in question, the surest first; null if it is another person. */
function recognised(person: PersonToAssign, named: NamedPerson): 'email' | 'orcid' | NameMatch | null {
  const same = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== '' && foldId(one) === foldId(other);
  if (same(person.email, named.email)) return 'email';
  if (same(person.orcid, named.orcid)) return 'orcid';
  const { firstName, lastName } = person;
  const known = lastName === '' ? {} : { last: lastName };
  return matchNames({ whole: `${firstName} ${lastName}`, ...known }, { whole: named.name });
}

const domainOf = (email: string): string => foldId(email).split('@').at(-1) ?? '';

/** Whether two mail domains are of one house: the same, or one below the other, and neither is there for everybody. */
const oneHouse = (one: string, other: string): boolean =>
  (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) &&
  !isPublicMailProvider(one) &&
  !isPublicMailProvider(other);

/**
 * What speaks for a conflict of interest of a person with an application, the weightiest first; nothing is decided by
 * it, it is shown to whoever assigns. Only one's own application refuses. Names are compared loosely, for a question
 * too many costs less than one too few; what ties two applications together is compared by address and ORCID iD alone.
 * Of others that are not told it says once that there is one.
 * Source: Requirements 2b, 3.1, 3.2, 3.3, 3.4 and 3.5.
 */
export function detectConflicts(person: PersonToAssign, facts: ConflictFacts): Evidence[] {
  const { uid, owner, people, excluded, inCutoff, earlier } = facts;
  const found: Evidence[] = [];
  const find = (kind: EvidenceKind, source: Evidence['source'], says: Evidence['says']) => {
    found.push({ kind, severity: severities[kind], source, says });
  };
  const findIn = (
    kind: EvidenceKind,
    others: readonly { uid: string | null; says?: Evidence['says'] }[],
  ): void => {
    for (const { uid: told, says } of others)
      if (told !== null) find(kind, { applicationUid: told }, { uid: told, ...says });
    if (others.some(({ uid: told }) => told === null)) find(kind, {}, {});
  };
  const at = ({ elementId, groupId }: NamedPerson) => ({ applicationUid: uid, elementId, groupId });

  const own = [{ uid, ownerId: owner.id }, ...inCutoff].filter(({ ownerId }) => ownerId === person.id);
  findIn(
    'own_application_in_cutoff',
    own.map((one) => ({ uid: one.uid })),
  );

  for (const named of excluded) {
    const by = recognised(person, named);
    if (by !== null) find('excluded_by_applicant', at(named), { name: named.name, by });
  }

  const others: NamedPerson[] = [];
  for (const named of people) {
    const by = recognised(person, named);
    if (by !== null) find('named_in_team', at(named), { name: named.name, by });
    // It may be another person of that name: what ties the two together still counts.
    if (by === null || by === 'initials' || by === 'last_name') others.push(named);
  }

  const mine = domainOf(person.email);
  const noted = new Set<string>();
  const houses = [
    ...(owner.id === person.id
      ? []
      : [{ domain: domainOf(owner.email), name: owner.name, source: { applicationUid: uid } }]),
    ...others.flatMap((named) =>
      named.email === null ? [] : [{ domain: domainOf(named.email), name: named.name, source: at(named) }],
    ),
  ];
  for (const { domain, name, source } of houses) {
    if (domain === '' || noted.has(domain) || !oneHouse(mine, domain)) continue;
    noted.add(domain);
    find('mail_domain', source, { domain, name });
  }

  const me = new Set(idsOf(person));
  const them = new Set([...(owner.id === person.id ? [] : [foldId(owner.email)]), ...others.flatMap(idsOf)]);
  const common = earlier.filter((one) => {
    const ids = one.ids.map(foldId);
    const iAmOn = one.ownerId === person.id || ids.some((id) => me.has(id));
    const theyAreOn =
      (one.ownerId === owner.id && owner.id !== person.id) || ids.some((id) => them.has(id) && !me.has(id));
    return iAmOn && theyAreOn && one.uid !== uid;
  });
  findIn(
    'common_application',
    common.map(({ uid: told, submittedAt }) => ({ uid: told, says: { submittedAt } })),
  );
  return found;
}
