-- expand: officers look for applications with late work, and for those of a cut-off
create index assignments_late on assignments (application_id)
  where expired_at is not null and status in ('draft', 'assigned', 'accepted', 'changes_requested');
create index applications_by_cutoff on applications (cutoff_id, id) where status <> 'draft';
