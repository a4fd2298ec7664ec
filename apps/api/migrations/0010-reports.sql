-- Applications reports that somebody asked for: made by a job, sent by mail, kept for a few days.
create table reports (
  id uuid primary key,
  -- null: the call or the account is gone since
  call_id bigint references calls on delete set null,
  user_id bigint references users on delete set null,
  format text not null check (format in ('csv', 'xlsx')),
  state text not null default 'requested' check (state in ('requested', 'made', 'refused', 'failed')),
  requested_at timestamptz not null,
  made_at timestamptz,
  applications integer,
  -- how many drafts there are beside them; null for readers who may not know
  drafts integer,
  filename text,
  size_bytes bigint,
  storage_key text
);
-- Asking again while one is being made asks for the same.
create unique index reports_pending on reports (call_id, user_id, format) where state = 'requested';
create index reports_age on reports (requested_at);

-- Reports read the applications of a call in the order of their ids, page by page.
create index applications_call_id on applications (call_id, id);
