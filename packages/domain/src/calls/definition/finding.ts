import type { ValuesIn } from '@clearcall/i18n/message.ts';
import { type Address, type Fault, type FindingText, faultAt } from '../../forms/fault.ts';

export type { Address, FindingRule } from '../../forms/fault.ts';

/** Errors prevent a publication, warnings do not. */
export const severities = ['error', 'warning'] as const;
export type Severity = (typeof severities)[number];

/** A result of a check. */
export interface Finding extends Fault {
  severity: Severity;
}

const findingOf =
  (severity: Severity) =>
  <Text extends FindingText>(at: readonly Address[], text: Text, ...values: ValuesIn<Text>): Finding => ({
    ...faultAt(at, text, ...values),
    severity,
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
