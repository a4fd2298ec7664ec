-- expand: the names that came with a registration wait beside the locked account, as its password does. A stranger may
-- have typed them; names that staff or the operator gave stay.
update users set first_name = '', last_name = ''
where status = 'locked' and exists (
  select from registrations
  where registrations.user_id = users.id
    and (registrations.first_name, registrations.last_name) = (users.first_name, users.last_name)
);
