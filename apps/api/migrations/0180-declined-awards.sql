-- expand: an application whose award was declined is withdrawn, and its award was released all the same.
alter table applications add column award_declined_at timestamptz;

update applications ap set award_declined_at = w.occurred_at
from events w
where ap.status = 'withdrawn' and w.application_id = ap.id and w.type = 'withdrawn' and exists (
  select from decisions d where d.application_id = ap.id and d.outcome in ('awarded', 'reduced')
    and d.released_at < w.occurred_at);

-- The view rules that hold for an application now: for people without an assignment, those of all steps; for people with
-- one, those of its first step. `shows`: the meanings of columns of lists, which show the newest submission; `partition`:
-- that of rules about a single partition, for its centre.
create or replace function open_rules_of(application bigint) returns jsonb language plpgsql stable as $$
declare
  ap record;
begin
  select id, status, award_declined_at, flow_version_id into ap from applications where id = application;
  return (
    with read as materialized (
      select f.id, f.status, f.partition_id, f.submitted_at, r.role, r.scope, r.reader, r.of_kind, r.shows,
        case when (e.released_at <= b.before) is not false then e.released_at
          else released_before(ap.id, e.step_id, b.before) end as until
      from assignments f join view_rules r on r.step_id = f.step_id and r.flow_version_id = ap.flow_version_id
        left join step_states e on e.application_id = ap.id and e.step_id = r.of_step and e.released_at is not null
        cross join lateral (select case when f.status = 'conflicted' and e.step_id is not null then coalesce((
          select q.noted_at from conflicts q where q.application_id = ap.id and q.user_id = f.owner_id
            and q.cleared_at is null), '-infinity') end as before) b
      where f.application_id = ap.id
        and (r.scope in ('centre', 'panel', 'call') or r.scope = 'assigned' and r.shows <> '{}')),
    open as materialized (
      select distinct f.role, f.scope, f.reader, case when f.scope = 'centre' then f.partition_id end as partition,
        case when f.status in ('refused', 'revoked', 'conflicted')
          or f.of_kind = 'released' and (f.submitted_at <= f.until) is not true then '{}' else f.shows end as shows
      from read f
      where case f.of_kind
        when 'always' then f.status <> 'draft'
        when 'submitted' then f.status in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')
        when 'awarded' then (ap.status = 'approved' or ap.award_declined_at is not null)
          and f.status in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')
        when 'released' then f.submitted_at <= f.until or exists (
          select from submissions m where m.assignment_id = f.id and m.submitted_at <= f.until)
        end)
    select coalesce(jsonb_agg(o order by o.role, o.scope, o.reader, o.partition, o.shows), '[]') from open o
    where (o.scope <> 'assigned' or o.shows <> '{}') and not exists (
      select from open w where w.scope = o.scope and (w.role, w.reader) is not distinct from (o.role, o.reader)
        and (w.partition is null or w.partition = o.partition) and o.shows <@ w.shows
        -- Of two that open the same one stays.
        and (not w.shows <@ o.shows or w.partition is distinct from o.partition or w.shows < o.shows)));
end $$;

select note_readers(array_agg(id)) from applications where award_declined_at is not null;
