-- What a person reads in the list of own sessions. Both stay the same for a whole family.
alter table sessions
  -- browser and system in plain words, never the whole line that the browser sends
  add column device text not null default '',
  -- the login that the family began with: the first rows of a long one are purged before it ends
  add column opened_at timestamptz not null default now();
update sessions set opened_at = (select min(first.created_at) from sessions first where first.family_id = sessions.family_id);
