// Compiled from packages/i18n/catalogue/findings: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'findings.amountFixed': { partition: Said };
  'findings.amountOrder': { partition: Said };
  'findings.amountsNone': { n: number };
  'findings.archived': None;
  'findings.callTwice': { call: Said };
  'findings.cutoffNone': None;
  'findings.cutoffOrder': { n: number };
  'findings.cutoffPassed': { n: number };
  'findings.cutoffUsed': { n: number };
  'findings.documentFile': { document: Said };
  'findings.documentTwice': { document: Said };
  'findings.documentUnknown': { document: Said };
  'findings.flow': { sentence: Said };
  'findings.hiddenWithApplications': None;
  'findings.linkBroken': { address: Said; status: Said };
  'findings.linkUnreachable': { address: Said };
  'findings.linkUnsafe': { address: Said };
  'findings.listUnknown': { element: Said; list: Said };
  'findings.lockedByApplications': None;
  'findings.partitionTwice': { partition: Said };
  'findings.partitionUnknown': { partition: Said };
  'findings.stepNone': None;
  'findings.stepUnknown': { step: Said };
  'findings.templateUnknown': { document: Said; element: Said };
  'findings.termsMissing': { element: Said };
  'findings.timeframeFirst': None;
  'findings.timeframeOrder': { step: Said };
  'findings.timeframeTwice': { step: Said };
  'findings.titleMissing': None;
  'findings.uidTwice': { call: Said; uid: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
