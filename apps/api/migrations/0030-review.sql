-- expand: what the review adds to applications and assignments
alter table applications
  -- by id, as asked for at submission; `partitions` holds their names for lists
  add column partition_ids text[] not null default '{}',
  -- of the first research field at submission
  add column panel text,
  -- of the longest award that was released
  add column award_ends_at timestamptz;
alter table assignments
  -- what it was before a conflict of interest stopped it
  add column previous_status text,
  -- it was open to a centre or a role once
  add column was_unowned boolean not null default false,
  -- the words on conflicts of interest that its owner agreed to, and when
  add column agreed_at timestamptz,
  add column agreement text,
  -- when the clock noted that its deadline had passed
  add column expired_at timestamptz,
  -- of a step for each partition: what its last submission says of it
  add column verdict text check (verdict in ('accepted', 'dropped'));

-- Each submission of an assignment. Readers get the newest, staff may read the earlier ones.
create table submissions (
  assignment_id uuid not null references assignments on delete cascade,
  number integer not null,
  -- { answers, rows } as readers get them
  content jsonb not null,
  sha256 bytea not null,
  submitted_by bigint references users,
  submitted_at timestamptz not null,
  primary key (assignment_id, number)
);
create index submissions_submitted_by on submissions (submitted_by);

-- Who may not deal with an application. One row for a person; cleared ones stay.
create table conflicts (
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users,
  source text not null check (source in ('declared', 'marked', 'detected')),
  reason text,
  noted_by bigint references users,
  noted_at timestamptz not null,
  cleared_by bigint references users,
  cleared_at timestamptz,
  cleared_reason text,
  primary key (application_id, user_id)
);
create index conflicts_user on conflicts (user_id);
create index conflicts_noted_by on conflicts (noted_by);
create index conflicts_cleared_by on conflicts (cleared_by);

-- What was decided, for each partition, as versions: the newest counts, the newest released one is seen.
create table decisions (
  application_id bigint not null references applications on delete cascade,
  partition_id text not null references partitions,
  version integer not null,
  outcome text not null check (outcome in ('awarded', 'reduced', 'reserve', 'rejected')),
  -- in the unit of the call
  amount numeric,
  reason text,
  -- of the award
  starts_on date,
  ends_on date,
  decided_by bigint references users,
  decided_at timestamptz not null,
  released_at timestamptz,
  primary key (application_id, partition_id, version)
);
create index decisions_decided_by on decisions (decided_by);
