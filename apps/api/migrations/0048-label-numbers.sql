-- expand: the number under which readers know the author of a review; given when its step is released, and kept.
alter table assignments add column label_number integer check (label_number > 0);
update assignments a set label_number = n.number
from (
  select a.id, row_number() over (partition by a.application_id, a.step_id, a.role order by right(a.id::text, 12)) as number,
    count(*) over (partition by a.application_id, a.step_id, a.role) as alike
  from assignments a
  join step_states s on s.application_id = a.application_id and s.step_id = a.step_id and s.released_at is not null
  where a.status in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')) n
where a.id = n.id and n.alike > 1;
