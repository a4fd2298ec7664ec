import type { Texts } from './compiled/texts.ts';

/** A text of the catalogue, by its id. */
export type MessageId = keyof Texts<unknown>;

/** An instant in a time zone (an IANA name), told as a date with its time unless `show` says otherwise. */
export interface Moment {
  readonly at: string | number;
  readonly timeZone: string;
  readonly show?: 'date' | 'time';
}

/**
 * An exact decimal, written `0.25` whatever the language, told with the decimal mark of the reader. `thousands` sets them
 * apart; what a person is asked to type, and years, are told without. The unit stands behind.
 */
export interface Decimal {
  readonly decimal: string;
  readonly thousands?: boolean;
  readonly unit?: string;
}

/**
 * What a text says, before it has a language: the id of a text and the values of its placeholders. The domain and the
 * contract give these; `word` makes the words at the edge.
 */
export interface Message {
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, Value>>;
}

/** What may stand for a placeholder that is no number: people's own words, another message, a moment, a decimal, or a list of them. */
export type Translatable = string | Message | Moment | Decimal | readonly Translatable[];
export type Value = Translatable | number;

/** The values that a text asks for; none are `{}`. */
export type ValuesOf<I extends MessageId> = Texts<Translatable>[I];

/** The arguments behind an id: left out where the text has no placeholder. */
export type ValuesIn<I extends MessageId> = keyof ValuesOf<I> extends never ? [] : [values: ValuesOf<I>];

/** A message of the catalogue: an id that is not there, or values that are not those of its text, do not compile. */
export function message<I extends MessageId>(id: I, ...[values]: ValuesIn<I>): Message {
  return values === undefined ? { id } : { id, values: values as Readonly<Record<string, Value>> };
}

/** Whether a value is a message, and neither people's own words nor a moment. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
