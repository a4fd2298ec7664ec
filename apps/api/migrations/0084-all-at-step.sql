-- expand: that all applications of a cut-off, or of its part in a panel, have come so far; noted once.
create table step_arrivals (
  cutoff_id bigint not null references cutoffs on delete cascade,
  step_id text not null,
  -- whose applications: of the cut-off, or of a panel in it
  arrived text not null check (arrived in ('cutoff', 'panel')),
  panel text not null default '',
  noted_at timestamptz not null,
  -- staff went on without some, and why
  forced_by bigint references users,
  reason text,
  primary key (cutoff_id, step_id, arrived, panel),
  check ((forced_by is null) = (reason is null))
);
create index step_arrivals_forced_by on step_arrivals (forced_by) where forced_by is not null;
