-- expand: lists and dashboards go through many assignments and read no content of one. So what is submitted from now on
-- stands beside the row where a row would have more than 2 KB, and the indexes hold what waits and whose it is.
alter table assignments set (toast_tuple_target = 128);
create index assignments_waiting on assignments (owner_id, application_id) include (role, status)
  where status in ('draft', 'assigned', 'accepted', 'changes_requested');
create index assignments_of_application on assignments (application_id, owner_id);
-- Each of these begins another that is there. No program names an index, so an older one does without as well.
drop index assignments_pending;
drop index assignments_application;
drop index assignments_owner_role;
