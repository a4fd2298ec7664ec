-- expand: what a change request asks for at single fields, what is answered there, and what is gathered before it is made.
-- One thread for each field (and row) of an assignment: who asks again goes on in it.
create table threads (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  element_id text not null,
  -- null: in no row
  group_id uuid,
  -- of the change request that asked last
  asked_at timestamptz not null,
  -- whether its owner says that it is done
  answered boolean not null default false
);
create unique index threads_field on threads (assignment_id, element_id, coalesce(group_id, '00000000-0000-0000-0000-000000000000'));
create table comments (
  id uuid primary key,
  thread_id uuid not null references threads on delete cascade,
  -- in the thread, from 1: two may be of one moment
  position integer not null,
  author_id bigint not null references users,
  -- as what its author wrote it: all that some readers are told of them
  role text not null,
  -- by who asks for changes; else by who makes them
  asks boolean not null,
  text text not null,
  created_at timestamptz not null,
  -- of an answer: when it was handed in with a submission; null before, and of what was asked
  handed_in_at timestamptz
);
create unique index comments_thread on comments (thread_id, position);
create index comments_author on comments (author_id);
create table points (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  element_id text not null,
  group_id uuid,
  author_id bigint not null references users,
  role text not null,
  -- the step that judges, whose work it is; null: staff, who decide directly
  step_id text,
  text text not null,
  -- counts every write: a change that is based on an older one is refused
  revision integer not null default 1,
  changed_at timestamptz not null
);
create unique index points_field on points (assignment_id, author_id, element_id, coalesce(group_id, '00000000-0000-0000-0000-000000000000'));
create index points_author on points (author_id);
