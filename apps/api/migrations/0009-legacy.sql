-- The archive of applications that an earlier portal collected. Read only: rows come with a world, never from people.
create table legacy_records (
  id bigint generated always as identity primary key,
  number text not null unique,
  submitted boolean not null,
  -- what the list shows and searches, taken out of the record when it is loaded
  call_name text not null,
  machines text[] not null default '{}',
  -- names and addresses of its contacts
  people text[] not null default '{}',
  -- addresses of all contacts: those who may see the record beside staff
  emails citext[] not null default '{}',
  -- everything that was archived, in the shape of the domain's schema
  record jsonb not null
);
create index legacy_records_emails on legacy_records using gin (emails);

create table legacy_files (
  id uuid primary key,
  record_id bigint not null references legacy_records on delete cascade,
  filename text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  storage_key text not null
);
create index legacy_files_record on legacy_files (record_id);
