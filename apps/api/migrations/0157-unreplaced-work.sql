-- expand: officers look for refused and stopped assignments without a replacement
create index assignments_ended on assignments (application_id, step_id) where status in ('refused', 'conflicted');
