-- expand: what the clock looks for, each few rows among many
alter table applications
  -- when it was noted that its cut-off is over
  add column cutoff_passed_at timestamptz;
create index applications_cutoff_open on applications (cutoff_id)
  where cutoff_passed_at is null and status in ('submitted', 'changes_requested');
create index assignments_triggered on assignments (application_id, step_id) where status = 'triggered';
create index assignments_dated on assignments (deadline_at)
  where expired_at is null and status in ('draft', 'assigned', 'accepted', 'changes_requested');
create index assignments_undated on assignments (application_id, step_id)
  where expired_at is null and deadline_at is null and status in ('draft', 'assigned', 'accepted');
