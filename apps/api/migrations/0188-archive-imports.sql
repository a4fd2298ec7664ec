-- expand: the archive file that an administrator uploaded last, with the report of its check and of its import
create table archive_imports (
  -- There is one file at a time.
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  filename text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- Null once the file was imported.
  storage_key text,
  state text not null check (state in ('checking', 'checked', 'importing', 'imported', 'failed')),
  uploaded_at timestamptz not null,
  -- When the state changed last.
  changed_at timestamptz not null,
  -- Number of records in the file; null until it was checked.
  records integer,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  findings integer not null default 0,
  -- The first findings.
  report jsonb not null default '[]'
);
