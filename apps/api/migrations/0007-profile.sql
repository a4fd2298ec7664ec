-- What a person agreed to or took back, append-only: the latest row of a subject is what holds.
create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  subject text not null check (subject in ('terms', 'privacy', 'mailing_list')),
  given boolean not null,
  -- the words that were shown when the answer was given
  wording text not null,
  at timestamptz not null
);
create index consents_user on consents (user_id, subject, at);

-- Bank details as one sealed document (AES-256-GCM). The key never comes near the database; key_id says which one it was.
create table bank_details (
  user_id bigint primary key references users on delete cascade,
  key_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  updated_at timestamptz not null
);
create index bank_details_key on bank_details (key_id);
