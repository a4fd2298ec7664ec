-- expand: memberships end on a day, and wait for their first day
alter table memberships add column ends_on date;
create index memberships_by_end on memberships (ends_on) where ends_on is not null;

-- Memberships before their first day. The job adds them to those in force, which alone give rights.
create table later_memberships (
  user_id bigint not null references users on delete cascade,
  centre_id text references centres,
  panel text,
  part text not null,
  starts_on date not null,
  ends_on date,
  check ((centre_id is null) <> (panel is null)),
  check (starts_on <= ends_on)
);
create unique index later_memberships_once on later_memberships
  (user_id, coalesce(centre_id, ''), coalesce(panel, ''), part);

-- Pages of centres and panels read their changes by it, as by the index of those who were added or removed.
create index configuration_changes_of_changed_members on configuration_changes ((coalesce(after, before) ->> 'id'))
  where action = 'membership_changed';
