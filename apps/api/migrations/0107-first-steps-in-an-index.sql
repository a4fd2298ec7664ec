-- expand: whether a list or a dashboard may tell something of an application hangs on how its first step stands, and for
-- that all rows of its assignments were read.
create index assignments_of_one on assignments (application_id, owner_id) include (step_id, status, partition_id);
drop index assignments_of_application;
