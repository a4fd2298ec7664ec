-- expand: a call is edited as a draft, and the live call stays. Edits are only ever added; their revisions go on from draft to
-- draft.
create table call_drafts (
  call_id bigint primary key references calls (id) on delete cascade,
  definition jsonb not null,
  -- of the last edit
  revision integer not null,
  -- of the last edit before the draft began
  begun_after integer not null
);

create table call_changes (
  call_id bigint not null references calls (id) on delete cascade,
  revision integer not null,
  at timestamptz not null,
  author_id bigint references users (id),
  changes jsonb not null,
  inverses jsonb not null,
  -- the edit that this one takes back
  undoes integer,
  primary key (call_id, revision)
);
create index call_changes_author on call_changes (author_id);

create table publications (
  call_id bigint not null references calls (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  publisher_id bigint references users (id),
  note text not null,
  -- the edits that it made live are after the first and up to the last
  begun_after integer not null,
  revision integer not null,
  definition jsonb not null,
  primary key (call_id, number)
);
create index publications_publisher on publications (publisher_id);
