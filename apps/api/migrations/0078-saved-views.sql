-- expand: views of the applications list that people keep under a name
create table saved_views (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- { searchBy, orderBy, role, columns }
  list jsonb not null,
  is_default boolean not null,
  changed_at timestamptz not null
);
create unique index saved_views_name on saved_views (user_id, lower(name));
create unique index saved_views_default on saved_views (user_id) where is_default;
