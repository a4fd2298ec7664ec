-- expand: a release covers what was handed in by then, and goes on doing so whatever comes of it since.

-- When a step that has been released again since was released last before a moment: each release is an event.
create function released_before(application bigint, step text, moment timestamptz) returns timestamptz
language sql stable as $$
  select max(v.occurred_at) from events v where v.application_id = application and v.type = 'released'
    and v.detail ->> 'step' = step and v.occurred_at <= moment
$$;

-- Who is in a conflict of interest, since when; null: nobody.
create function stopped_at(application bigint, person bigint) returns timestamptz language plpgsql stable as $$
begin
  return (select q.noted_at from conflicts q
    where q.application_id = application and q.user_id = person and q.cleared_at is null);
end $$;

-- The same of whoever reads: on an application of one's own one is in none; work that a conflict stopped tells nothing more.
create function reader_stopped_at(application bigint, reader bigint) returns timestamptz language plpgsql stable as $$
begin
  if exists (select from applications ap where ap.id = application and ap.owner_id = reader) then return null; end if;
  return coalesce(stopped_at(application, reader), (select '-infinity'::timestamptz from assignments b
    where b.application_id = application and b.owner_id = reader and b.status = 'conflicted' limit 1));
end $$;

-- The moment after which no release of an assignment counts: of the conflict of its owner, and of that of the reader.
create function read_until(work assignments, reader bigint) returns timestamptz language plpgsql stable as $$
begin
  return least(reader_stopped_at(work.application_id, reader), case when work.status = 'conflicted'
    then coalesce(stopped_at(work.application_id, work.owner_id), '-infinity') end);
end $$;

-- By step: when it was released last, before a moment where there is one.
create function releases_until(application bigint, before timestamptz) returns jsonb language plpgsql stable as $$
begin
  return coalesce((
    select jsonb_object_agg(s.step_id, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from (
      select e.step_id, case when (e.released_at <= before) is not false then e.released_at
        else released_before(application, e.step_id, before) end as at
      from step_states e where e.application_id = application and e.released_at is not null) s
    where s.at is not null), '{}');
end $$;

-- What was handed in of an assignment before the last time, where view rules of its step open it by a release that came
-- between: the newest first.
create function earlier_submissions(work assignments, reader bigint) returns jsonb language plpgsql stable as $$
declare
  releases jsonb := releases_until(work.application_id, read_until(work, reader));
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('at', to_char(n.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'answers', n.content -> 'answers', 'rows', n.content -> 'rows') order by n.number desc)
    from submissions n where n.assignment_id = work.id and n.submitted_at is distinct from work.submitted_at
      and n.number in (
        select (select max(m.number) from submissions m where m.assignment_id = work.id
          and m.submitted_at <= (releases ->> v.of_step)::timestamptz)
        from applications ap join view_rules v on v.flow_version_id = ap.flow_version_id
        where ap.id = work.application_id and v.step_id = work.step_id and v.of_kind = 'released')), '[]');
end $$;

-- What stands open of an application now: to people without work on it by any step, to those who work on it what its first
-- step tells. `shows`: the meanings of columns of lists, which show what was handed in last; `partition`: of what is about one
-- alone, for its centre.
create or replace function open_rules_of(application bigint) returns jsonb language plpgsql stable as $$
declare
  ap record;
begin
  select id, status, flow_version_id into ap from applications where id = application;
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
        when 'awarded' then ap.status = 'approved'
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

create or replace trigger readers_of_changed after update of status, owner_id, step_id, partition_id, submitted_at on assignments
  for each row when ((old.status, old.owner_id, old.step_id, old.partition_id, old.submitted_at)
    is distinct from (new.status, new.owner_id, new.step_id, new.partition_id, new.submitted_at))
  execute function readers_of_row();

select note_readers(array_agg(distinct application_id)) from step_states where released_at is not null;
