/** What the uid of an application is made of. */
export interface UidFacts {
  year: number;
  /** The number of the call in its year. */
  number: number;
  /** Which application of the call it is, from 1. */
  counter: number;
}

/**
 * The uid of an application from the pattern of its call: {YYYY} the year, {NN} the call's number with two digits,
 * {SEQ3} the counter with at least three. Source: Requirements 1, 10.45.
 */
export function applicationUid(pattern: string, facts: UidFacts): string {
  return pattern
    .replaceAll('{YYYY}', String(facts.year).padStart(4, '0'))
    .replaceAll('{NN}', String(facts.number).padStart(2, '0'))
    .replaceAll('{SEQ3}', String(facts.counter).padStart(3, '0'));
}
