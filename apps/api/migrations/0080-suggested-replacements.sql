-- expand: whom somebody who refuses an assignment names in their place, for those who assign its step.
create table suggested_replacements (
  id uuid primary key,
  assignment_id uuid not null references assignments on delete cascade,
  suggested_by bigint not null references users,
  position smallint not null,
  name text not null,
  email citext,
  institution text,
  created_at timestamptz not null,
  unique (assignment_id, position)
);
create index suggested_replacements_by on suggested_replacements (suggested_by);
create index suggested_replacements_email on suggested_replacements (email) where email is not null;
