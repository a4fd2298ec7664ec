-- The organisation that runs the portal: one row, its settings as one document that the domain's schema parses.
create table organisation (
  id smallint primary key default 1 check (id = 1),
  settings jsonb not null,
  updated_at timestamptz not null default now()
);

create table centres (
  id text primary key,
  name text not null,
  city text not null default '',
  country text not null default ''
);

-- A partition of a machine. hours_per_unit: what one unit (a node hour) is in core and GPU hours.
create table partitions (
  id text primary key,
  centre_id text not null references centres,
  system text not null,
  name text not null,
  kind text not null,
  description text not null default '',
  unit text not null,
  core_hours_per_unit numeric,
  gpu_hours_per_unit numeric,
  max_nodes_per_job integer,
  yearly_supply numeric,
  disabled boolean not null default false
);

-- Lists to choose from. A new version is a new set of rows; old values stay readable.
create table option_groups (
  id integer primary key,
  tag text not null unique,
  title text not null,
  version text not null default '1'
);

create table options (
  group_id integer not null references option_groups on delete cascade,
  value text not null,
  label text not null,
  parent text,
  position integer not null,
  -- false: an older version's value, readable but no longer offered
  offered boolean not null default true,
  primary key (group_id, value)
);
