-- expand
-- The list as staff open it, the latest first: its first pages are read from here, and so is how many there are.
create index applications_submitted on applications (submitted_at desc nulls first, id desc) where status <> 'draft';
