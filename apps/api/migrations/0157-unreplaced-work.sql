-- expand: officers look for work that was refused or stopped and that nobody has instead
create index assignments_ended on assignments (application_id, step_id) where status in ('refused', 'conflicted');
