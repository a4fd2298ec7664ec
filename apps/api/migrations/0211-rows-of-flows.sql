-- The program that publishes a flow writes its steps, view rules and starts of automations
-- (features/calls/definition/flow-rows.ts). Until this version is everywhere, older ones would publish flows without these
-- rows, so they do not start on this database.
drop trigger steps_in_rows on flow_versions;
drop trigger titles_of_steps on flow_versions;
drop trigger automations_in_rows on flow_versions;
drop trigger steps_that_judge on flow_versions;
drop trigger steps_that_are_assigned on flow_versions;
drop trigger steps_that_start on flow_versions;
drop function note_steps();
drop function note_titles();
drop function note_automations();
drop function note_judges();
drop function note_assigners();
drop function note_starts();
drop function note_steps_of(bigint, jsonb);
drop function note_automations_of(bigint, jsonb);
drop function note_judges_of(bigint, jsonb);
drop function note_assigners_of(bigint, jsonb);
drop function note_starts_of(bigint, jsonb);
drop function meanings_of(jsonb);
drop function texts_of(jsonb);
