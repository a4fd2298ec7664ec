create table applications (
  id bigint generated always as identity primary key,
  uid text not null unique,
  call_id bigint not null references calls,
  flow_version_id bigint not null references flow_versions,
  cutoff_id bigint references cutoffs,
  owner_id bigint not null references users,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'changes_requested', 'approved', 'rejected')),
  created_at timestamptz not null,
  submitted_at timestamptz,
  -- projected from the answers by the meanings of their elements (config.id), for lists and search
  title text not null default '',
  pi_first_name text not null default '',
  pi_last_name text not null default '',
  pi_affiliation text not null default '',
  research_group text not null default '',
  research_title text not null default '',
  partitions text[] not null default '{}',
  updated_at timestamptz not null
);
create index applications_owner on applications (owner_id, submitted_at desc nulls first, id desc);
create index applications_call on applications (call_id, submitted_at);

create table assignments (
  id uuid primary key,
  application_id bigint not null references applications on delete cascade,
  step_id text not null,
  owner_id bigint references users,
  assigner_id bigint references users,
  role text not null,
  partition_id text references partitions,
  status text not null check (status in ('draft', 'assigned', 'accepted', 'rejected', 'refused', 'conflicted', 'submitted',
    'resubmitted', 'revoked', 'changes_requested', 'approved', 'triggered')),
  deadline_at timestamptz,
  is_lead boolean not null default false,
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  -- { answers, rows } as readers get them since the last submission: hidden ones dropped, sums and fixed amounts filled in
  submitted_content jsonb,
  -- counts every write to the answers and rows of the assignment
  revision integer not null default 0
);
create index assignments_application on assignments (application_id);
create index assignments_owner on assignments (owner_id, status);

create table activities (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  status text not null,
  reason text,
  actor_id bigint references users,
  created_at timestamptz not null
);
create index activities_assignment on activities (assignment_id);

-- Rows of repeated groups. The id is made where the row is added and stays; the order is a field of its own.
create table group_instances (
  assignment_id uuid not null references assignments on delete cascade,
  id uuid not null,
  element_id text not null,
  position integer not null,
  coi boolean not null default false,
  comment text,
  primary key (assignment_id, id)
);

-- group_id is the nil UUID outside groups. Values are texts: numbers are decimal strings, files are document ids.
create table answers (
  assignment_id uuid not null references assignments on delete cascade,
  element_id text not null,
  group_id uuid not null default '00000000-0000-0000-0000-000000000000',
  values text[] not null,
  revision integer not null,
  author_id bigint references users,
  saved_at timestamptz not null,
  primary key (assignment_id, element_id, group_id)
);

create table documents (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  element_id text not null,
  group_id uuid,
  original_filename text not null,
  filename text not null,
  size_bytes integer not null,
  pages integer,
  sha256 bytea not null,
  storage_key text not null,
  uploaded_by bigint references users,
  created_at timestamptz not null
);
create index documents_assignment on documents (assignment_id);

-- Files whose rows are gone; the worker removes them from the storage.
create table abandoned_files (
  storage_key text primary key,
  abandoned_at timestamptz not null
);

create table step_states (
  application_id bigint not null references applications on delete cascade,
  step_id text not null,
  unlocked_at timestamptz,
  released_at timestamptz,
  primary key (application_id, step_id)
);
