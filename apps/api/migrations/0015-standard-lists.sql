-- The hash of a list as it was last put here from the standard ones. null, or a list with another content: the
-- organisation's own, which no later version of the portal touches.
alter table option_groups add column standard_hash text;
