-- What a registration brought, until the link of its own mail is used: a password counts only once the one who chose
-- it has shown that the address is theirs. Several may wait for one address; the link of each confirms that one alone.
create table registrations (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  accepted_terms_at timestamptz not null,
  created_at timestamptz not null
);
create index registrations_user on registrations (user_id, created_at);

alter table mail_tokens add column registration_id uuid references registrations on delete cascade;

insert into registrations (id, user_id, first_name, last_name, password_hash, accepted_terms_at, created_at)
select gen_random_uuid(), id, first_name, last_name, password_hash, coalesce(accepted_terms_at, created_at), created_at
from users where status = 'locked' and password_hash is not null;
update mail_tokens set registration_id = registrations.id
from registrations where registrations.user_id = mail_tokens.user_id and mail_tokens.purpose = 'confirm_account';
update users set password_hash = null where status = 'locked';

-- Whoever is locked has shown nothing yet, so there is no password that could become theirs by mistake.
alter table users add constraint users_locked_without_password check (status <> 'locked' or password_hash is null);

-- The address that the person asked to change to; only the newest counts.
alter table users add column wanted_email citext;

-- How often something happened under a key within a window: guesses and mails. The key is a hash, so that it names nobody.
create table tallies (
  key bytea primary key,
  count integer not null,
  -- not again before
  next_at timestamptz not null,
  expires_at timestamptz not null
);
create index tallies_expires on tallies (expires_at);
