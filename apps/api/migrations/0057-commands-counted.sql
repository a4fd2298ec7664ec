-- expand: counts what the workflow writes on an application: whoever waited for its lock sees by it that somebody wrote
alter table applications add column revision integer not null default 0;
