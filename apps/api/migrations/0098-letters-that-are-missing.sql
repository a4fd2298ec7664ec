-- expand: what filters of lists look for in texts without a letter is found by an index of the letters and digits that each
-- lacks: where nearly all hold it, the few that do not would be looked for in everything. Of drafts nothing stands in it.
create function absent_letters(words text) returns text[] language sql immutable parallel safe
  return string_to_array(translate('abcdefghijklmnopqrstuvwxyz0123456789', lower(words), ''), null);
create index applications_absent_letters on applications using gin (
  absent_letters(uid), absent_letters(trim(pi_first_name || ' ' || pi_last_name)), absent_letters(pi_affiliation),
  absent_letters(research_group), absent_letters(research_title), absent_letters(joined_names(partitions)))
  where status <> 'draft';
