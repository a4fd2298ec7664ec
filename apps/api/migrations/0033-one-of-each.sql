-- What must be unique is so in the database, and an application can be withdrawn.
alter table applications drop constraint applications_status_check;
alter table applications add constraint applications_status_check
  check (status in ('draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'));
create unique index assignments_one_ongoing on assignments (application_id, step_id, owner_id, coalesce(partition_id, ''))
  where owner_id is not null and status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested');
create unique index assignments_one_lead on assignments (application_id, step_id, coalesce(partition_id, ''))
  where is_lead;
