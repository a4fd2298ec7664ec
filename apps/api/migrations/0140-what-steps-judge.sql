-- expand: a dashboard says of work that was judged no more than the page does. For that it asks which step judges which, where
-- it stands and which one decides, and reads no flow.
alter table flow_steps add column judges text, add column position int, add column is_final boolean not null default false;

create function note_judges_of(flow_version bigint, document jsonb) returns void language sql as $$
  update flow_steps f set judges = step ->> 'judges', position = (step ->> 'order')::int,
    is_final = coalesce((step ->> 'final')::boolean, false)
  from jsonb_path_query(document, '$.steps[*]') step
  where f.flow_version_id = flow_version and f.step_id = step ->> 'id';
$$;

create function note_judges() returns trigger language plpgsql as $$
begin
  perform note_judges_of(new.id, new.document);
  return null;
end $$;
-- Behind steps_in_rows, for triggers go by their names.
create trigger steps_that_judge after insert on flow_versions
  for each row execute function note_judges();
do $$ begin
  perform note_judges_of(id, document) from flow_versions;
end $$;
