import { type Message, type MessageId, message, type ValuesIn } from '@clearcall/i18n/message.ts';

/** Leads to a place of a definition: names of properties, and ids of things in lists. */
export type Address = readonly string[];

type FindingText = Extract<MessageId, `findings.${string}`>;
type RuleOf<Text> = Text extends `findings.${infer Rule}` ? Rule : never;
export type FindingRule = RuleOf<FindingText>;

/** Errors prevent a publication, warnings do not. */
export const severities = ['error', 'warning'] as const;
export type Severity = (typeof severities)[number];

/** A result of a check. */
export interface Finding {
  rule: FindingRule;
  severity: Severity;
  /** The places that it is about. */
  at: Address[];
  message: Message;
}

const findingOf =
  (severity: Severity) =>
  <Text extends FindingText>(at: readonly Address[], text: Text, ...values: ValuesIn<Text>): Finding => ({
    rule: text.slice('findings.'.length) as FindingRule,
    severity,
    at: [...at],
    message: message(text, ...values),
  });

/** An error at these places, by the id of its text. */
export const error = findingOf('error');

/** A warning at these places, by the id of its text. */
export const warning = findingOf('warning');

/** Merges findings that say the same about several places. */
export function mergeFindings(findings: Iterable<Finding>): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const same = JSON.stringify(finding.message);
    const known = merged.get(same);
    if (known === undefined) merged.set(same, finding);
    else known.at.push(...finding.at);
  }
  return [...merged.values()];
}
