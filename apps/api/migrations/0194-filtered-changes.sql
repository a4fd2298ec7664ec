-- expand: an index
-- Filters of the log by time and action read it without the rows.
create index configuration_changes_by_time on configuration_changes (at, action);
