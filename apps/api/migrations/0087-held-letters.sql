-- expand: the letters of a release in bulk wait ten minutes, so that staff can stop them
create table letter_releases (
  id uuid primary key,
  step_id text not null,
  released_by bigint references users,
  goes_at timestamptz not null,
  stopped_at timestamptz,
  stopped_by bigint references users
);
create index letter_releases_going on letter_releases (goes_at);

-- What follows from these events waits with the release.
create table released_events (
  event_id bigint primary key references events on delete cascade,
  release_id uuid not null references letter_releases on delete cascade
);
create index released_events_release on released_events (release_id);

-- As the recipient got it, for the list of mails of an application.
alter table deliveries add column subject text;
