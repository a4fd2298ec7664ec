-- expand: who reads what was there before the database kept it.
select note_readers(array_agg(id)) from applications where status <> 'draft';

-- Whom few applications are open to finds them by it, in the order in which lists are opened.
create index applications_readership on applications (readership_id, submitted_at desc nulls first, id desc)
  where status <> 'draft';
-- In which roles somebody has work, and whether on an application.
create index assignments_owner_role on assignments (owner_id, role, application_id);
