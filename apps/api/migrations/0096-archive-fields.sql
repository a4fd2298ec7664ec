-- expand: what the archive's list shows and looks for stands beside the record, so that no list reads whole records; what an
-- import did not understand is kept as it was.
alter table legacy_records add column title text not null default '';
alter table legacy_records add column unread jsonb not null default '[]';
update legacy_records set title = coalesce(record ->> 'projectTitle', '');
