-- expand: what authors say in several languages. A column holds a text as it stands where nothing is known of the reader;
-- in_languages has by language the columns that are given in it. Null where all is said in one.
alter table calls add column in_languages jsonb;
alter table call_documents add column in_languages jsonb;
alter table option_groups add column in_languages jsonb;
alter table options add column in_languages jsonb;
-- A step's title as its flow has it; null where that is plain.
alter table flow_steps add column titles jsonb;

-- A text of a flow document in the first of these languages that it is given in. A language that is null counts as none.
create function in_language(said jsonb, languages text[]) returns text language sql immutable parallel safe
  return case when jsonb_typeof(said) = 'object' then (
    select said ->> language from unnest(languages) with ordinality given (language, nth)
    where said ? language order by nth limit 1)
  else said #>> '{}' end;

create function note_titles() returns trigger language plpgsql as $$
begin
  update flow_steps f set titles = step -> 'title', title = in_language(step -> 'title', '{en,de,fr}')
  from jsonb_path_query(new.document, '$.steps[*]') step
  where f.flow_version_id = new.id and f.step_id = step ->> 'id' and jsonb_typeof(step -> 'title') = 'object';
  return null;
end $$;
-- Behind steps_in_rows, for triggers go by their names.
create trigger titles_of_steps after insert on flow_versions
  for each row execute function note_titles();

-- What everybody gets of a call is made again when only its words in another language changed.
create trigger changed_in_languages after update of in_languages on calls
  for each statement execute function note_change('calls');
