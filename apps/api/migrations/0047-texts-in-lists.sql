-- expand: what filters of lists look for in texts is found by an index of their letters, three at a time. The extension comes
-- with PostgreSQL; where it is missing, or may not be made, lists answer the same and read more for it.
do $$
begin
  create extension if not exists pg_trgm;
  create index applications_texts on applications using gin (
    uid gin_trgm_ops, (trim(pi_first_name || ' ' || pi_last_name)) gin_trgm_ops, pi_affiliation gin_trgm_ops,
    research_group gin_trgm_ops, research_title gin_trgm_ops, (joined_names(partitions)) gin_trgm_ops)
    where status <> 'draft';
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'Without pg_trgm, filters by text read all applications of a list: %', sqlerrm;
end $$;
