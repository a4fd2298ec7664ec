import type { z } from 'zod';

/** What a mail says, before it has a look: the same content becomes its plain text and its HTML. */
export interface Letter {
  /** One line; names the organisation or the object, so that it can be found again. */
  subject: string;
  /** Shown beside the subject in a list of mails. */
  preview: string;
  /** Empty: the person has no name yet. */
  name: string;
  heading: string;
  /** How much time is left, in a few words under the heading. Nothing else goes there. */
  time?: string;
  paragraphs: string[];
  /** A code to be typed, set large. */
  code?: string;
  facts: { label: string; value: string; more?: string }[];
  /** What follows, under a heading of its own: like the facts, with a remark behind them. */
  next?: { heading: string; facts: Letter['facts']; remark: string };
  button?: { label: string; link: string };
  /** After the button, small. */
  notes: string[];
  /** Why the person gets this mail. */
  reason: string;
  /** Where one leaves the list that this mail went to. Every mail to a list has it. */
  leave?: { label: string; link: string };
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
