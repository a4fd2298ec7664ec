-- expand: how far the timers of flows have been looked at, and what finds in an index whose moment comes between two looks.
create table workflow_sweeps (
  name text primary key,
  until timestamptz not null
);
-- What came before the portal knew timers is no news.
insert into workflow_sweeps (name, until) values ('timers', now());

create index assignments_by_deadline on assignments (step_id, deadline_at)
  where deadline_at is not null and status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested');
create index assignments_by_begin on assignments (step_id, created_at)
  where status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested');
create index step_states_released on step_states (step_id, released_at) where released_at is not null;
create index applications_awarded on applications (award_ends_at) where status = 'approved' and award_ends_at is not null;
