-- expand: what people certify of their finished reviews. Of the code only its hash: whoever reads the table cannot show it.
create table certificates (
  id uuid primary key,
  user_id bigint not null references users,
  code_hash bytea not null unique,
  first_day date not null,
  last_day date not null,
  made_at timestamptz not null,
  -- names, numbers and the words of the time; nothing of any application
  says jsonb not null
);
create index certificates_user on certificates (user_id);

-- The own finished work, the newest first, as its list and a span of time read it.
create index assignments_handed_in on assignments (owner_id, submitted_at desc, id desc) where submitted_at is not null;
