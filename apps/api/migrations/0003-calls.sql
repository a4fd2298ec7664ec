create table calls (
  id bigint generated always as identity primary key,
  code text not null,
  year integer not null,
  number integer not null,
  title text not null,
  description text not null default '',
  -- rich text, cleaned when written
  info text not null default '',
  logo text,
  published boolean not null default false,
  unit text not null default 'node hours',
  -- short facts shown on cards and in the head: duration, kind of review, time to access
  facts jsonb not null default '{}',
  uid_pattern text not null,
  -- next number of an application of this call
  counter integer not null default 0,
  download_roles text[] not null default '{pro}',
  links jsonb not null default '{}',
  time_zone text not null default 'Europe/Brussels',
  allocation_period_id integer,
  created_at timestamptz not null default now(),
  unique (code, year, number)
);

create table cutoffs (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  position integer not null,
  starts_at timestamptz not null,
  -- null: open until the next one starts, or without an end
  ends_at timestamptz,
  unique (call_id, position)
);

create table cutoff_partitions (
  cutoff_id bigint not null references cutoffs on delete cascade,
  partition_id text not null references partitions,
  disabled boolean not null default false,
  min numeric,
  max numeric,
  fixed numeric,
  pool numeric,
  primary key (cutoff_id, partition_id)
);

-- The steps, forms, elements and rules of a call. A published version never changes.
create table flow_versions (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  version integer not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  unique (call_id, version)
);

create table timeframes (
  call_id bigint not null references calls on delete cascade,
  step_id text not null,
  cutoff_id bigint not null references cutoffs on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz,
  primary key (step_id, cutoff_id)
);
create index timeframes_call on timeframes (call_id);
