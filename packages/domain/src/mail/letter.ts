import type { Said } from '@clearcall/words/message.ts';
import type { Words } from '@clearcall/words/word.ts';
import type { z } from 'zod';

/**
 * What a mail says, before it has a language and a look: messages of the catalogue beside people's own words. The same
 * content becomes its plain text and its HTML.
 */
export interface Letter {
  /** One line; names the organisation or the object, so that it can be found again. */
  subject: Said;
  /** Shown beside the subject in a list of mails. */
  preview: Said;
  /** Empty: the person has no name yet. */
  name: string;
  heading: Said;
  /** How much time is left, in a few words under the heading. Nothing else goes there. */
  time?: Said;
  paragraphs: Said[];
  /** A code to be typed, set large. */
  code?: string;
  facts: { label: Said; value: Said; more?: Said }[];
  /** What follows, under a heading of its own: like the facts, with a remark behind them. */
  next?: { heading: Said; facts: Letter['facts']; remark: Said };
  button?: { label: Said; link: string };
  /** After the button, small. */
  notes: Said[];
  /** Why the person gets this mail. */
  reason: Said;
  /** Where one leaves the list that this mail went to. Every mail to a list has it. */
  leave?: { label: Said; link: string };
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

type Facts = { label: string; value: string; more: string | undefined }[];

/** A letter in the words of its reader. */
export interface WordedLetter {
  subject: string;
  preview: string;
  name: string;
  heading: string;
  time: string | undefined;
  paragraphs: string[];
  code: string | undefined;
  facts: Facts;
  next: { heading: string; facts: Facts; remark: string } | undefined;
  button: { label: string; link: string } | undefined;
  notes: string[];
  reason: string;
  leave: { label: string; link: string } | undefined;
}

/** The letter as `word` says it. */
export function wordLetter(letter: Letter, { word }: Pick<Words, 'word'>): WordedLetter {
  const facts = (given: Letter['facts']): Facts =>
    given.map(({ label, value, more }) => ({
      label: word(label),
      value: word(value),
      more: more && word(more),
    }));
  const { next, button, leave, time } = letter;
  return {
    subject: word(letter.subject),
    preview: word(letter.preview),
    name: letter.name,
    heading: word(letter.heading),
    time: time && word(time),
    paragraphs: letter.paragraphs.map(word),
    code: letter.code,
    facts: facts(letter.facts),
    next: next && { heading: word(next.heading), facts: facts(next.facts), remark: word(next.remark) },
    button: button && { label: word(button.label), link: button.link },
    notes: letter.notes.map(word),
    reason: word(letter.reason),
    leave: leave && { label: word(leave.label), link: leave.link },
  };
}
