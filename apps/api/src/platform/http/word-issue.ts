import { refusals } from '@clearcall/contract/refusals.ts';
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** One thing that a schema refused, for those who write clients: where it stands, and the schema's word for it. */
export interface Issue {
  in: 'query' | 'body';
  /** data.3.input.values; empty for the whole. */
  at: string;
  code: string;
}

/** What people call the inputs that they fill in themselves. Everything else is made by a page, and has no name for them. */
const titles: Partial<Record<PropertyKey, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  password: 'Password',
  oldPassword: 'Current password',
  newPassword: 'New password',
  verifyPassword: 'New password',
  name: 'Name',
};

const characters = (count: number | bigint) => (Number(count) === 1 ? '1 character' : `${count} characters`);

/** A sentence for an issue that the schema itself gives no sentence for. Names of the wire never stand in it. */
export const wordIssue = (issue: RawIssue): string => {
  const [field, ...deeper] = issue.path ?? [];
  const title = field === undefined || deeper.length > 0 ? undefined : titles[field];
  if (title === undefined) {
    // What somebody may have pasted into a page; the page puts the sentence beside the field.
    if (issue.code === 'too_big' && issue.origin === 'string')
      return 'This text is too long. Make it shorter and try again.';
    if (issue.code === 'too_big' && issue.origin === 'array')
      return 'These are too many entries. Take some out and try again.';
    return refusals.invalid_input.message;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${title} is missing.`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? `${title} is missing.` : `${title} needs ${characters(issue.minimum)}.`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${title} may have at most ${characters(issue.maximum)}.`;
  return `${title} could not be read.`;
};

const mostIssues = 20;
const longestPath = 200;

/** One sentence per issue; of many, the first twenty. */
export function sentencesOf(issues: readonly { message: string }[]): string[] {
  return [...new Set(issues.map((issue) => issue.message))].slice(0, mostIssues);
}

/** The same for those who write clients. A key that nobody knows stands at its own place. */
export function issuesOf(where: Issue['in'], issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues
    .flatMap((issue) => {
      const at = (key: readonly PropertyKey[]) => key.map(String).join('.').slice(0, longestPath);
      const paths =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      return paths.map((path) => ({ in: where, at: at(path), code: issue.code }));
    })
    .slice(0, mostIssues);
}
