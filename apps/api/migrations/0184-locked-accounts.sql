-- An administrator can lock an account. It then accepts no logins and gets no work or emails. Until this version is
-- everywhere, older ones would send emails to a locked account, so they do not start on this database.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('locked', 'active', 'suspended', 'closed'));

-- The list of people in the administration, in the order of their names.
create index users_by_name on users (lower(last_name), lower(first_name), id);
-- What administrators search people by, three letters at a time; without the extension (0047) the list reads every account.
do $$
begin
  create index users_names_and_addresses on users using gin (
    (first_name || ' ' || last_name || ' ' || email::text) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'Without pg_trgm, searches for people read every account: %', sqlerrm;
end $$;
