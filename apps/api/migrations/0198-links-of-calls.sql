-- expand: whether the links of a call answer, as they were found last
create table call_links (
  call_id bigint not null references calls (id) on delete cascade,
  address text not null,
  state text not null check (state in ('answers', 'closed', 'broken', 'unreachable', 'private')),
  -- null if there was no answer
  status integer,
  -- why there was none
  failure text check (failure in ('name', 'time', 'connection', 'certificate', 'redirects')),
  media_type text,
  size_bytes bigint,
  -- when the state or the status changed last
  since timestamptz not null,
  checked_at timestamptz not null,
  primary key (call_id, address)
);
-- The same address in another call is asked once a night.
create index call_links_address on call_links (address, checked_at);
