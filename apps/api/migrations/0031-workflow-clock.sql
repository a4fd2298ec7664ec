-- expand: how far the time of the workflow is ahead of the real one. A demonstration can be moved forward; a portal in earnest
-- never is. It stands on the row that marks the demonstration, so all processes, a backup and its restore have the same.
alter table organisation add column workflow_ahead_ms bigint not null default 0
  check (workflow_ahead_ms >= 0 and (demonstration or workflow_ahead_ms = 0));
