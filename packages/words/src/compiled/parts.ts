// Compiled from packages/words/catalogue/parts: node tools/check-words.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'parts.delete.do': None;
  'parts.delete.keep': None;
  'parts.delete.text': { files: number; id: Said };
  'parts.delete.title': None;
  'parts.kit.hide': { title: Said };
  'parts.kit.show': { title: Said };
  'parts.leave.answers': { n: number };
  'parts.leave.keep': None;
  'parts.leave.remove': None;
  'parts.leave.stay': None;
  'parts.leave.text': None;
  'parts.leave.title': None;
  'parts.leave.warn': None;
  'parts.leave.warnUntil': { day: Said };
  'parts.list.later': None;
  'parts.list.no': None;
  'parts.list.text': None;
  'parts.list.title': None;
  'parts.list.yes': None;
  'parts.page.from1To': { n: number };
  'parts.page.goTo': None;
  'parts.page.moreThan': { n: Said };
  'parts.page.name': None;
  'parts.page.next': None;
  'parts.page.one': { n: number };
  'parts.page.previous': None;
  'parts.page.range': { total: Said };
  'parts.password.common': None;
  'parts.password.hardToGuess': None;
  'parts.password.longEnough': None;
  'parts.password.lowercase': None;
  'parts.password.missing': None;
  'parts.password.name': None;
  'parts.password.rule': None;
  'parts.password.symbol': None;
  'parts.password.there': None;
  'parts.password.uppercase': None;
  'parts.role.label': None;
  'parts.role.select': None;
  'parts.said.accountConfirmed': None;
  'parts.said.accountDeleted': None;
  'parts.said.applicationDeleted': None;
  'parts.said.confirmationSent': None;
  'parts.said.emailUpdated': None;
  'parts.said.errorsLeft': None;
  'parts.said.fileComing': None;
  'parts.said.fileDeleted': None;
  'parts.said.fileUploaded': None;
  'parts.said.loginAdded': None;
  'parts.said.loginRemoved': None;
  'parts.said.otherSessionsEnded': None;
  'parts.said.passkeyAdded': None;
  'parts.said.passkeyRemoved': None;
  'parts.said.passwordChanged': None;
  'parts.said.passwordSaved': None;
  'parts.said.passwordUpdated': None;
  'parts.said.profileSaved': None;
  'parts.said.reportInTheMaking': None;
  'parts.said.reportRequested': None;
  'parts.said.sessionEnded': None;
  'parts.said.shownAgain': None;
  'parts.said.submitted': None;
  'parts.status.accepted': None;
  'parts.status.approved': None;
  'parts.status.assigned': None;
  'parts.status.call_closed': None;
  'parts.status.changes_requested': None;
  'parts.status.conflicted': None;
  'parts.status.draft': None;
  'parts.status.refused': None;
  'parts.status.rejected': None;
  'parts.status.resubmitted': None;
  'parts.status.revoked': None;
  'parts.status.submitted': None;
  'parts.status.triggered': None;
  'parts.status.withdrawn': None;
  'parts.texts.accept': None;
  'parts.texts.ask': { n: number };
  'parts.texts.later': None;
  'parts.texts.name': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'parts.list.text': 'wording';
  'parts.page.range': 'range';
  'parts.texts.ask': 'texts';
}
