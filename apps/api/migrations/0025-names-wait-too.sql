-- The names that came with a registration wait beside the locked account, as its password does: a stranger may have typed
-- them. Accounts that staff or the operator made keep theirs.
update users set first_name = '', last_name = ''
where status = 'locked'
  and exists (select from registrations where registrations.user_id = users.id)
  and not exists (
    select from events where events.user_id = users.id and events.type in ('user_invited', 'role_given')
  );
