-- expand: applications, assignments, forms and reports of calls as PDFs that a job made, kept for those who may see exactly what stands in them
create table printouts (
  id uuid primary key,
  kind text not null check (kind in ('application', 'consolidated', 'assignment', 'form', 'report')),
  -- what it is of; null: gone since
  application_id bigint references applications on delete set null,
  assignment_id uuid references assignments on delete set null,
  call_id bigint references calls on delete set null,
  -- for whom it is made; null: for everybody, or the account is gone
  user_id bigint references users on delete set null,
  language text not null,
  -- SHA-256 of all that stands in it
  content_hash text not null,
  state text not null default 'requested' check (state in ('requested', 'made', 'failed')),
  requested_at timestamptz not null,
  -- how many of its files are looked through, of how many
  files_done integer not null default 0,
  files integer not null default 0,
  made_at timestamptz,
  size_bytes bigint,
  storage_key text,
  check ((state = 'made') = (storage_key is not null))
);
-- Asking for the same while it is made or kept asks for this one.
create unique index printouts_content on printouts (content_hash) where state <> 'failed';
create index printouts_age on printouts (requested_at);
create index printouts_storage_key on printouts (storage_key collate "C");
create index printouts_application on printouts (application_id);
create index printouts_assignment on printouts (assignment_id);
