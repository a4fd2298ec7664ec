-- What happened, append-only: the event log. Work that follows from it is a job written in the same transaction.
create table events (
  id bigint generated always as identity primary key,
  type text not null,
  application_id bigint,
  assignment_id uuid,
  user_id bigint,
  actor_id bigint,
  detail jsonb not null default '{}',
  occurred_at timestamptz not null
);
create index events_application on events (application_id, id);

-- One planned effect each. The key makes it unique: planning it twice plans it once.
create table deliveries (
  id uuid primary key,
  key text not null unique,
  kind text not null check (kind in ('mail')),
  event_id bigint references events,
  recipient citext not null,
  -- which mail, and the facts it is written from; never a token or a password
  template text not null,
  facts jsonb not null default '{}',
  state text not null default 'planned' check (state in ('planned', 'sent', 'failed')),
  attempts integer not null default 0,
  message_id text not null,
  planned_at timestamptz not null,
  sent_at timestamptz,
  error text
);

-- Mails kept for the mailbox page where no mail server is set (demonstration only).
create table kept_mails (
  id uuid primary key,
  recipient citext not null,
  sender text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  message_id text not null unique,
  kept_at timestamptz not null
);
create index kept_mails_recipient on kept_mails (recipient, kept_at desc);
