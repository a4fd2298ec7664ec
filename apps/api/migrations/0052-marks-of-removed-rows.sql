-- expand: what staff noted of rows that were removed after a submission, by row: kept with the last one that had them
alter table submissions add column marks jsonb;
