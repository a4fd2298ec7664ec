-- expand: a step that begins once all applications have passed another one names that step, so that nobody is said to be
-- missing before
alter table flow_steps add column awaits_step text, add column awaits_of text;

-- As before, and what the only automation that starts a step waits for.
create or replace function note_starts_of(flow_version bigint, document jsonb) returns void language sql as $$
  update flow_steps f set started_by = s.started_by, awaits_step = s.awaits_step, awaits_of = s.awaits_of from (
    select a ->> 'step' as step_id,
      case when bool_or(a -> 'on' ? 'event' and a -> 'on' ->> 'event' <> 'all_at_step') then 'event' else 'later' end as started_by,
      case when count(*) = 1 then min(a -> 'on' ->> 'step') filter (where a -> 'on' ->> 'event' = 'all_at_step') end as awaits_step,
      case when count(*) = 1 then min(coalesce(a -> 'on' ->> 'of', 'cutoff')) filter (where a -> 'on' ->> 'event' = 'all_at_step') end
        as awaits_of
    from jsonb_path_query(document, '$.automations[*] ? (@.do == "assign")') a where not a ? 'when' group by a ->> 'step') s
  where f.flow_version_id = flow_version and f.step_id = s.step_id;
$$;
do $$ begin
  perform note_starts_of(id, document) from flow_versions;
end $$;
