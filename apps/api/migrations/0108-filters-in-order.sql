-- expand: what a filter on a cut-off, a status or a group of fields lets through lies together in an order, far from its begin, and
-- was all sorted. Each cut-off, status and group has its own order here.
create index applications_of_cutoff on applications (cutoff_id, submitted_at, id) where status <> 'draft';
drop index applications_by_cutoff;
-- In the words in which lists ask (features/applications/list-sql.ts).
create index applications_of_status on applications (array_position(
  array['draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'], status), submitted_at, id)
  where status <> 'draft';
create index applications_of_group on applications (lower(research_group), lower(research_title), id) where status <> 'draft';
-- How many texts lack a letter the planner does not know from an index that leaves drafts out.
create statistics applications_letters_of_names on (absent_letters(trim(pi_first_name || ' ' || pi_last_name))) from applications;
create statistics applications_letters_of_numbers on (absent_letters(uid)) from applications;
