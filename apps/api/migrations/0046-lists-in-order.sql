-- expand: lists of what is submitted, sorted by any column: a page is read from its index. Drafts stand in none of them, so
-- their saves cost as much as before.
create function joined_names(names text[]) returns text language sql immutable parallel safe
  return array_to_string(names, ', ');

create index applications_by_call on applications (call_id, id) where status <> 'draft';
-- In the words in which lists ask (features/applications/list-sql.ts).
create index applications_by_status on applications (array_position(
  array['draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'], status), id)
  where status <> 'draft';
create index applications_by_pi on applications (lower(trim(pi_first_name || ' ' || pi_last_name)), id)
  where status <> 'draft';
create index applications_by_affiliation on applications (lower(pi_affiliation), id) where status <> 'draft';
create index applications_by_group on applications (lower(research_group), id) where status <> 'draft';
create index applications_by_title on applications (lower(research_title), id) where status <> 'draft';
create index applications_by_partition on applications (lower(joined_names(partitions)), id) where status <> 'draft';

-- What filters look into, in the order in which lists are opened: what they skip is read from here and not from the table.
create index applications_in_short on applications (submitted_at desc nulls first, id desc)
  include (uid, call_id, status, pi_first_name, pi_last_name, pi_affiliation, research_group, research_title, partitions)
  where status <> 'draft';
-- How often a name occurs is known of columns; of these it has to be said that it is wanted.
create statistics applications_pi_name on (trim(pi_first_name || ' ' || pi_last_name)) from applications;
create statistics applications_partition_names on (joined_names(partitions)) from applications;
