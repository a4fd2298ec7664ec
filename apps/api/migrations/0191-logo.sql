-- expand: the organisation's logo, a PNG that the portal has drawn; null if there is none
alter table organisation add column logo bytea check (octet_length(logo) <= 1048576);
create or replace trigger changed after insert or delete or update of settings, demonstration, logo on organisation
  for each statement execute function note_change('organisation');
