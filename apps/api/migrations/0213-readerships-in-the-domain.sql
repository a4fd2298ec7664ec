-- The domain decides which view rules open an application (permissions/readership.ts), and the code that writes its facts
-- writes the readership too (features/applications/readerships.ts). Earlier versions would not write it without these
-- triggers, so they do not start on this database.
drop trigger readers_of_changed on applications;
drop trigger readers_of_added on assignments;
drop trigger readers_of_removed on assignments;
drop trigger readers_of_changed on assignments;
drop trigger readers_of_added on step_states;
drop trigger readers_of_removed on step_states;
drop trigger readers_of_changed on step_states;
drop trigger readers_of_added on conflicts;
drop trigger readers_of_removed on conflicts;
drop trigger readers_of_changed on conflicts;
drop function readers_of_application();
drop function readers_of_rows();
drop function readers_of_row();
drop function note_readers(bigint[]);
drop function open_rules_of(bigint);
drop function earlier_submissions(assignments, bigint);
drop function read_until(assignments, bigint);
drop function reader_stopped_at(bigint, bigint);
drop function stopped_at(bigint, bigint);
drop function releases_until(bigint, timestamptz);
drop function released_before(bigint, text, timestamptz);

-- Nothing calls it since 0197.
drop function unreplaced_work(bigint, text, text);

-- In the order of the domain, which does not depend on the collation of the database.
update readerships set rules = (
  select jsonb_agg(rule order by concat('[', coalesce(rule -> 'role', 'null'), ',', rule -> 'scope', ',',
    coalesce(rule -> 'reader', 'null'), ',', coalesce(rule -> 'partition', 'null'), ',', rule -> 'shows') collate "C")
  from jsonb_array_elements(rules) rule);

-- How many readerships the last nightly check found wrong.
alter table workflow_sweeps add column wrong integer not null default 0;
