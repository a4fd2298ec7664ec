-- expand: counts an assignment made in the moment in which another one ended as its replacement

-- As before, but work that is handed back or on has its replacement in the same moment: an end is before what was assigned
-- then, and after the assignment that ended at once.
create or replace function unreplaced_work(of_application bigint, of_step text, of_partition text) returns setof uuid
language sql stable as $$
  with work as (
    select a.id, a.created_at, case when a.status in ('refused', 'conflicted') then coalesce((
      select max(v.created_at) from activities v where v.assignment_id = a.id and v.status = a.status), a.created_at) end
      as ended_at
    from assignments a
    where a.application_id = of_application and a.step_id = of_step and a.partition_id is not distinct from of_partition),
  sums as (
    select sum(e.change) over (order by e.at, e.place rows unbounded preceding) as sum
    from (select w.created_at as at, -1 as change, case when w.ended_at = w.created_at then 0 else 2 end as place from work w
      union all select w.ended_at, 1, 1 from work w where w.ended_at is not null) e),
  waiting as (
    select (select count(w.ended_at) - count(*) from work w) - least(0, min(s.sum)) as n from sums s)
  select w.id from work w cross join waiting where w.ended_at is not null
  order by w.ended_at desc, w.id desc limit (select n from waiting)
$$;
