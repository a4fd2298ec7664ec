-- Documents that a call hands out: its terms of reference, its guideline for reviewers, the templates of its uploads.
create table call_documents (
  call_id bigint not null references calls on delete cascade,
  -- by which links and uploads of the call refer to it; part of its address
  name text not null,
  position integer not null,
  title text not null,
  filename text not null,
  media_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  storage_key text not null,
  primary key (call_id, name)
);
