-- expand: what is looked for in the archive is found by an index of its letters, three at a time. The extension comes with
-- PostgreSQL; where it is missing, or may not be made, searches answer the same and read more for it.
do $$
begin
  create extension if not exists pg_trgm;
  create index legacy_records_texts on legacy_records using gin (
    number gin_trgm_ops, title gin_trgm_ops, call_name gin_trgm_ops,
    (joined_names(machines)) gin_trgm_ops, (joined_names(people)) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'Without pg_trgm, searches read the whole archive: %', sqlerrm;
end $$;
