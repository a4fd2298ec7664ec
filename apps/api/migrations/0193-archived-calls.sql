-- expand: a closed call can be archived. Lists of calls leave it out; its page and its applications stay.
alter table calls add column archived_at timestamptz;

create trigger changed_archived after update of archived_at on calls
  for each statement execute function note_change('calls');
