-- expand
-- What was answered to requests that make something, by the key that their sender gave them: one that comes again, because
-- its answer was lost, gets the same answer and makes nothing. Kept for a week.
create table answered_requests (
  user_id bigint not null references users,
  key uuid not null,
  -- of the operation and all that was sent
  asked_sha256 bytea not null,
  application_id bigint not null references applications on delete cascade,
  reply jsonb not null,
  answered_at timestamptz not null,
  primary key (user_id, key)
);
create index answered_requests_application on answered_requests (application_id);
create index answered_requests_age on answered_requests (answered_at);
