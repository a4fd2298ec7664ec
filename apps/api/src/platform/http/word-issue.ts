import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

// "data.3.values" reads as "data 4, values": people count from one.
function nameOf(path: readonly PropertyKey[] | undefined): string {
  const words: string[] = [];
  for (const step of path ?? []) {
    if (typeof step === 'number' && words.length > 0) words.push(`${words.pop()} ${step + 1}`);
    else words.push(String(step));
  }
  return words.length === 0 ? 'The request' : words.join(', ');
}

const kinds: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};

const units: Partial<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
};

const quoted = (values: readonly unknown[]): string => values.map(String).join(', ');

/** A sentence for an issue that the schema itself gives no sentence for, with the name of the field. */
export const wordIssue = (issue: RawIssue): string => {
  const name = nameOf(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} must be ${kinds[issue.expected] ?? 'something else'}.`;
    case 'unrecognized_keys':
      return `${name} may not hold: ${quoted(issue.keys)}.`;
    case 'too_big':
      return `${name} may be at most ${issue.maximum} ${units[issue.origin] ?? ''}`.trimEnd().concat('.');
    case 'too_small':
      return `${name} must be at least ${issue.minimum} ${units[issue.origin] ?? ''}`.trimEnd().concat('.');
    case 'invalid_value':
      return `${name} must be ${issue.values.length > 1 ? 'one of: ' : ''}${quoted(issue.values)}.`;
    default:
      return `${name} is not as it should be.`;
  }
};

/** One sentence per issue; of many, the first twenty. */
export function sentencesOf(issues: readonly { message: string }[]): string[] {
  return [...new Set(issues.map((issue) => issue.message))].slice(0, 20);
}
