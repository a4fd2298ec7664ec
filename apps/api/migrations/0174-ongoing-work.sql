-- expand: a dashboard asks for all assignments that are still to be done, to find the applications that nobody works on
create index assignments_ongoing on assignments (application_id, step_id)
  where status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested');
