-- expand: by whom an application is read because view rules of its flow stand open, so that a list need not ask it of each
-- application. Few applications differ in it: what is alike is one row, and never changes.
create table readerships (
  id integer generated always as identity primary key,
  -- [{ role, scope, reader, partition, shows }]: each of them opens what no other one does
  rules jsonb not null
);
create index readerships_rules on readerships using hash (rules);

-- What stands open of an application now: to people without work on it by any step, to those who work on it what its first
-- step tells. `shows`: the meanings of columns of lists; `partition`: of what is about one alone, for its centre.
create function open_rules_of(application bigint) returns jsonb language plpgsql stable as $$
declare
  ap record;
begin
  select id, status, flow_version_id into ap from applications where id = application;
  return (
    with open as materialized (
      select distinct r.role, r.scope, r.reader, case when r.scope = 'centre' then f.partition_id end as partition,
        case when f.status in ('refused', 'revoked', 'conflicted') then '{}' else r.shows end as shows
      from assignments f join view_rules r on r.step_id = f.step_id and r.flow_version_id = ap.flow_version_id
      where f.application_id = ap.id and (r.scope in ('centre', 'panel', 'call') or r.scope = 'assigned' and r.shows <> '{}')
        and case r.of_kind
        when 'always' then f.status <> 'draft'
        when 'submitted' then f.status in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')
        when 'awarded' then ap.status = 'approved'
          and f.status in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')
        when 'released' then case when f.status = 'conflicted' then f.previous_status else f.status end
            in ('submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected')
          and exists (
            select from step_states e where e.application_id = ap.id and e.step_id = r.of_step and e.released_at is not null
              and (f.status <> 'conflicted' or exists (
                select from conflicts q where q.application_id = ap.id and q.user_id = f.owner_id and q.cleared_at is null
                  and e.released_at <= q.noted_at)))
        end)
    select coalesce(jsonb_agg(o order by o.role, o.scope, o.reader, o.partition, o.shows), '[]') from open o
    where (o.scope <> 'assigned' or o.shows <> '{}') and not exists (
      select from open w where w.scope = o.scope and (w.role, w.reader) is not distinct from (o.role, o.reader)
        and (w.partition is null or w.partition = o.partition) and o.shows <@ w.shows
        -- Of two that open the same one stays.
        and (not w.shows <@ o.shows or w.partition is distinct from o.partition or w.shows < o.shows)));
end $$;

alter table applications add column readership_id integer;

-- Whoever changes what it follows from holds the application, or gets it here: two at once do not miss each other.
create function note_readers(ids bigint[]) returns void language plpgsql as $$
declare
  one record;
  noted integer;
begin
  perform 1 from applications where id = any(ids) order by id for no key update;
  for one in select id, readership_id, open_rules_of(id) as rules from applications where id = any(ids) order by id loop
    noted := null;
    if one.rules <> '[]' then
      -- Two may note the same one at once. Neither waits for the other; either tells the same.
      select min(id) into noted from readerships where rules = one.rules;
      if noted is null then
        insert into readerships (rules) values (one.rules) returning id into noted;
      end if;
    end if;
    if noted is distinct from one.readership_id then
      update applications set readership_id = noted where id = one.id;
    end if;
  end loop;
end $$;

-- The database keeps it: no program can forget it, nor one of the version before.
create function readers_of_row() returns trigger language plpgsql as $$
begin
  perform note_readers(array[new.application_id]);
  return null;
end $$;
create function readers_of_rows() returns trigger language plpgsql as $$
begin
  perform note_readers(array(select distinct application_id from changed));
  return null;
end $$;
create function readers_of_application() returns trigger language plpgsql as $$
begin
  perform note_readers(array[new.id]);
  return null;
end $$;

create trigger readers_of_added after insert on assignments referencing new table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_removed after delete on assignments referencing old table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_changed after update of status, previous_status, owner_id, step_id, partition_id on assignments
  for each row when ((old.status, old.previous_status, old.owner_id, old.step_id, old.partition_id)
    is distinct from (new.status, new.previous_status, new.owner_id, new.step_id, new.partition_id))
  execute function readers_of_row();

create trigger readers_of_added after insert on step_states referencing new table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_removed after delete on step_states referencing old table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_changed after update of released_at on step_states
  for each row when (old.released_at is distinct from new.released_at) execute function readers_of_row();

create trigger readers_of_added after insert on conflicts referencing new table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_removed after delete on conflicts referencing old table as changed
  for each statement execute function readers_of_rows();
create trigger readers_of_changed after update of user_id, noted_at, cleared_at on conflicts
  for each row when ((old.user_id, old.noted_at, old.cleared_at) is distinct from (new.user_id, new.noted_at, new.cleared_at))
  execute function readers_of_row();

create trigger readers_of_changed after update of status on applications
  for each row when (old.status <> new.status and 'approved' in (old.status, new.status))
  execute function readers_of_application();
