-- expand: a dashboard names the steps of applications that need people; it asks which roles assign a step, how many people
-- the step needs, and what kind of step it is, and reads no flow.
alter table flow_steps add column kind text not null default '', add column owner_role text not null default '',
  add column per_partition boolean not null default false, add column needs int not null default 1,
  add column assigned_by text[] not null default '{}', add column has_rank boolean not null default false;

create function note_assigners_of(flow_version bigint, document jsonb) returns void language sql as $$
  update flow_steps f set kind = coalesce(jsonb_path_query_first(step, '$.type') #>> '{}', ''), owner_role = coalesce(step ->> 'ownerRole', ''),
    per_partition = coalesce((step ->> 'perPartition')::boolean, false),
    needs = coalesce((step -> 'config' ->> 'needs')::int, 1),
    assigned_by = coalesce(texts_of(step -> 'permissions' -> 'assign'), '{}'),
    has_rank = jsonb_path_exists(step, '$.forms[*].elements[*].config ? (@.id == "rank")')
  from jsonb_path_query(document, '$.steps[*]') step
  where f.flow_version_id = flow_version and f.step_id = step ->> 'id';
$$;

create function note_assigners() returns trigger language plpgsql as $$
begin
  perform note_assigners_of(new.id, new.document);
  return null;
end $$;
-- Behind steps_in_rows, for triggers go by their names.
create trigger steps_that_are_assigned after insert on flow_versions
  for each row execute function note_assigners();
do $$ begin
  perform note_assigners_of(id, document) from flow_versions;
end $$;
