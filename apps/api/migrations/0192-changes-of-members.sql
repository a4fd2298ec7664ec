-- expand: an index
-- The pages of centres and panels show which people were added and removed.
create index configuration_changes_of_members on configuration_changes ((coalesce(after, before) ->> 'id'), id)
  where action in ('membership_added', 'membership_removed');
