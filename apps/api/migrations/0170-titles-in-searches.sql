-- expand: a search looks into titles too
create index applications_titles on applications using gin (title gin_trgm_ops) where status <> 'draft';
