-- expand: searches ignore diacritics. normalize() is part of PostgreSQL; unaccent is an extension that a server may lack,
-- and its result may change with its rules, so no index may use it.
create function folded(words text) returns text language sql immutable parallel safe return case
  -- Plain letters need less work.
  when octet_length(words) = length(words) then lower(words)
  else replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]', '', 'g')),
    'øłđðıħŧŋ', 'olddihtn'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- One or two letters (0065), and letters that are missing (0098). Bodies in SQL name `folded` when they are created: analyze
-- has no search path. Older versions still find what they search for: a text that contains a word also contains it folded.
create function parts_of_letters(letters text[]) returns text[] language plpgsql immutable parallel safe strict as $$
declare
  parts text[] := letters;
begin
  for at in 2 .. cardinality(letters) loop
    parts := parts || (letters[at - 1] || letters[at]);
  end loop;
  return parts;
end $$;
create or replace function short_parts(words text) returns text[] language sql immutable parallel safe
  return parts_of_letters(string_to_array(folded(words), null));
create or replace function absent_letters(words text) returns text[] language sql immutable parallel safe
  return string_to_array(translate('abcdefghijklmnopqrstuvwxyz0123456789', folded(words), ''), null);
reindex index applications_short_parts;
reindex index applications_short_parts_of_titles;
reindex index applications_absent_letters;
reindex index applications_absent_letters_of_titles;

-- Three letters or more; without the extension (0047), searches answer the same and read more rows.
do $$
begin
  create index applications_folded_texts on applications using gin (
    folded(uid) gin_trgm_ops, folded(title) gin_trgm_ops,
    folded(trim(pi_first_name || ' ' || pi_last_name)) gin_trgm_ops, folded(pi_affiliation) gin_trgm_ops,
    folded(research_group) gin_trgm_ops, folded(research_title) gin_trgm_ops,
    folded(joined_names(partitions)) gin_trgm_ops)
    where status <> 'draft';
  create index users_folded_texts on users using gin (
    folded(first_name || ' ' || last_name || ' ' || email::text) gin_trgm_ops);
  create index legacy_records_folded_texts on legacy_records using gin (
    folded(number) gin_trgm_ops, folded(title) gin_trgm_ops, folded(call_name) gin_trgm_ops,
    folded(joined_names(machines)) gin_trgm_ops, folded(joined_names(people)) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'Without pg_trgm, searches read all rows: %', sqlerrm;
end $$;

-- How common texts are (0104).
create statistics applications_folded_names on (folded(trim(pi_first_name || ' ' || pi_last_name))) from applications;
create statistics applications_folded_titles on (folded(title)) from applications;
create statistics applications_folded_affiliations on (folded(pi_affiliation)) from applications;
