// Compiled from packages/i18n/catalogue/workflow: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'workflow.automation.does.assign': None;
  'workflow.automation.does.change_visibility': None;
  'workflow.automation.does.notify': None;
  'workflow.automation.does.reopen': None;
  'workflow.automation.does.unlock': None;
  'workflow.automation.result.already_assigned': None;
  'workflow.automation.result.error': None;
  'workflow.automation.result.no_partition': None;
  'workflow.automation.result.nobody': None;
  'workflow.automation.result.nothing_open': None;
  'workflow.automation.result.step_done': None;
  'workflow.coming.begins': { at: Said };
  'workflow.coming.delayed': None;
  'workflow.coming.from': { start: Said };
  'workflow.coming.heading': None;
  'workflow.coming.noDate': None;
  'workflow.coming.nothingBefore': { step: Said };
  'workflow.coming.nothingNow': None;
  'workflow.coming.range': { end: Said; start: Said };
  'workflow.coming.until': { end: Said };
  'workflow.file.copy': { author: Said; file: Said };
  'workflow.notice.assigned': None;
  'workflow.notice.begins': { at: Said; timeZone: Said };
  'workflow.notice.complete': { at: Said; timeZone: Said; until: Said };
  'workflow.notice.conflictTitle': None;
  'workflow.notice.conflicted': None;
  'workflow.notice.deadline': { at: Said; timeZone: Said };
  'workflow.notice.handedBack': None;
  'workflow.notice.handedOn': None;
  'workflow.notice.locked': None;
  'workflow.notice.refused': None;
  'workflow.notice.replaceFile': { at: Said; timeZone: Said; until: Said };
  'workflow.notice.revoked': None;
  'workflow.notice.unavailable': None;
  'workflow.notice.updateDeadline': { at: Said; timeZone: Said };
  'workflow.ownData.readMe': None;
  'workflow.report.affiliation': None;
  'workflow.report.amount': { partition: Said; unit: Said };
  'workflow.report.cutOff': None;
  'workflow.report.fieldGroup': None;
  'workflow.report.fieldTitle': None;
  'workflow.report.handedIn': { step: Said };
  'workflow.report.id': None;
  'workflow.report.owner': None;
  'workflow.report.ownerEmail': None;
  'workflow.report.partitions': None;
  'workflow.report.piName': None;
  'workflow.report.question': { question: Said; step: Said };
  'workflow.report.sheet': None;
  'workflow.report.status': None;
  'workflow.report.status.approved': None;
  'workflow.report.status.changes_requested': None;
  'workflow.report.status.draft': None;
  'workflow.report.status.rejected': None;
  'workflow.report.status.submitted': None;
  'workflow.report.status.withdrawn': None;
  'workflow.report.submitted': None;
  'workflow.report.title': None;
  'workflow.waits.all': { condition: Said; step: Said };
  'workflow.waits.before': { step: Said };
  'workflow.waits.released': { condition: Said; step: Said };
  'workflow.waits.resubmitted': None;
  'workflow.waits.submitted': { condition: Said; step: Said };
  'workflow.waits.time': { at: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
