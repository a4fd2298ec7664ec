-- expand: whether the demonstration was loaded. Everybody can read the passwords of its accounts, so nothing else may be made
-- of this database. Earlier versions left no mark; they numbered the demonstration's applications like this, and no
-- mail reaches an address at example.org.
alter table organisation add column demonstration boolean not null default false;
update organisation set demonstration = true where exists (
  select from applications a join users u on u.id = a.owner_id
  where a.id between 23751 and 23800 and u.email like '%@example.org'
) and exists (
  select from users where password_hash is not null and status = 'active' and email like '%@example.org'
);
