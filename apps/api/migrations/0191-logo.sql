-- expand: the organisation's logo, a PNG that the portal has drawn; null if there is none
alter table organisation add column logo bytea check (octet_length(logo) <= 1048576);
