-- expand: a link opens the preview of a draft without an account until it expires. A withdrawn link is deleted.
create table call_previews (
  id uuid primary key default gen_random_uuid(),
  call_id bigint not null references calls (id) on delete cascade,
  token_hash bytea not null unique,
  note text not null,
  created_at timestamptz not null,
  creator_id bigint references users (id),
  expires_at timestamptz not null
);
create index call_previews_call on call_previews (call_id);
create index call_previews_creator on call_previews (creator_id);
