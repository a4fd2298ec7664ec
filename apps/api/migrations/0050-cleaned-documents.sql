-- expand: copies of documents for readers who may not know who wrote them
-- Made when the first such reader asks, once for each document.
create table cleaned_documents (
  -- null: the document is gone, and its copy goes with the abandoned files
  document_id uuid unique references documents on delete set null,
  -- null: no copy could be made
  storage_key text,
  sha256 bytea,
  size_bytes integer,
  made_at timestamptz not null,
  check ((storage_key is null) = (sha256 is null) and (storage_key is null) = (size_bytes is null))
);
create index cleaned_documents_storage_key on cleaned_documents (storage_key collate "C");
