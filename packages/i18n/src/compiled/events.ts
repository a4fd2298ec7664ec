// Compiled from packages/i18n/catalogue/events: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<_Said> {
  'events.accepted': None;
  'events.all_at_step': None;
  'events.all_submitted': None;
  'events.application_created': None;
  'events.application_deleted': None;
  'events.application_duplicated': None;
  'events.approved': None;
  'events.assigned': None;
  'events.assignment_submitted': None;
  'events.automation_stopped': None;
  'events.award_declined': None;
  'events.began': None;
  'events.byStaff.approved': None;
  'events.byStaff.changes_requested': None;
  'events.byStaff.rejected': None;
  'events.changes_requested': None;
  'events.conflict_cleared': None;
  'events.conflicted': None;
  'events.created': None;
  'events.cutoff_passed': None;
  'events.deadline_changed': None;
  'events.deadline_passed': None;
  'events.document_deleted': None;
  'events.document_uploaded': None;
  'events.draft': None;
  'events.draft_last_warned': None;
  'events.draft_warned': None;
  'events.handed_back': None;
  'events.handed_on': None;
  'events.invited': None;
  'events.lead_assigned': None;
  'events.locked': None;
  'events.non_lead_assigned': None;
  'events.note_added': None;
  'events.note_changed': None;
  'events.note_removed': None;
  'events.outcome_changed': None;
  'events.outcome_recorded': None;
  'events.panel_changed': None;
  'events.partition_dropped': None;
  'events.reason.accountClosed': None;
  'events.reason.awarded': None;
  'events.reason.dropped': None;
  'events.reason.no_award': None;
  'events.reason.not_asked_for': None;
  'events.reason.rejected': None;
  'events.reason.withdrawn': None;
  'events.refused': None;
  'events.rejected': None;
  'events.release_planned': None;
  'events.release_refused': None;
  'events.release_stopped': None;
  'events.released': None;
  'events.reminded': None;
  'events.reopened': None;
  'events.resubmitted': None;
  'events.revoked': None;
  'events.submitted': None;
  'events.taken': None;
  'events.taken_back': None;
  'events.time_asked': None;
  'events.time_declined': None;
  'events.unlocked': None;
  'events.withdrawn': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
