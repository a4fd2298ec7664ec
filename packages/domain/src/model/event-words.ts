/** What the log of an application says of each type of event. Source: Specification 2, section 4 (Event log wording). */
const words: Readonly<Record<string, string>> = {
  application_created: 'Application created',
  application_duplicated: 'Application duplicated',
  application_deleted: 'Application deleted',
  assignment_submitted: 'Assignment submitted',
  document_uploaded: 'Document uploaded',
  document_deleted: 'Document deleted',
  draft_warned: 'Draft warning sent',
  draft_last_warned: 'Last draft warning sent',
  note_added: 'Note added',
  note_changed: 'Note changed',
  note_removed: 'Note removed',
  created: 'Application created',
  draft: 'Draft started',
  assigned: 'User assigned',
  began: 'Assignment began',
  taken: 'Assignment taken',
  accepted: 'Assignment accepted',
  refused: 'Assignment refused',
  handed_on: 'Assignment handed on',
  handed_back: 'Assignment handed back',
  invited: 'User invited',
  submitted: 'Assignment submitted',
  resubmitted: 'Assignment resubmitted',
  approved: 'Assignment approved',
  rejected: 'Assignment rejected',
  changes_requested: 'Changes requested',
  reopened: 'Assignment reopened',
  outcome_recorded: 'Outcome recorded',
  outcome_changed: 'Outcome changed',
  released: 'Step released',
  revoked: 'Assignment revoked',
  conflicted: 'Conflict of interest recorded',
  conflict_cleared: 'Conflict of interest cleared',
  unlocked: 'Step unlocked',
  locked: 'Step locked',
  lead_assigned: 'Lead assigned',
  non_lead_assigned: 'Non-lead assigned',
  deadline_changed: 'Deadline changed',
  deadline_passed: 'Deadline passed',
  withdrawn: 'Application withdrawn',
  taken_back: 'Submission taken back',
  all_submitted: 'All assignments submitted',
  partition_dropped: 'Partition dropped',
  cutoff_passed: 'Cut-off passed',
};

/** What is said where one of the staff did it. */
const wordsForStaff: Readonly<Record<string, string>> = {
  approved: 'Admin approved',
  rejected: 'Admin rejected',
  changes_requested: 'Admin requested changes',
};

/**
 * What the log says of an event, by its type and by whether one of the staff did it. Of a type that the table does not
 * hold, its words: what a newer version has written is not lost to an older one.
 */
export function eventWords(type: string, byStaff: boolean): string {
  if (byStaff && Object.hasOwn(wordsForStaff, type)) return wordsForStaff[type] ?? '';
  if (Object.hasOwn(words, type)) return words[type] ?? '';
  const plain = type.replaceAll('_', ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Types that an application's log leaves out: each autosave is none of its steps. */
export const unloggedTypes: readonly string[] = ['assignment_saved'];
