import { type Message, type MessageId, message, type ValuesIn } from '@clearcall/i18n/message.ts';

/** Leads to a place of a document: names of properties, and ids of things in lists. */
export type Address = readonly string[];

/** Texts of what checks find. */
export type FindingText = Extract<MessageId, `findings.${string}`>;
type TextWithoutValues = {
  [Text in FindingText]: ValuesIn<Text> extends [] ? Text : never;
}[FindingText];
type RuleOf<Text> = Text extends `findings.${infer Rule}` ? Rule : never;
export type FindingRule = RuleOf<FindingText>;

/** The text that a rule of a schema names in place of its message. */
export const findingText = (id: TextWithoutValues): string => id;

/** Whether a message of a schema names a text without values. */
export const isFindingText = (text: string): text is TextWithoutValues => text.startsWith('findings.');

/** What makes a flow unusable: the rule that is broken, the places, and a message with the values that are wrong. */
export interface Fault {
  rule: FindingRule;
  /** In the flow. */
  at: Address[];
  message: Message;
}

/** A fault at these places, by the id of its text. */
export const faultAt = <Text extends FindingText>(
  at: readonly Address[],
  text: Text,
  ...values: ValuesIn<Text>
): Fault => ({
  rule: text.slice('findings.'.length) as FindingRule,
  at: [...at],
  message: message(text, ...values),
});

/** Names a step, form or field in a message: by its title, or its id if it has none. */
export const nameOf = ({ id, title }: { id: string; title: string }): string => title.trim() || id;

/** The rules and the places of faults, for errors and logs. */
export const briefly = (faults: readonly Fault[]): string =>
  faults.map(({ rule, at }) => `${rule} at ${at.map((place) => place.join(' › ')).join(', ')}`).join('; ');
