-- expand: what everybody gets is made once and kept in memory; by these counters each process sees that it is old. The
-- counter of a call and the clock of a demonstration are no part of it.
create table changes (
  topic text primary key,
  version bigint not null
);

create function note_change() returns trigger language plpgsql as $$
begin
  insert into changes (topic, version) values (tg_argv[0], 1)
    on conflict (topic) do update set version = changes.version + 1;
  return null;
end $$;

create trigger changed after insert or delete or update of settings, demonstration on organisation
  for each statement execute function note_change('organisation');
create trigger changed after insert or update or delete on option_groups
  for each statement execute function note_change('options');
create trigger changed after insert or update or delete on options
  for each statement execute function note_change('options');
create trigger changed after insert or delete or update of code, year, number, title, description, info, logo, published,
  unit, facts, download_roles, links, time_zone on calls
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on cutoffs
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on cutoff_partitions
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on timeframes
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on flow_versions
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on call_documents
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on partitions
  for each statement execute function note_change('calls');
create trigger changed after insert or update or delete on centres
  for each statement execute function note_change('calls');
