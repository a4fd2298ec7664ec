-- Lists are counted and read by plain statements (docs/decisions/0069). What only the former ones used goes: indexes of one
-- or two letters and of letters that are missing, an order of each cut-off, status and group, and statistics for the planner.
-- Older versions name these functions in their filters, so they do not start on this database.
drop index applications_short_parts, applications_short_parts_of_titles, applications_absent_letters,
  applications_absent_letters_of_titles, applications_in_short, applications_of_cutoff, applications_of_cutoff_first,
  applications_of_status, applications_of_status_first, applications_of_group;
drop statistics applications_name_parts, applications_letters_of_names, applications_letters_of_numbers,
  applications_pi_name, applications_partition_names, applications_statuses, applications_groups, applications_titles,
  applications_partitions, applications_folded_names, applications_folded_titles, applications_folded_affiliations;
drop function short_parts(text), absent_letters(text), parts_of_letters(text[]);
alter table conflicts alter column user_id reset (n_distinct);
create index applications_by_cutoff on applications (cutoff_id, id) where status <> 'draft';
