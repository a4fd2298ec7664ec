-- expand: who changed what in the administration. Rows are only ever added, and each carries the hash of the row before
-- it, so that a change made behind the portal's back is found (npm run audit).
create table configuration_changes (
  id bigint primary key,
  at timestamptz not null,
  -- Null: the operator, by a command.
  actor_id bigint references users (id),
  subject_kind text not null,
  subject_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash bytea,
  hash bytea not null unique,
  seal_key text not null,
  seal bytea not null
);
create index configuration_changes_of_subject on configuration_changes (subject_kind, subject_id, id);
create index configuration_changes_of_actor on configuration_changes (actor_id, id);

-- The text that a row is hashed by, as the database stores it.
create function hashed_text(c configuration_changes) returns text language sql stable as $$
  select jsonb_build_array(c.id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), c.actor_id,
    c.subject_kind, c.subject_id, c.action, c.before, c.after, c.reason)::text
$$;

create function refuse_to_change_the_past() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger configuration_changes_stay before update or delete on configuration_changes
  for each statement execute function refuse_to_change_the_past();
