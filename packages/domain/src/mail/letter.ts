import type { Translatable } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { z } from 'zod';

/**
 * What a mail says, before it has a language and a look: messages of the catalogue beside people's own words. The same
 * content becomes its plain text and its HTML.
 */
export interface Letter {
  /** One line; names the organisation or the object, so that it can be found again. */
  subject: Translatable;
  /** Shown beside the subject in a list of mails. */
  preview: Translatable;
  /** Empty: the person has no name yet. */
  name: string;
  heading: Translatable;
  /** How much time is left, in a few words under the heading. Nothing else goes there. */
  time?: Translatable;
  /** A message is one line; a plain string is what somebody wrote, and keeps its lines. */
  paragraphs: Translatable[];
  /** Several things that are told together, each under a heading of its own. */
  sections?: { heading: Translatable; paragraphs: Translatable[]; link: string | null }[];
  /** A code to be typed, set large. */
  code?: string;
  facts: { label: Translatable; value: Translatable; more?: Translatable }[];
  /** What follows, under a heading of its own: like the facts, with a remark behind them. */
  next?: { heading: Translatable; facts: Letter['facts']; remark: Translatable };
  button?: { label: Translatable; link: string };
  /** After the button, small. */
  notes: Translatable[];
  /** Why the person gets this mail. */
  reason: Translatable;
  /** Where one leaves the list that this mail went to. Every mail to a list has it. */
  leave?: { label: Translatable; link: string };
}

/** One kind of mail: the facts that it is written from, and its words. `shortName` is the organisation's. */
export interface MailKind<F> {
  facts: z.ZodType<F>;
  write: (facts: F, shortName: string) => Letter;
}

/** Declares a kind of mail, its facts typed by their schema. */
export function mailKind<F>(facts: z.ZodType<F>, write: MailKind<F>['write']): MailKind<F> {
  return { facts, write };
}

/** Returns a text without line breaks, control characters and signs that turn the direction of what follows them. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** Returns a text with its lines, each as `oneLine` has it, and one empty line for several. */
export const manyLines = (text: string): string =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

type Facts = { label: string; value: string; more: string | undefined }[];

/** A letter in the words of its reader. */
export interface TranslatedLetter {
  subject: string;
  preview: string;
  name: string;
  /** Null if it would repeat the subject. */
  heading: string | null;
  time: string | undefined;
  paragraphs: string[];
  sections: { heading: string; paragraphs: string[]; link: string | null }[];
  code: string | undefined;
  facts: Facts;
  next: { heading: string; facts: Facts; remark: string } | undefined;
  button: { label: string; link: string } | undefined;
  notes: string[];
  reason: string;
  leave: { label: string; link: string } | undefined;
}

/** The letter as `translate` says it. */
export function translateLetter(
  letter: Letter,
  { translate }: Pick<Translator, 'translate'>,
): TranslatedLetter {
  const facts = (given: Letter['facts']): Facts =>
    given.map(({ label, value, more }) => ({
      label: translate(label),
      value: translate(value),
      more: more && translate(more),
    }));
  const paragraphs = (given: readonly Translatable[]): string[] =>
    given.map((one) => (typeof one === 'string' ? one : oneLine(translate(one))));
  const { next, button, leave, time } = letter;
  return {
    subject: translate(letter.subject),
    preview: translate(letter.preview),
    name: letter.name,
    heading: translate(letter.heading),
    time: time && translate(time),
    paragraphs: paragraphs(letter.paragraphs),
    sections: (letter.sections ?? []).map((section) => ({
      heading: translate(section.heading),
      paragraphs: paragraphs(section.paragraphs),
      link: section.link,
    })),
    code: letter.code,
    facts: facts(letter.facts),
    next: next && {
      heading: translate(next.heading),
      facts: facts(next.facts),
      remark: translate(next.remark),
    },
    button: button && { label: translate(button.label), link: button.link },
    notes: letter.notes.map(translate),
    reason: translate(letter.reason),
    leave: leave && { label: translate(leave.label), link: leave.link },
  };
}
