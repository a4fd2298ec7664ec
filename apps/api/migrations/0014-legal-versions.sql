-- Which version of each legal text the register form showed; becomes a consent when the registration is confirmed.
alter table registrations add column legal_versions jsonb not null default '{}';
