-- A file that nothing seems to name waits: a transaction whose end nobody heard of may still come through, and a database
-- may have been put back that is older than its files. null: its row was deleted, nothing to wait for.
alter table abandoned_files add column not_before timestamptz;

-- Files and rows are compared part by part, and a file is looked for by its key.
create index documents_storage_key on documents (storage_key collate "C");
create index reports_storage_key on reports (storage_key collate "C");
create index legacy_files_storage_key on legacy_files (storage_key collate "C");
create index call_documents_storage_key on call_documents (storage_key collate "C");

-- How much one person keeps.
create index documents_uploaded_by on documents (uploaded_by) include (size_bytes);

-- Stands in the storage too: a portal removes nothing from the storage of another one.
insert into secrets (name, value) values ('storage', decode(replace(gen_random_uuid()::text, '-', ''), 'hex'));
