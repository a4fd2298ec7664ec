-- expand: staff filter their lists by the step in which work is open
create index assignments_open_by_step on assignments (step_id, application_id)
  where status in ('draft', 'assigned', 'accepted', 'changes_requested');
