-- expand: how many applications view rules open to somebody is counted in an index alone, whatever rules ask of them.
create index applications_reach on applications (readership_id, id) include (owner_id, panel, partition_ids)
  where status <> 'draft';
-- And so is on which applications somebody works in a role, and how far they have come.
create index assignments_work on assignments (owner_id, role, application_id) include (status);
