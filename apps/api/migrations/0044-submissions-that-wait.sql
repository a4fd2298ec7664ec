-- expand: since when a submission waits for the check of its files; it counts as of then. Empty where none waits.
alter table assignments add column submission_asked_at timestamptz;
