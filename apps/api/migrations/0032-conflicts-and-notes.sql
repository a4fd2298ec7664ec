-- expand
-- Addresses and ORCID iDs in what was submitted, as they are compared: a list of texts in lower case. By them the
-- applications are found that two people were on together. As an index on an expression it needs no column that every
-- writer fills, and what was submitted before is found too: 44 MB for a million applications of five people each.
create function ids_in_submission(content jsonb) returns jsonb language sql immutable parallel safe
return lower(jsonb_path_query_array(content,
  '$.answers[*].values[*] ? (@ like_regex "^[^@\\s]+@[^@\\s]+$" || @ like_regex "^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$")'
)::text collate "C")::jsonb;
create index assignments_submitted_ids on assignments using gin (ids_in_submission(submitted_content))
  where submitted_content is not null;

-- What staff note about an application, for each other alone.
create table notes (
  id uuid primary key,
  application_id bigint not null references applications on delete cascade,
  author_id bigint not null references users,
  text text not null,
  -- counts every write: a change that is based on an older one is refused
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz
);
create index notes_application on notes (application_id, id);
create index notes_author on notes (author_id);
