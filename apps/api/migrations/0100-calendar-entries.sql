-- expand: whose calendar a mail brought which deadline to, so that work that is given up or withdrawn takes it out again
create table calendar_entries (
  assignment_id uuid not null references assignments on delete cascade,
  user_id bigint not null references users on delete cascade,
  sequence integer not null,
  due_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (assignment_id, user_id)
);
create index calendar_entries_user on calendar_entries (user_id);
