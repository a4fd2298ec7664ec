-- expand: processes that show the draft of a call to administrators hear of each change at once.
create function notify_of_draft() returns trigger language plpgsql as $$
begin
  perform pg_notify('call_drafts', coalesce(new.call_id, old.call_id)::text);
  return null;
end $$;

create trigger notify_of_draft after insert on call_changes for each row execute function notify_of_draft();
create trigger notify_of_draft after delete on call_drafts for each row execute function notify_of_draft();
create trigger notify_of_draft after insert or update or delete on planned_publications
  for each row execute function notify_of_draft();
