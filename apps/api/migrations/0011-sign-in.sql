-- Logins at identity providers that open an account. Issuer and subject together are one login of one person for good.
create table identities (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- the provider's id in the settings
  provider text not null,
  issuer text not null,
  subject text not null,
  -- what its owner knows it by: the address or the name at the provider
  label text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- Passkeys (WebAuthn). Only the public half is known here.
create table passkeys (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- base64url, as the browser names it
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Who wants to be asked for a passkey after the password.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  since timestamptz not null
);

-- One-time codes in place of a lost passkey. Only hashes are stored.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a login has begun and not ended: single use, short-lived, known by the hash of its key.
create table sign_in_steps (
  key_hash bytea primary key,
  purpose text not null check (purpose in ('provider', 'registration', 'passkey', 'add_passkey', 'second_factor')),
  user_id bigint references users on delete cascade,
  detail jsonb not null,
  -- of a mailed code
  code_hash bytea,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);

-- When somebody showed once more who they are, by family of sessions. A login counts as well; that stands in sessions.
create table fresh_sign_ins (
  family_id uuid primary key,
  at timestamptz not null
);
