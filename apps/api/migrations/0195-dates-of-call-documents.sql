-- expand: the page of a call says when each of its documents was uploaded. Unknown for those that are there already.
alter table call_documents add column uploaded_at timestamptz;
