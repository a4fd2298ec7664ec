-- expand: a release waits ten minutes before it takes effect, so that staff can stop it. It replaces letter_releases and
-- released_events, which only held back the letters; no code of this version writes them.
create table waiting_releases (
  application_id bigint not null references applications on delete cascade,
  step_id text not null,
  -- Releases of one command on many applications are stopped together.
  release_id uuid not null,
  -- Null: an automation released it, as the link of a chain that cause and depth describe.
  released_by bigint references users,
  cause bigint,
  depth integer,
  was_withdrawn boolean not null,
  planned_at timestamptz not null,
  due_at timestamptz not null,
  primary key (application_id, step_id)
);
create index waiting_releases_due on waiting_releases (due_at);
create index waiting_releases_release on waiting_releases (release_id);
