-- expand: files that were uploaded for the documents of a call. A draft names them by their hash before it is published, and earlier versions of the call name them afterwards.
create table call_files (
  call_id bigint not null references calls on delete cascade,
  sha256 bytea not null,
  filename text not null,
  media_type text not null,
  size_bytes integer not null,
  storage_key text not null,
  uploaded_at timestamptz not null,
  primary key (call_id, sha256)
);
create index call_files_storage_key on call_files (storage_key collate "C");
