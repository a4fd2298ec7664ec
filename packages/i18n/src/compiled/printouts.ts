// Compiled from packages/i18n/catalogue/printouts: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'printouts.amount.withLimits': { amount: Said; max: Said; min: Said };
  'printouts.contents': None;
  'printouts.decision.amount': None;
  'printouts.decision.is.awarded': None;
  'printouts.decision.is.reduced': None;
  'printouts.decision.is.rejected': None;
  'printouts.decision.is.reserve': None;
  'printouts.decision.outcome': None;
  'printouts.decision.partition': None;
  'printouts.decision.span': { end: Said; start: Said };
  'printouts.decision.time': None;
  'printouts.decision.title': None;
  'printouts.fact.applicant': None;
  'printouts.fact.author': None;
  'printouts.fact.call': None;
  'printouts.fact.cutoff': None;
  'printouts.fact.status': None;
  'printouts.fact.step': None;
  'printouts.fact.submitted': None;
  'printouts.fact.uid': None;
  'printouts.file.broken': None;
  'printouts.file.costly': None;
  'printouts.file.encrypted': None;
  'printouts.file.missing': None;
  'printouts.file.notThere': None;
  'printouts.file.notThereLead': None;
  'printouts.file.tooLarge': None;
  'printouts.file.unclean': None;
  'printouts.file.withPages': { n: number; name: Said };
  'printouts.foot.draft': None;
  'printouts.foot.released': { at: Said };
  'printouts.foot.submitted': { at: Said };
  'printouts.foot.submittedBy': { at: Said; name: Said };
  'printouts.foot.undated': None;
  'printouts.form.computed': None;
  'printouts.form.draft': None;
  'printouts.form.foot': None;
  'printouts.form.lead': None;
  'printouts.form.moreOptions': { n: number };
  'printouts.form.nth': { n: number; of: number };
  'printouts.form.optional': None;
  'printouts.form.partitions': None;
  'printouts.form.required': None;
  'printouts.form.requiredSometimes': None;
  'printouts.form.shownSometimes': None;
  'printouts.form.unit': { unit: Said };
  'printouts.head.cutoff': { call: Said };
  'printouts.kind.application': None;
  'printouts.kind.assignment': { author: Said; step: Said };
  'printouts.kind.consolidated': None;
  'printouts.kind.draftForm': None;
  'printouts.kind.form': None;
  'printouts.pageOf': { page: Said; pages: Said };
  'printouts.report.all': None;
  'printouts.report.asked': None;
  'printouts.report.askedIn': { unit: Said };
  'printouts.report.awarded': None;
  'printouts.report.awardedIn': { unit: Said };
  'printouts.report.awards': None;
  'printouts.report.counts': None;
  'printouts.report.drafts': { n: number };
  'printouts.report.field': None;
  'printouts.report.foot': None;
  'printouts.report.from': { start: Said };
  'printouts.report.kind': None;
  'printouts.report.none': None;
  'printouts.report.number': None;
  'printouts.report.outcome': None;
  'printouts.report.pi': None;
  'printouts.report.sums': { unit: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
