import { refusalMessage } from '@clearcall/contract/refusals.ts';
import { type Message, type MessageId, message, type Translatable } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { z } from 'zod';
import { readTranslatable } from '../translators.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** One thing that a schema refused, for those who write clients: where it stands, and the schema's word for it. */
export interface Issue {
  in: 'query' | 'body';
  /** data.3.input.values; empty for the whole. */
  at: string;
  code: string;
  /** The sentence that the schema has for it, to be shown at its field. */
  sentence?: string;
}

/** What people call the inputs that they fill in themselves. Everything else is made by a page, and has no name for them. */
const titles: Partial<Record<PropertyKey, MessageId>> = {
  firstName: 'refusals.input.titled.firstName',
  lastName: 'refusals.input.titled.lastName',
  email: 'refusals.input.titled.email',
  password: 'refusals.input.titled.password',
  oldPassword: 'refusals.input.titled.oldPassword',
  newPassword: 'refusals.input.titled.newPassword',
  verifyPassword: 'refusals.input.titled.newPassword',
  name: 'refusals.input.titled.name',
};

function messageOf(issue: RawIssue): Message {
  const [field, ...deeper] = issue.path ?? [];
  const named = field === undefined || deeper.length > 0 ? undefined : titles[field];
  if (named === undefined) {
    // What somebody may have pasted into a page; the page puts the sentence beside the field.
    if (issue.code === 'too_big' && issue.origin === 'string') return message('refusals.input.textTooLong');
    if (issue.code === 'too_big' && issue.origin === 'array') return message('refusals.input.tooManyEntries');
    return refusalMessage('invalid_input');
  }
  const title: Message = { id: named };
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return message('refusals.input.missing', { title });
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1
      ? message('refusals.input.missing', { title })
      : message('refusals.input.tooShort', { title, n: Number(issue.minimum) });
  if (issue.code === 'too_big' && issue.origin === 'string')
    return message('refusals.input.tooLong', { title, n: Number(issue.maximum) });
  return message('refusals.input.unread', { title });
}

/**
 * What to say of an issue for which the schema itself names no text; names of the wire never stand in it. Schemas carry
 * texts alone, so the message travels as one, and `sentencesOf` reads it again.
 */
export const issueMessage = (issue: RawIssue): string => JSON.stringify(messageOf(issue));

function translatableOf(text: string, { has }: Translator): Translatable {
  if (has(text)) return { id: text as MessageId };
  return readTranslatable(text);
}

const maxIssues = 20;
const maxPathLength = 200;

/** One sentence per issue; of many, the first twenty. */
export function sentencesOf(issues: readonly { message: string }[], translator: Translator): string[] {
  const sentences = issues.map((issue) => translator.translate(translatableOf(issue.message, translator)));
  return [...new Set(sentences)].slice(0, maxIssues);
}

/** The same for those who write clients. A key that nobody knows stands at its own place. */
export function issuesOf(
  where: Issue['in'],
  issues: readonly z.core.$ZodIssue[],
  { has, translate }: Translator,
): Issue[] {
  return issues
    .flatMap((issue) => {
      const at = (key: readonly PropertyKey[]) => key.map(String).join('.').slice(0, maxPathLength);
      const paths =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      const said = has(issue.message) ? { sentence: translate({ id: issue.message as MessageId }) } : {};
      return paths.map((path) => ({ in: where, at: at(path), code: issue.code, ...said }));
    })
    .slice(0, maxIssues);
}
