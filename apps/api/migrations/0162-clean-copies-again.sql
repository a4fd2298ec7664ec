-- expand: copies that were made before may lack fields and notes of their PDF
-- Each is made again when a reader asks for it; the nightly job removes the files of the old ones.
update cleaned_documents set document_id = null;
