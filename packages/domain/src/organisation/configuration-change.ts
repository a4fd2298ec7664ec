/** What a change of the configuration can be about. */
export const changeSubjects = ['person', 'setting', 'portal', 'centre', 'partition', 'list', 'call'] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

/** What was done to a subject, as the audit log stores it. */
export const changeActions = [
  'role_given',
  'locked',
  'unlocked',
  'membership_added',
  'membership_removed',
  'membership_changed',
  'mandate_changed',
  'fields_changed',
  'tag_added',
  'tag_removed',
  'sessions_ended',
  'password_link_sent',
  'work_handed_on',
  'invited',
  'invitation_sent_again',
  'invitation_link_made',
  'invitation_withdrawn',
  'setting_changed',
  'email_sent_again',
  'job_run_again',
  'actions_tried_again',
  'backup_made',
  'archive_imported',
  'created',
  'changed',
  'deleted',
  'values_changed',
  'call_archived',
  'call_restored',
  'published',
  'draft_discarded',
  'preview_link_made',
  'preview_link_withdrawn',
  'publication_planned',
  'publication_stopped',
  'publication_failed',
] as const;
export type ChangeAction = (typeof changeActions)[number];
