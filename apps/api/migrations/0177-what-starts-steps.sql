-- expand: a step that an automation starts needs no people before that, so the boards of the dashboard ask what starts a
-- step: 'event' is an event of its own application, 'later' a time or an event of other applications.
alter table flow_steps add column started_by text;

create function note_starts_of(flow_version bigint, document jsonb) returns void language sql as $$
  update flow_steps f set started_by = s.started_by from (
    select a ->> 'step' as step_id,
      case when bool_or(a -> 'on' ? 'event' and a -> 'on' ->> 'event' <> 'all_at_step') then 'event' else 'later' end as started_by
    from jsonb_path_query(document, '$.automations[*] ? (@.do == "assign")') a where not a ? 'when' group by a ->> 'step') s
  where f.flow_version_id = flow_version and f.step_id = s.step_id;
$$;

create function note_starts() returns trigger language plpgsql as $$
begin
  perform note_starts_of(new.id, new.document);
  return null;
end $$;
-- Triggers run in the order of their names: this one after steps_in_rows.
create trigger steps_that_start after insert on flow_versions for each row execute function note_starts();
do $$ begin
  perform note_starts_of(id, document) from flow_versions;
end $$;
