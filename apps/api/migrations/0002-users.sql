create extension if not exists citext;

create table users (
  id bigint generated always as identity primary key,
  email citext not null unique,
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null default 'user',
  status text not null default 'locked' check (status in ('locked', 'active', 'closed')),
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  accepted_terms_at timestamptz,
  accept_mailing_list boolean,
  title text,
  gender text,
  nationality text,
  date_of_birth date,
  phone_number text,
  home_address text,
  fields text[] not null default '{}',
  is_reviewer boolean,
  temporary boolean not null default false,
  mandate_start_date date,
  mandate_end_date date,
  website text,
  linkedin text,
  researchgate text,
  scholar text,
  scopus text,
  link1 text,
  link2 text,
  tags text[] not null default '{}'
);

-- One row per refresh token. A family starts at a login and ends as a whole. Only hashes are stored.
create table sessions (
  id uuid primary key,
  family_id uuid not null,
  user_id bigint not null references users on delete cascade,
  app text not null check (app in ('user_portal', 'admin_portal')),
  refresh_hash bytea not null unique,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- set when this token was exchanged; within the grace it answers with the same successor
  replaced_at timestamptz,
  successor_id uuid,
  -- the successor's tokens, readable only with the token that was replaced; emptied when the grace is over
  successor_sealed bytea,
  ended_at timestamptz
);
create index sessions_family on sessions (family_id);
create index sessions_user on sessions (user_id);

-- Single-use tokens that travel by mail. Only hashes are stored.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm_account', 'reset_password', 'change_email', 'invite')),
  user_id bigint not null references users on delete cascade,
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_user on mail_tokens (user_id, purpose);

-- The check that a person registers. The answer never leaves the server.
create table human_challenges (
  id uuid primary key,
  kind text not null check (kind in ('rotate', 'email_code')),
  -- rotate: the angle in degrees by which the image was turned; email_code: null
  angle integer,
  code_hash bytea,
  email citext,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table memberships (
  user_id bigint not null references users on delete cascade,
  centre_id text references centres,
  panel text,
  part text not null,
  check ((centre_id is null) <> (panel is null))
);
create unique index memberships_once on memberships (user_id, coalesce(centre_id, ''), coalesce(panel, ''), part);
