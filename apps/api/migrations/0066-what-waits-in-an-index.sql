-- expand: whoever has worked on very many applications has few of them waiting; a plan that is made for everybody finds those
-- by no other index.
create index assignments_pending on assignments (owner_id)
  where status in ('draft', 'assigned', 'accepted', 'changes_requested');
