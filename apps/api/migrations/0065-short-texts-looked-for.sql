-- expand: what filters of lists look for in one or two letters, of which the index of letters by threes (0047) knows nothing,
-- is found by an index of single letters and pairs. Of drafts nothing stands in it.
create function short_parts(words text) returns text[] language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := string_to_array(lower(words), null);
  parts text[] := letters;
begin
  for at in 2 .. cardinality(letters) loop
    parts := parts || (letters[at - 1] || letters[at]);
  end loop;
  return parts;
end $$;
create index applications_short_parts on applications using gin (
  short_parts(uid), short_parts(trim(pi_first_name || ' ' || pi_last_name)), short_parts(pi_affiliation),
  short_parts(research_group), short_parts(research_title), short_parts(joined_names(partitions)))
  where status <> 'draft';
