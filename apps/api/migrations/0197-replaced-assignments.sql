-- expand: an assignment names the one whose place it takes; unreplaced_work is for the version before
alter table assignments add column replaces uuid references assignments (id) on delete set null;
create index assignments_replacing on assignments (replaces) where replaces is not null;

-- Of earlier assignments at a step and partition, each one took the place of the first that had ended and still waited for
-- a replacement. An end in the moment in which another assignment was made is before it: that one was handed back or on.
with work as (
  select a.id, a.application_id, a.step_id, a.partition_id, a.created_at,
    case when a.status in ('refused', 'conflicted') then coalesce((
      select max(v.created_at) from activities v where v.assignment_id = a.id and v.status = a.status), a.created_at) end
      as ended_at
  from assignments a
  where exists (select from assignments e where e.application_id = a.application_id and e.step_id = a.step_id
    and e.partition_id is not distinct from a.partition_id and e.status in ('refused', 'conflicted'))),
steps as (
  select w.id, w.application_id, w.step_id, w.partition_id, w.created_at as at, -1 as change,
    case when w.ended_at = w.created_at then 0 else 2 end as place from work w
  union all
  select w.id, w.application_id, w.step_id, w.partition_id, w.ended_at, 1, 1 from work w where w.ended_at is not null),
sums as (
  select s.id, s.application_id, s.step_id, s.partition_id, s.change, sum(s.change) over so_far as waiting,
    row_number() over (partition by s.application_id, s.step_id, s.partition_id, s.change order by s.at, s.place, s.id) as nth,
    s.at, s.place
  from steps s
  window so_far as (partition by s.application_id, s.step_id, s.partition_id order by s.at, s.place, s.id)),
-- The sum falls below all earlier ones and below 0 with each assignment that took no place.
lows as (
  select s.id, s.application_id, s.step_id, s.partition_id, s.change, s.nth, s.at, s.place,
    least(0, min(s.waiting) over so_far) as low
  from sums s
  window so_far as (partition by s.application_id, s.step_id, s.partition_id order by s.at, s.place, s.id)),
made as (
  select l.id, l.application_id, l.step_id, l.partition_id, l.change, l.nth + l.low as takes, l.low,
    lag(l.low, 1, 0::numeric) over (partition by l.application_id, l.step_id, l.partition_id order by l.at, l.place, l.id) as low_before
  from lows l)
update assignments a set replaces = gone.id
from made m join sums gone on gone.change = 1 and gone.nth = m.takes and gone.application_id = m.application_id
  and gone.step_id = m.step_id and gone.partition_id is not distinct from m.partition_id
where a.id = m.id and m.change = -1 and m.low = m.low_before;
