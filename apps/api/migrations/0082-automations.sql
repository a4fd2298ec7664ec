-- expand: what flows do by themselves. By what each automation of a flow version is started, in rows, so that whoever writes
-- an event sees at once whether one waits for it. The database writes them with the version, like its steps.
create table flow_automations (
  flow_version_id bigint not null references flow_versions on delete cascade,
  automation_id text not null,
  -- what happens; null: a timer
  event text,
  -- of a timer: deadline, cutoff, assigned, unanswered, released, award_start, award_end, monthly
  anchor text,
  days integer,
  step_id text,
  check ((event is null) <> (anchor is null))
);
create index flow_automations_event on flow_automations (flow_version_id, event) where event is not null;
create index flow_automations_timer on flow_automations (anchor, flow_version_id) where anchor is not null;

create function note_automations_of(flow_version bigint, document jsonb) returns void language plpgsql as $$
begin
  insert into flow_automations (flow_version_id, automation_id, event, anchor, days, step_id)
  with automations as (
    select a ->> 'id' as id, a -> 'on' as started, nth
    from jsonb_path_query(document, '$.automations[*]') with ordinality automations (a, nth) where a ? 'on')
  select flow_version, id, started ->> 'event', null::text, null::integer, started ->> 'step'
  from automations where started ? 'event'
  union all
  -- Whether all applications have come so far may change with each of these.
  select flow_version, id, happened, null, null, null
  from automations, unnest(array['all_submitted', 'partition_dropped', 'withdrawn', 'rejected', 'taken_back', 'cutoff_passed']) happened
  where started ->> 'event' = 'all_at_step'
  union all
  select flow_version, id, null, coalesce(started -> 'timer' ->> 'before', started -> 'timer' ->> 'after'),
    (started -> 'timer' ->> 'days')::integer * case when started -> 'timer' ? 'before' then -1 else 1 end,
    started -> 'timer' ->> 'step'
  from automations where started ? 'timer'
  union all
  select flow_version, id, null, 'unanswered', (started ->> 'unanswered')::integer, started ->> 'step'
  from automations where started ? 'unanswered'
  union all
  select flow_version, id, null, 'monthly', null, null from automations where started ? 'monthly';
end $$;

create function note_automations() returns trigger language plpgsql as $$
begin
  perform note_automations_of(new.id, new.document);
  return null;
end $$;
create trigger automations_in_rows after insert on flow_versions
  for each row execute function note_automations();
do $$ begin
  perform note_automations_of(id, document) from flow_versions;
end $$;

-- Events that automations wait for and that nobody has looked at yet. They go when their actions are planned.
create table automation_events (
  event_id bigint primary key references events on delete cascade,
  application_id bigint not null references applications on delete cascade
);
create index automation_events_application on automation_events (application_id, event_id);

-- What automations are to do, and what became of it. An event plans an automation once, for each target.
create table planned_actions (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  event_id bigint not null references events,
  automation_id text not null,
  -- the assignment that a timer is about
  target uuid,
  -- of a timer: which moment came
  moment timestamptz,
  action text not null check (action in ('assign', 'notify', 'change_visibility', 'unlock', 'reopen')),
  -- how many automations came before it
  depth integer not null,
  state text not null default 'planned' check (state in ('planned', 'done', 'failed', 'skipped')),
  attempts integer not null default 0,
  -- what became of it: how much was done, or a code that says why not
  result text,
  amount integer,
  -- why staff skipped it, and who had it skipped or tried again
  reason text,
  settled_by bigint references users,
  planned_at timestamptz not null,
  settled_at timestamptz
);
create unique index planned_actions_once on planned_actions
  (event_id, automation_id, coalesce(target, '00000000-0000-0000-0000-000000000000'));
create unique index planned_actions_moment on planned_actions
  (application_id, automation_id, coalesce(target, '00000000-0000-0000-0000-000000000000'), moment) where moment is not null;
create index planned_actions_application on planned_actions (application_id, id);
create index planned_actions_waiting on planned_actions (application_id, id) where state = 'planned';
create index planned_actions_failed on planned_actions (id) where state in ('planned', 'failed');
create index planned_actions_settled_by on planned_actions (settled_by) where settled_by is not null;
