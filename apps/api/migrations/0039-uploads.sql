-- expand: files that came in and are not documents yet
-- What came in whole waits here for its check, or stays as the word of its refusal; what passes becomes a document of
-- the same id.
create table uploads (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  element_id text not null,
  group_id uuid,
  original_filename text not null,
  filename text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  -- null: it was refused, and its file is gone
  storage_key text,
  -- what its field asked for when it came
  max_pages integer,
  replaces boolean not null,
  uploaded_by bigint references users,
  created_at timestamptz not null,
  refusal_code text,
  refusal text,
  -- somebody waits for it to submit: before all others
  asked_at timestamptz,
  -- until then one process looks into it
  held_until timestamptz,
  -- took longer than the first look may
  costly boolean not null default false,
  check ((refusal_code is null) = (refusal is null) and (refusal_code is null) = (storage_key is not null))
);
create index uploads_assignment on uploads (assignment_id);
create index uploads_waiting on uploads (created_at) where refusal_code is null;
create index uploads_uploaded_by on uploads (uploaded_by) include (size_bytes);
create index uploads_storage_key on uploads (storage_key collate "C");
