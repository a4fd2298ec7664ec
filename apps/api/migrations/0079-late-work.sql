-- expand: officers look for what is late, for what nobody answers, and for the applications of a cut-off
create index assignments_late on assignments (created_at, id) include (application_id)
  where expired_at is not null and status in ('draft', 'assigned', 'accepted', 'changes_requested');
create index assignments_unanswered on assignments (created_at, id) include (application_id) where status = 'assigned';
create index applications_by_cutoff on applications (cutoff_id, id) where status <> 'draft';
